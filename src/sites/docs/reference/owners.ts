// On which operation's page a type is described: each is described once, and the first page has those of several.

interface User<Type> {
  readonly name: string;
  /** The types of its arguments, bodies and responses. */
  readonly own: readonly Type[];
  /** Those, and the types of their fields. */
  readonly reached: ReadonlySet<Type>;
}

/** The operation by type: the first that has it itself, or the only one that reaches it; none for the first page. */
export function ownersOf<Type>(users: readonly User<Type>[]): ReadonlyMap<Type, string> {
  const types = new Set(users.flatMap(({ reached }) => [...reached]));
  const owners = [...types].flatMap((type) => {
    const [first, ...others] = users.filter(({ reached }) => reached.has(type));
    const owner =
      users.find(({ own }) => own.includes(type)) ??
      (others.length === 0 ? first : undefined);
    return owner ? [[type, owner.name] as const] : [];
  });
  return new Map(owners);
}

/** What creates say of each optional field; a page says it once. */
export const NULL_NOTE = 'Null is the same as absent.';

export const withoutNullNote = (description = '') =>
  description.replace(NULL_NOTE, '').replace('  ', ' ').trim();
