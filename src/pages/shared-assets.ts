// The static files that the dashboard and the documentation share.

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

/** The first part of each stylesheet. */
export const BASE_STYLE = file('base.css');

export const ICON = file('icon.svg');
