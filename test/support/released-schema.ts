// The schema of GraphQL of the version of tests that name none.
import { schemaOf } from '../../src/graphql/schema.ts';
import { TESTED_VERSIONS } from './newest-version.ts';

export const SCHEMA = schemaOf(TESTED_VERSIONS);
