// Runs @hey-api/openapi-ts on the document next to this file.
import { createClient } from '@hey-api/openapi-ts';

await createClient({
  input: 'openapi.json',
  output: { path: 'generated', module: { extension: '' } },
  plugins: ['@hey-api/client-fetch'],
  logs: { level: 'silent' },
});
