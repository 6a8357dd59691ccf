// The GraphQL schema for tests that name no version.
import { schemaOf } from '../../src/graphql/schema.ts';
import { TESTED_VERSIONS } from './newest-version.ts';

export const SCHEMA = schemaOf(TESTED_VERSIONS);
