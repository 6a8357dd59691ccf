// Where recorded exchanges happen: identical users and records under the same IDs, at every recording and every
// replay.
import { createToken, revokeToken } from '../../../src/accounts/tokens.ts';
import type { VersionName, Versions } from '../../../src/operation/versions.ts';
import { type Answer, budget, createTestApp } from '../../support/app.ts';
import { operator } from '../../support/operator.ts';

type Person = 'owner' | 'rival' | 'reader' | 'revoked' | 'nobody';
export type SceneName = 'shop' | 'one create left' | 'workshop';

export interface Request {
  readonly scene: SceneName;
  readonly as: Person;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string unchanged, a number as a JSON string of that many characters. */
  readonly body?: unknown;
}

/** Opens a scene whose tokens are pinned to a version. */
export async function openScene(name: SceneName, version: VersionName, versions: Versions) {
  const test = await createTestApp({
    versions,
    config: { throttle: budget(name === 'one create left' ? 1 : undefined) },
  });
  const { db, owner, rival } = test;
  const reader = await test.person('reader', ['READ']);
  const token = ({ id: userId }: { readonly id: number }) =>
    createToken(db, { userId, name: 'Golden', environment: 'test', version });
  const revoked = await token(owner);
  await revokeToken(operator(db), owner.id, revoked.id);
  const tokens: Record<Person, string | null> = {
    owner: (await token(owner)).value,
    rival: (await token(rival)).value,
    reader: (await token(reader)).value,
    revoked: revoked.value,
    nobody: null,
  };

  // Products 1 to 4, rentals 1 and 2.
  const tent = await test.product({
    title: 'Four-person tent',
    description: 'A **tent**.',
    rent: 24.5,
    cost: 320,
    stockType: 'UNIT',
    sku: 'TENT-1',
    quantity: 3,
    equipments: [{ name: 'Peg', quantity: 16 }],
    images: [{ src: 'https://images.example.com/tent.webp' }],
    countryOfManufacture: 'DE',
    shelfLifeMin: 1,
    shelfLifeMax: 9,
  });
  await test.product({ title: 'Sleeping mat', rent: 0.1, quantity: 20 });
  await test.product({ title: 'Gas stove', rent: 6, online: false });
  await test.product({ title: 'Kayak', rent: 38 }, rival.id);
  const item = { title: 'Four-person tent', quantity: 1, dailyRate: 24.5, total: 73.5 };
  for (const paid of [false, true]) {
    await db.rental.create({
      data: {
        status: paid ? 'COMPLETED' : 'ACTIVE',
        startDate: new Date('2026-07-10'),
        endDate: new Date('2026-07-12'),
        totalAmount: 73.5,
        tenantId: rival.id,
        ownerId: owner.id,
        items: { create: { ...item, position: 0, productId: tent.id } },
        ...(paid && {
          paidAt: new Date('2026-07-13T09:00:00Z'),
          paidAccounts: { create: { userId: owner.id } },
        }),
      },
    });
  }

  return {
    db,
    close: test.close,
    send({ as, method, path, headers = {}, body }: Request): Promise<Answer> {
      const sent = typeof body === 'number' ? 'x'.repeat(body) : body;
      const text = typeof body === 'string' ? body : JSON.stringify(sent);
      const token = tokens[as];
      return test.call(
        path.replace('$TOKEN', String(token)),
        { method, ...(body !== undefined && { body: text }) },
        {
          token: path.includes('$TOKEN') ? null : token,
          headers: { 'Content-Type': 'application/json', ...headers },
        },
      );
    },
  };
}

/** Headers that differ each time; all others are recorded. */
const PASSING = ['x-request-id', 'content-length', 'date'];

export interface Recorded {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A rental's ETag depends on its content, which has times; a product's on its revision. */
const timelessHeader = (name: string, value: string): string => {
  if (name === 'retry-after') return '<seconds>';
  if (name === 'ratelimit') return value.replaceAll(/\d+/g, '<number>');
  return name === 'etag' && !/^"[\d-]+\.\d+\.[\w-]{8}"$/.test(value) ? '<tag>' : value;
};

/** A response without what differs each time. */
export const timeless = ({ status, headers, body }: Answer): Recorded => ({
  status,
  headers: Object.fromEntries(
    [...headers]
      .filter(([name]) => !PASSING.includes(name))
      .map(([name, value]) => [name, timelessHeader(name, value)])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  ),
  body: JSON.parse(JSON.stringify(body), (key, value) => {
    if (/^(?:created|updated)_?at$/i.test(key)) return '<moment>';
    if (key === 'retryAfter') return '<seconds>';
    if (/^(?:owner|rival)-\d+@/.test(value)) return value.replace(/-\d+@/, '@');
    return typeof value === 'string'
      ? value.replace(/^(Use one of the versions) .*/, '$1 <versions>')
      : value;
  }),
});
