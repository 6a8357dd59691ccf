// The static files of the page for unknown paths, and the icon that browsers ask for by themselves.
import { readFileSync } from 'node:fs';
import { Response } from '@whatwg-node/fetch';
import { etagOf } from '../../http/etag.ts';
import { START_PATHS } from '../../paths.ts';
import { ICON, TEXT_STYLES } from './shared-assets.ts';
import { createStaticAssets } from './static-assets.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

export const ASSETS = createStaticAssets(START_PATHS.assets, {
  style: TEXT_STYLES,
  icon: [ICON],
});

const favicon = readFileSync(file('favicon.ico'));

/** A day: its path has no hash. */
const FAVICON_HEADERS = {
  'Content-Type': 'image/x-icon',
  'Content-Length': String(favicon.byteLength),
  'Cache-Control': 'public, max-age=86400',
  ETag: etagOf(favicon),
  'X-Content-Type-Options': 'nosniff',
};

export const respondFavicon = (): Response => new Response(favicon, { headers: { ...FAVICON_HEADERS } });
