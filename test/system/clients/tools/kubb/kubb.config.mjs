// Settings for kubb: types, and fetch functions with their runtime.
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  root: '.',
  input: { path: 'openapi.json' },
  output: { path: 'generated', barrelType: 'named', format: false, lint: false },
  plugins: [
    pluginOas({ serverIndex: 0 }),
    pluginTs(),
    pluginClient({ client: 'fetch', bundle: true, dataReturnType: 'full' }),
  ],
});
