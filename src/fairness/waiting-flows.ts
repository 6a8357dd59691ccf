// The waiters for a slot, by the path of their flow, such as the site and network of a client. At each level, flows
// take turns and the largest gives way, so that a client with many networks gets no more than one with a single
// address.

type Path = readonly string[];

export class WaitingFlows<Waiter> {
  /** The flows at the next level, by name; the one served last comes last. */
  readonly #flows = new Map<string, WaitingFlows<Waiter>>();
  /** The waiters whose path ends here, oldest first. */
  readonly #waiters = new Set<Waiter>();
  /** How many wait in all flows. */
  size = 0;

  add([name, ...rest]: Path, waiter: Waiter): void {
    this.size += 1;
    if (name === undefined) {
      this.#waiters.add(waiter);
      return;
    }
    const flow = this.#flows.get(name) ?? new WaitingFlows<Waiter>();
    this.#flows.set(name, flow);
    flow.add(rest, waiter);
  }

  delete([name, ...rest]: Path, waiter: Waiter): void {
    this.size -= 1;
    this.#waiters.delete(waiter);
    if (name === undefined) return;
    const flow = this.#flows.get(name);
    flow?.delete(rest, waiter);
    if (flow?.size === 0) this.#flows.delete(name);
  }

  /** Offers a slot to one flow after the other until none takes one; `offer` deletes whoever takes it. */
  serve(offer: (waiter: Waiter) => boolean): void {
    while (this.#serveOne(offer));
  }

  #serveOne(offer: (waiter: Waiter) => boolean): boolean {
    const [oldest] = this.#waiters;
    if (oldest !== undefined) return offer(oldest);
    for (const [name, flow] of this.#flows) {
      if (!flow.#serveOne(offer)) continue;
      // It may be empty now.
      if (this.#flows.delete(name) && flow.size > 0) this.#flows.set(name, flow);
      return true;
    }
    return false;
  }

  /**
   * Who gives way to a newcomer: the latest of the largest flow. Undefined if the newcomer's flow would be as large.
   */
  givesWay([name, ...rest]: Path): Waiter | undefined {
    const largest = this.#largest();
    const own = name === undefined ? undefined : this.#flows.get(name);
    if (largest && largest.size > (own?.size ?? 0) + 1) return largest.#newest();
    return own?.givesWay(rest);
  }

  #largest(): WaitingFlows<Waiter> | undefined {
    let largest: WaitingFlows<Waiter> | undefined;
    for (const flow of this.#flows.values())
      if (flow.size > (largest?.size ?? 0)) largest = flow;
    return largest;
  }

  #newest(): Waiter | undefined {
    const largest = this.#largest();
    return largest ? largest.#newest() : [...this.#waiters].at(-1);
  }
}
