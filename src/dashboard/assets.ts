// The stylesheet, the script and the icon: served from here under names that change with their content.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Context } from 'hono';
import { DASHBOARD_PATHS } from '../paths.ts';

const FOREVER = 'public, max-age=31536000, immutable';

const asset = (url: URL, type: string) => {
  const body = readFileSync(url, 'utf8');
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const [, name = '', extension = ''] = /([\w-]+)\.(\w+)$/.exec(url.pathname) ?? [];
  return { file: `${name}.${hash}.${extension}`, type, body };
};

const ASSETS = {
  style: asset(new URL('./assets/dashboard.css', import.meta.url), 'text/css; charset=utf-8'),
  script: asset(new URL('./assets/dashboard.js', import.meta.url), 'text/javascript; charset=utf-8'),
  icon: asset(new URL('./assets/icon.svg', import.meta.url), 'image/svg+xml'),
};

const byFile = new Map(Object.values(ASSETS).map((one) => [one.file, one]));

const pathOf = ({ file }: { file: string }) => `${DASHBOARD_PATHS.assets}/${file}`;

export const ASSET_PATHS = {
  style: pathOf(ASSETS.style),
  script: pathOf(ASSETS.script),
  icon: pathOf(ASSETS.icon),
};

export function serveAsset(c: Context) {
  const found = byFile.get(c.req.param('file') ?? '');
  return found ? c.body(found.body, 200, { 'Content-Type': found.type, 'Cache-Control': FOREVER }) : c.notFound();
}
