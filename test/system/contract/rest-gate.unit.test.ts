// The REST gate: every version keeps its released shape (sections 9.6 and 9.7).
import { describe, expect, it, test } from 'vitest';
import { createOpenApiEndpoint } from '../../../src/openapi/endpoint.ts';
import type { Change as EntryChange } from '../../../src/operation/change-kinds.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { atLastRelease } from '../../support/at-last-release.ts';
import { FIRST_RELEASE, V1, withRelease } from '../../support/first-release.ts';
import { type Json, ORIGIN } from '../../support/openapi-contract.ts';
import { type Change, changesBetween } from './openapi-changes.ts';
import { asJson, openApiFile, RECORDING, record, recorded } from './releases.ts';

const versions = atLastRelease();
const usable = versions.usable();

const breaks = (changes: readonly Change[]) =>
  changes
    .filter(({ kind }) => kind === 'breaking')
    .map(({ what, entry }) =>
      entry ? `${what}: add to the entry of a new release ${entry}` : what,
    );

const ADVICE =
  'a breaking change is a change of a new entry of RELEASES; a withdrawn field stays in its shape, a route in its row';

describe('the released shape', () => {
  test.each(usable)('of %s is contained in the code', (date) => {
    // On its own day; later its responses also have the limits of newer versions.
    const onItsDay = createVersions(RELEASES, () => new Date(date));
    const current: Json = createOpenApiEndpoint(onItsDay, ORIGIN).document(date);
    const text = recorded(openApiFile(date));
    const broken = breaks(text ? changesBetween(JSON.parse(text), current) : []);
    expect(broken, ADVICE).toEqual([]);
    if (RECORDING) record(openApiFile(date), asJson(current));
    else expect(text, `${date} was never recorded: npm run record`).toBeDefined();
  });
});

describe('the gate', () => {
  // The first version has every operation, whatever a later one removes.
  const first = createVersions(FIRST_RELEASE);
  const released: Json = createOpenApiEndpoint(first, ORIGIN).document(V1);
  /** Changes a document, and its schemas. */
  type Make = (document: Json, schemas: Json) => void;
  const changed = (make: Make) => {
    const document = structuredClone(released);
    make(document, document.components.schemas);
    return changesBetween(released, document);
  };

  it('sees no change in identical documents', () => {
    expect(changed(() => {})).toEqual([]);
  });

  const BREAKING: Record<string, Make> = {
    'a method removed': (d) => delete d.paths['/product/{id}'].put,
    'a response field removed': (_, s) => delete s.Product.properties.sku,
    'a response field that may be absent now': (_, s) => s.Product.required.splice(0, 1),
    'a new value in a response': (_, s) => s.Rental.properties.status.enum.push('late'),
    'unknown fields taken': (_, s) => delete s.CreateProductInput.additionalProperties,
    'an envelope removed': (_, s) => delete s.CreateProductBody.properties.data,
    'a status removed': (d) => delete d.paths['/product'].post.responses['429'],
    'a header removed': (d) => delete d.components.responses.Throttled.headers['Retry-After'],
    'a header no longer certain': (d) =>
      delete d.components.headers['X-API-Version'].required,
    'a parameter removed': (d) => d.paths['/bundle'].post.parameters.pop(),
    'a parameter that is required': (d) =>
      d.paths['/bundle'].post.parameters.push({ in: 'query', name: 'shop', required: true }),
    'another way to authenticate': (d) => delete d.components.securitySchemes.queryToken,
    'no authentication': (d) => Object.assign(d, { security: [] }),
    'a renamed operation': (d) =>
      Object.assign(d.paths['/bundle'].post, { operationId: 'makeBundle' }),
    'other URLs': (d) => Object.assign(d.servers[0], { url: `${ORIGIN}/api/v2` }),
  };
  it.each(Object.entries(BREAKING))('stops %s', (_, change) => {
    expect(breaks(changed(change))).not.toEqual([]);
  });

  const ADDITIVE: Record<string, Make> = {
    'a new endpoint': (d) => Object.assign(d.paths, { '/shop': d.paths['/bundle'] }),
    'a new method': (d) =>
      Object.assign(d.paths['/bundle'], { put: d.paths['/bundle'].post }),
    'a new optional field of a request': (_, s) =>
      Object.assign(s.CreateBundleInput.properties, { code: { type: 'string' } }),
    'a new optional parameter': (d) =>
      d.paths['/bundle'].post.parameters.push({ in: 'query', name: 'shop' }),
    'a new field in a response': (_, s) => {
      s.Product.properties.invented = { type: 'number' };
      s.Product.required.push('invented');
    },
    'a new header in a response': (d) =>
      Object.assign(d.components.responses.NotFound.headers, { 'X-New': { schema: {} } }),
    'a new status': (d) =>
      Object.assign(d.paths['/bundle'].post.responses, {
        409: { $ref: '#/components/responses/NotFound' },
      }),
  };
  it.each(Object.entries(ADDITIVE))('allows %s, and notices it', (_, change) => {
    const changes = changed(change);
    expect(breaks(changes)).toEqual([]);
    expect(changes).not.toEqual([]);
  });

  const ENTRIES: Record<string, [make: Make, entry: string]> = {
    'a lower limit': [
      (_, s) => Object.assign(s.CreateProductInput.properties.equipments, { maxItems: 20 }),
      "{ limit: 'Product.equipments', was: { max: 50 }, is: { max: 20 } }",
    ],
    'a removed field of an entry': [
      (_, s) => delete s.EquipmentInput.properties.quantity,
      "{ withdrawn: 'Equipment.quantity' }",
    ],
    'another name': [
      (_, schemas) => {
        schemas.Product.properties.daily_rent = {
          ...schemas.Product.properties.rent,
          'x-graphql-name': 'rent',
        };
        delete schemas.Product.properties.rent;
      },
      "{ renamed: 'Product.rent', was: 'rent', is: 'daily_rent' }",
    ],
    'other values': [
      (_, s) => Object.assign(s.Rental.properties.status, { enum: ['running'] }),
      "{ values: 'Rental.status', was: …, is: … }",
    ],
    'another type': [
      (_, s) => Object.assign(s.RentalItem.properties.daily_rate, { type: 'string' }),
      "{ type: 'RentalItem.dailyRate', was: …, is: … }",
    ],
    'a field that is required': [
      (_, s) => s.CreateBundleInput.required.push('description'),
      "{ required: 'Bundle.description' }",
    ],
    'a new field that is required': [
      (_, s) => {
        s.CreateProductInput.properties.invented = { type: 'string' };
        s.CreateProductInput.required.push('invented');
      },
      "{ added: 'Product.invented', older: … }",
    ],
    'a removed endpoint': [
      (d) => delete d.paths['/bundle'],
      "{ endpointWithdrawn: 'createBundle' }",
    ],
  };
  it.each(Object.entries(ENTRIES))(
    'stops %s, and says what to write',
    (_, [change, entry]) => {
      expect(breaks(changed(change)).join('\n')).toContain(
        `add to the entry of a new release ${entry}`,
      );
    },
  );

  const WRONG_ENTRIES: Record<string, EntryChange> = {
    'another limit than was released': {
      limit: 'Product.equipments',
      was: { max: 40 },
      is: { max: 20 },
    },
    'another name than was released': { renamed: 'Product.rent', was: 'price', is: 'rate' },
    'some of the values': {
      values: 'Product.type',
      was: { PRODUCT: 0 },
      is: { PRODUCT: 'product' },
    },
    'a field that was released': { added: 'Product.barcode', optional: true },
    'an endpoint that was released': { endpointAdded: 'GET /product/{id}' },
    'a member that was released': {
      member: 'Rental.status',
      value: 'CANCELLED',
      name: 'cancelled',
    },
  };
  it.each(Object.entries(WRONG_ENTRIES))('stops an entry with %s', (_, change) => {
    const then = createVersions(withRelease('2031-03-01', change), () => new Date(V1));
    const current: Json = createOpenApiEndpoint(then, ORIGIN).document(V1);
    expect(breaks(changesBetween(released, current))).not.toEqual([]);
  });

  it('ignores the origin, which differs for each deployment', () => {
    const [here, elsewhere] = [ORIGIN, 'https://api.example.com'].map((origin) =>
      createOpenApiEndpoint(versions, origin).document(versions.newest()),
    );
    expect(changesBetween(here, elsewhere)).toEqual([]);
  });

  it('ignores prose, and follows a component to its new name or to where it is inlined', () => {
    const changes = changed((d, s) => {
      d.info.description = 'Other words.';
      s.Product.properties.sku.description = 'Other words.';
      s.Person = s.Account;
      delete s.Account;
      for (const name of ['tenant', 'owner'])
        s.Rental.properties[name] = { $ref: '#/components/schemas/Person' };
      s.Rental.properties.selectAccounts.items = { $ref: '#/components/schemas/Person' };
      s.CreateBundleEnvelope.properties.bundle = s.CreateBundleInput;
    });
    expect(changes).toEqual([]);
  });
});
