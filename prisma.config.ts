// Where Prisma finds its schema. Commands run offline: the schema engine that `generate` would download is never used.
import { defineConfig } from 'prisma-cli/config';

process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma' });
