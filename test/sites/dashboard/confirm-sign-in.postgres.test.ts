// Creating a token more than 15 minutes after the sign-in asks for it again (D49).
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { createDemoApp } from '../../support/demo-app.ts';
import { ageSignIns, newLink } from '../../support/operator.ts';
import { createVisitor, shows, signedIn, valueIn } from './visitor.ts';

const app = await openTestApp();
const visitor = await signedIn(app);

const ROLL = `/tokens/${app.owner.tokenId}/roll`;

/** The confirmation to which a page leads. */
const confirmationOf = async (path: string, by = visitor) =>
  by.get((await by.open(path)).location);

describe('creating and rolling tokens (D49)', () => {
  test.each(['/tokens/new', ROLL])(
    '%s does nothing later than 15 minutes; a new link leads to the form, in a session with a new cookie',
    async (path) => {
      const visitor = createVisitor(app);
      await visitor.signIn(await newLink(app.db, app.owner.id));
      await ageSignIns(app.db, 14);
      expect(valueIn(await visitor.fill('/tokens/new', { name: 'young' }))).not.toBe('');
      const form = await visitor.open(path);
      await ageSignIns(app.db, 16);
      const before = await app.db.apiToken.findMany();
      const { location } = await visitor.submit(form, { name: 'Late' });
      expect(await app.db.apiToken.findMany()).toEqual(before);
      expect(await visitor.open(path)).toMatchObject({ status: 303, location });
      const asked = await visitor.get(location);
      expect(asked).toMatchObject(shows(403, 'Confirm your sign-in'));
      expect(asked.html).toContain(`<a href="${location}">continue here</a>`);
      const stolen = createVisitor(app);
      stolen.takeCookies(visitor);
      await visitor.signIn(await newLink(app.db, app.owner.id));
      expect((await visitor.get(location)).location).toBe(`/dashboard${path}`);
      expect(await visitor.open(path)).toMatchObject({ status: 200 });
      expect(await stolen.open()).toMatchObject({ status: 303 });
    },
  );

  test("the demo owner's button leads to the form; other users don't get it", async () => {
    const demo = await createDemoApp(new Date());
    const owner = createVisitor(demo);
    await owner.fill('/sign-in');
    const other = await signedIn(demo);
    await ageSignIns(demo.db, 16);
    const asked = await confirmationOf('/tokens/new', owner);
    expect(asked.html).toContain('Sign in as Olivia Owner again');
    expect((await owner.submit(asked, {})).location).toBe('/dashboard/tokens/new');
    expect(await owner.open('/tokens/new')).toMatchObject({ status: 200 });
    expect((await confirmationOf('/tokens/new', other)).html).not.toContain('Olivia');
    await demo.close();
  });
});

test('renaming and revoking a token need no recent sign-in (D49)', async () => {
  await ageSignIns(app.db, 60);
  for (const action of ['/rename', '/revoke'])
    expect(
      await visitor.fill(`/tokens/${app.owner.tokenId}${action}`, { name: 'n' }),
    ).toMatchObject({ status: 303 });
});

test.each([
  ['https://evil.example/', '/dashboard'],
  ['/docs/rest', '/dashboard'],
  ['/dashboard/tokens/new', '/dashboard/tokens/new'],
])('a confirmation only leads to pages of the dashboard: %s to %s', async (next, wanted) => {
  await ageSignIns(app.db, 1);
  const { location } = await visitor.open(`/confirm?next=${encodeURIComponent(next)}`);
  expect(location).toBe(wanted);
});
