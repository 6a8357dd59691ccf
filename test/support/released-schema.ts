// The schema of GraphQL as the releases make it today.
import { schemaOf } from '../../src/graphql/schema.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';

export const SCHEMA = schemaOf(createVersions(RELEASES));
