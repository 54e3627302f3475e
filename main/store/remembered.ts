/** A table that is asked for with every request and seldom changes: read once, and anew after each change. */

interface Listed {
  readonly all: () => Promise<unknown>;
}

/** The same table. Whatever else is called than `all` is a change; all changes must come through here. */
export function remembered<T extends Listed>(table: T): T {
  let known: Promise<unknown> | null = null;
  function all(): Promise<unknown> {
    if (known !== null) return known;
    const asked = table.all();
    known = asked;
    asked.catch(() => {
      if (known === asked) known = null;
    });
    return asked;
  }
  return new Proxy(table, {
    get: (target, name) => {
      if (name === 'all') return all;
      // Queries are answered in their order: what is asked after this one sees what it has changed.
      known = null;
      return Reflect.get(target, name) as unknown;
    },
  });
}
