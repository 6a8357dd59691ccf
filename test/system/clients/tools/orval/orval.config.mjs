// Settings for orval: fetch functions, in one file.
export default {
  owner: {
    input: { target: 'openapi.json' },
    output: {
      target: 'generated/api.ts',
      client: 'fetch',
      mode: 'single',
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  },
};
