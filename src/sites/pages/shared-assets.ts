// The static files that several sites share.

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

/** The first part of each stylesheet. */
export const BASE_STYLE = file('base.css');

/** The second part of the stylesheet of each page with the bar of links. */
export const TOP_BAR_STYLE = file('top-bar.css');

export const ICON = file('icon.svg');
