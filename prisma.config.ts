// Where Prisma finds its schema. Commands run offline: the schema engine that `generate` would download is never used.
// The package `prisma` has the name `prisma-cli` here: `@prisma/client` has an optional peer `prisma`, which npm would keep in production.
import { defineConfig } from 'prisma-cli/config';

process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma' });
