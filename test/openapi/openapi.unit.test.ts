// The OpenAPI document: clean under a strict linter, its examples valid, complete, and one for each version.

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createDeliver } from '../../src/http/deliver.ts';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import type { Change } from '../../src/operation/change-kinds.ts';
import { FIELD_ERROR_CODES } from '../../src/operation/failure.ts';
import type { Release } from '../../src/operation/release-changes.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { WIRE_NAMES } from '../../src/rest/wire.ts';
import { FIRST_RELEASE } from '../support/first-release.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { createValidator, type Json, ORIGIN, pointer, resolve } from '../support/openapi-contract.ts';

const endpoint = (releases: readonly Release[] = RELEASES, now?: () => Date) =>
  createOpenApiEndpoint(createVersions(releases, now), ORIGIN);
const document: Json = endpoint().document(NEWEST_VERSION);

const operations: { path: string; method: string; operation: Json }[] = Object.entries<Json>(document.paths).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const ask = (path: string, init: RequestInit = {}, from = endpoint()) =>
  from.handle(new Request(`http://localhost${path}`, init), new URL(`http://localhost${path}`));

describe('the linter', () => {
  const lint = async (source: Json) => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source: JSON.stringify(source), config });
    return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
  };

  it('finds nothing under its strictest recommended rules, none switched off', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('would find a fault', async () => {
    const faulty = structuredClone(document);
    faulty.paths['/product'].post.responses['201'].content['application/json'].examples.created.value.id = 'x';
    delete faulty.paths['/bundle'].post.operationId;
    expect((await lint(faulty)).map((problem) => problem.split(' ')[0])).toEqual(
      expect.arrayContaining(['no-invalid-media-type-examples', 'operation-operationId']),
    );
  });
});

describe('examples', () => {
  const validate = createValidator(document);

  it('are valid by their own schema, in every request and answer', () => {
    const faults = operations.flatMap(({ path, method, operation }) => {
      const bodies = Object.entries<Json>(operation.responses).map(([status, response]) => ({
        ...resolve(document, response),
        at: ['paths', path, method, 'responses', status],
      }));
      if (operation.requestBody)
        bodies.push({ node: operation.requestBody, place: undefined, at: ['paths', path, method, 'requestBody'] });
      return bodies.flatMap(({ node, place, at }) => {
        if (!node.content) return [];
        const media = node.content['application/json'];
        expect(Object.keys(media.examples ?? {}), at.join(' ')).not.toEqual([]);
        return Object.entries<Json>(media.examples).flatMap(([name, { value }]) =>
          validate(`${place ?? pointer(...at)}/content/application~1json/schema`, value).map(
            (fault) => `${at.join(' ')} ${name}: ${fault}`,
          ),
        );
      });
    });
    expect(faults).toEqual([]);
  });

  it('of headers are valid too', () => {
    const headers = Object.entries<Json>(document.components.headers);
    expect(
      headers.flatMap(([name, { schema }]) =>
        validate(`${pointer('components', 'headers', name)}/schema`, schema.example),
      ),
    ).toEqual([]);
  });
});

describe('completeness', () => {
  it('has exactly the rows that are served, each under the name of its operation', () => {
    expect(
      operations.map(({ path, method, operation }) => `${method} ${path} ${operation.operationId}`).toSorted(),
    ).toEqual(
      ROUTES.map(
        ({ method, path, operation }) => `${method.toLowerCase()} ${path.replace(':id', '{id}')} ${operation.name}`,
      ).toSorted(),
    );
  });

  it.each(ROUTES)('lists what $operation.name can end in', ({ method, path, operation }) => {
    const documented = document.paths[path.replace(':id', '{id}')][method.toLowerCase()].responses;
    const wanted = [
      '400',
      '401',
      '403',
      '405',
      '429',
      '500',
      '503',
      method === 'POST' ? '201' : '200',
      ...(operation.find ? ['404'] : []),
      ...(method === 'GET' ? ['304'] : []),
      ...(operation.revisionOf ? ['412'] : []),
      ...(operation.input ? ['413', '415', '422'] : []),
    ];
    expect(Object.keys(documented).toSorted()).toEqual(wanted.toSorted());
  });

  it('takes the token in either way, as alternatives', () => {
    const schemes = document.components.securitySchemes;
    expect(document.security).toEqual([{ bearer: [] }, { queryToken: [] }]);
    expect(schemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(schemes.queryToken).toMatchObject({ type: 'apiKey', in: 'query', name: 'token' });
  });

  it('has the nine codes as an enum', () => {
    expect(document.components.schemas.ValidationErrorCode.enum).toEqual(Object.keys(FIELD_ERROR_CODES));
  });

  it('says what every operation, field, parameter and header is', () => {
    const silent: string[] = [];
    const walk = (node: Json, at: string) => {
      if (typeof node !== 'object' || node === null) return;
      for (const [name, field] of Object.entries<Json>(node.properties ?? {})) {
        if (!field.$ref && !field.properties && !field.description) silent.push(`${at}.${name}`);
      }
      for (const [key, value] of Object.entries(node))
        if (!['example', 'examples'].includes(key)) walk(value, `${at}.${key}`);
    };
    walk(document.components, 'components');
    walk(document.paths, 'paths');
    for (const { operation } of operations) if (!operation.description) silent.push(operation.operationId);
    expect(silent).toEqual([]);
  });

  it('has no keyword that older readers do not know, but null among types', () => {
    const text = JSON.stringify(document);
    for (const keyword of ['const', '$defs', 'prefixItems', 'unevaluatedProperties', 'contentMediaType']) {
      expect(text).not.toContain(`"${keyword}":`);
    }
  });
});

describe('generators of clients', () => {
  it('find the origin of the deployment in every URL', () => {
    const { servers, externalDocs, info }: Json = createOpenApiEndpoint(
      createVersions(RELEASES),
      'https://api.example.com',
    ).document(NEWEST_VERSION);
    expect(servers).toHaveLength(1);
    expect(servers[0].url).toBe('https://api.example.com/api/token-secured');
    expect(externalDocs.url).toBe('https://api.example.com/docs');
    expect(info.contact).toEqual({ name: expect.any(String), url: 'https://api.example.com/docs' });
  });

  it('find a name for every object', () => {
    const unnamed: string[] = [];
    const walk = (node: Json, ...at: string[]) => {
      if (typeof node !== 'object' || node === null) return;
      const isNamed = at.length === 3 && at[1] === 'schemas';
      if (node.properties && !isNamed) unnamed.push(pointer(...at));
      for (const [key, value] of Object.entries(node)) if (!key.startsWith('example')) walk(value, ...at, key);
    };
    walk(document.components, 'components');
    walk(document.paths, 'paths');
    expect(unnamed).toEqual([]);
  });

  it('find no name that JavaScript has for something else', () => {
    expect(Object.keys(document.components.schemas).filter((name) => name in globalThis)).toEqual([]);
  });
});

describe('the names of GraphQL', () => {
  it('stand at every operation', () => {
    expect(
      Object.fromEntries(operations.map(({ operation }) => [operation.operationId, operation['x-graphql-field']])),
    ).toStrictEqual({
      readRental: 'Query.rental',
      readProduct: 'Query.product',
      updateProduct: 'Mutation.updateProduct',
      createProduct: 'Mutation.createProduct',
      createBundle: 'Mutation.createBundle',
    });
  });

  it('stand at every field that has another one there', () => {
    const found = new Map<string, string>();
    for (const schema of Object.values<Json>(document.components.schemas)) {
      for (const [wire, field] of Object.entries<Json>(schema.properties ?? {})) {
        if (field['x-graphql-name']) found.set(field['x-graphql-name'], wire);
      }
    }
    // Names of fields that a later version has are none of the first one.
    const names = Object.entries(WIRE_NAMES).filter(([, wire]) => JSON.stringify(document).includes(`"${wire}":`));
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(names));
  });
});

describe('versions', () => {
  const later: Release = {
    date: '2026-03-01',
    label: '0.2.0',
    summary: 'An invented release.',
    changes: [{ renamed: 'Product.title', was: 'caption', is: 'title' }],
  };
  const two = endpoint([...FIRST_RELEASE, later], () => new Date('2026-04-01'));

  it('serves the newest without a choice, and every other one in its own shape', async () => {
    const newest: Json = await ask('/openapi.json', {}, two).json();
    const older: Json = await ask('/openapi.json?version=2025-08-16', {}, two).json();
    expect([newest.info.version, older.info.version]).toEqual(['2026-03-01', '2025-08-16']);
    expect(Object.keys(newest.components.schemas.Product.properties)).not.toContain('caption');
    expect(Object.keys(older.components.schemas.Product.properties)).toContain('caption');
  });

  it('serves that of the header service-version, which the parameter overrides (D46)', async () => {
    const served = async (path: string) => {
      const response = ask(path, { headers: { 'service-version': '2025-08-16' } }, two);
      return [response.headers.get('vary'), ((await response.json()) as Json).info.version];
    };
    expect(await served('/openapi.json')).toEqual(['service-version', '2025-08-16']);
    expect(await served('/openapi.json?version=2026-03-01')).toEqual(['service-version', '2026-03-01']);
    const refused = ask('/openapi.json', { headers: { 'service-version': 'x' } }, two);
    expect(((await refused.json()) as Json).errors[0].field).toBe('service-version');
  });

  it('knows no release of the future', () => {
    const early = endpoint([...FIRST_RELEASE, later], () => new Date('2026-02-01'));
    expect(ask('/openapi.json?version=2026-03-01', {}, early).status).toBe(400);
  });

  it.each(['2020-01-01', 'newest', ''])('refuses the version %j and names those that there are', async (version) => {
    const response = ask(`/openapi.json?version=${version}`, {}, two);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      success: false,
      errors: [{ field: 'version', code: 'INVALID_FORMAT', message: expect.stringContaining('2025-08-16') }],
    });
  });
});

describe('the document in YAML', () => {
  it('has the same values, of each version, with an ETag of its own', async () => {
    for (const query of ['', `?version=${NEWEST_VERSION}`]) {
      const [yaml, json] = [ask(`/openapi.yaml${query}`), ask(`/openapi.json${query}`)];
      expect(yaml.headers.get('content-type')).toBe('application/yaml');
      expect(yaml.headers.get('etag')).not.toBe(json.headers.get('etag'));
      expect(parse(await yaml.text())).toEqual(await json.json());
    }
  });

  it('has quotes around what readers of YAML 1.1 take for dates and booleans', async () => {
    const text = await ask('/openapi.yaml').text();
    expect(text).toContain(`version: "${NEWEST_VERSION}"`);
    expect(parse(text, { version: '1.1' })).toEqual(document);
  });
});

describe('serving', () => {
  const deliver = createDeliver();

  it('answers 304 to a client that has it already', async () => {
    const response = ask('/openapi.json');
    const etag = response.headers.get('etag') ?? '';
    for (const [condition, status] of [
      ['"other"', 200],
      [etag, 304],
      [`"other", W/${etag}`, 304],
    ] as const) {
      const request = new Request('http://localhost/', { headers: { 'If-None-Match': condition } });
      expect((await deliver(request, response, 'kept')).status).toBe(status);
    }
  });

  it('takes GET and HEAD alone', () => {
    expect(ask('/openapi.json', { method: 'HEAD' }).status).toBe(200);
    const post = ask('/openapi.json', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a field whose type a release changed is documented in its own type', () => {
  const V2 = '2031-03-01';
  const seconds = z.codec(z.int(), z.string(), {
    decode: (time) => new Date(time * 1000).toISOString(),
    encode: (text) => Math.floor(Date.parse(text) / 1000),
  });
  const asText = z.codec(z.string().regex(/^[0-9]+$/), z.number(), { decode: Number, encode: String });
  const changes: readonly Change[] = [
    { type: 'Rental.createdAt', is: seconds },
    { type: 'Rental.id', is: asText },
    { type: 'Product.shelfLifeMin', is: asText },
  ];

  const ofV2: Json = endpoint([...FIRST_RELEASE, { date: V2, label: '', summary: '', changes }]).document(V2);
  const { Rental, UpdateProductInput, Product } = ofV2.components.schemas;

  it('a timestamp is an integer of 64 bits with an example that is one', () => {
    const { created_at } = Rental.properties;
    expect(created_at).toMatchObject({ type: 'integer', format: 'int64', example: Date.UTC(2026, 6, 1, 8, 30) / 1000 });
    expect(created_at.description).toBe('When it was created.');
    expect(Rental.properties.updated_at).toMatchObject({ type: 'string', format: 'date-time' });
  });

  it('a number in a text has the rules of the text, and none of the number', () => {
    expect(Rental.properties.id).toMatchObject({ type: 'string', pattern: '^[0-9]+$', example: '1' });
    expect(Rental.properties.id).not.toHaveProperty('maximum');
    for (const { properties } of [UpdateProductInput, Product]) {
      expect(properties.shelf_life_min).toMatchObject({ type: ['string', 'null'], pattern: '^[0-9]+$' });
      expect(properties.shelf_life_min).not.toHaveProperty('minimum');
      expect(properties.shelf_life_max).toMatchObject({ format: 'int32' });
    }
  });
});
