// Turns of pages: one user's or one network's pages don't delay the others'.
import { busy } from '../operation/operation-failure.ts';
import { networksOf } from './networks.ts';
import { inSlot, Slot, Slots } from './slots.ts';
import { pause } from './turns.ts';

/** Who opens a page: a signed-in user, or an address. */
export type Opener = { readonly userId: number } | { readonly address: string };

export type PageTurns = ReturnType<typeof createPageTurns>;

/**
 * Pages start one after the other. Signed-in users have a queue of their own, in which users take turns. All other
 * visitors share another one, in which sites take turns.
 */
export function createPageTurns() {
  const oneEach = { perUser: 1, inAll: 1 };
  const [ofUsers, ofOthers] = [new Slots(oneEach), new Slots(oneEach)];
  const lookups = new Slots({ perUser: 1, inAll: 2 });
  const siteOf = (address: string) => networksOf(address).site;

  return {
    /** Resolves when a page may start. @throws {OperationFailure} unavailable: no turn in time. */
    async start(opener: Opener): Promise<void> {
      const slot =
        'userId' in opener
          ? new Slot(ofUsers, { userId: opener.userId })
          : new Slot(ofOthers, { userId: siteOf(opener.address) });
      if (!(await slot.take())) throw busy('pages');
      // Each page costs enough for a pause before the next one starts.
      void pause().then(() => slot.end());
    },
    /**
     * Looks up a value that anyone can make up, or counts a wrong one, one of a site and two in all at a time, so that
     * visitors without a session don't take the connections of writes. @throws {OperationFailure} unavailable: no turn
     * in time.
     */
    lookUp: <Found>(address: string, work: () => Promise<Found>) =>
      inSlot(lookups, siteOf(address), 'pages', work),
  };
}
