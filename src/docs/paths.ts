// Where the pages and files of the documentation are.

export const DOCS_PATH = '/docs';

export const PATHS = {
  guides: DOCS_PATH,
  rest: `${DOCS_PATH}/rest`,
  graphql: `${DOCS_PATH}/graphql`,
  sdl: `${DOCS_PATH}/schema.graphql`,
  assets: `${DOCS_PATH}/assets`,
} as const;
