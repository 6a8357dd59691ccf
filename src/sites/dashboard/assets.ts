// The static files of the dashboard.

import { DASHBOARD_PATHS } from '../../paths.ts';
import { BASE_STYLE, ICON } from '../pages/shared-assets.ts';
import { createStaticAssets } from '../pages/static-assets.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

export const ASSETS = createStaticAssets(DASHBOARD_PATHS.assets, {
  style: [BASE_STYLE, file('dashboard.css')],
  script: [file('dashboard.js')],
  icon: [ICON],
});
