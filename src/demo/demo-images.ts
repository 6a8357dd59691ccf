// The pictures of the demo products, which test deployments serve themselves.
import { readdirSync, readFileSync } from 'node:fs';
import { START_PATHS } from '../paths.ts';

const FOLDER = new URL('./images/', import.meta.url);

/** By path. */
export const DEMO_IMAGES = new Map(
  readdirSync(FOLDER).map((name) => [
    `${START_PATHS.demoImages}/${name}`,
    readFileSync(new URL(name, FOLDER)),
  ]),
);

/** Data with the addresses that the pictures have at `origin`, instead of those in the OpenAPI document. */
export const withDemoImages = <Data>(data: Data, origin: string): Data =>
  JSON.parse(
    JSON.stringify(data).replaceAll(
      'https://images.example.com/',
      `${origin}${START_PATHS.demoImages}/`,
    ),
  );
