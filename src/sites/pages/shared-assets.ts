// The static files that several sites share.

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

/** The first part of each stylesheet. */
const BASE_STYLE = file('base.css');

/** The first parts of the stylesheet of each page with the bar of links. */
export const TOP_BAR_STYLES = [BASE_STYLE, file('top-bar.css')] as const;

/** The first parts of the stylesheet of each page to read. */
export const TEXT_STYLES = [...TOP_BAR_STYLES, file('text.css')] as const;

/** A script that adds buttons to blocks of code. */
export const COPY_SCRIPT = file('copy-code.js');

export const ICON = file('icon.svg');

/** The script of the field of the token. */
export const TOKEN_SCRIPT = file('token.js');
