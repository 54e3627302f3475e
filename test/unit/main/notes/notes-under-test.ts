/** Notes over a real database, with a list of boards that the test writes and a desk with one file on it. */
import { localStore } from '../connections/local-store.ts';
import { Notes } from '../../../../main/notes/notes.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { Store } from '../../../../main/store/database.ts';
import type { BoardSelection } from '../../../../preload/contract/boards.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';

export const CONNECTION = 'acme';
export const ALL = {
  kind: 'all',
  query: { find: '', filters: [], order: { by: 'created', descending: true } },
  except: [],
} as const satisfies BoardSelection;

export type NotesUnderTest = Awaited<ReturnType<typeof notesUnderTest>>;

export async function notesUnderTest() {
  const store = localStore();
  const list = {
    ids: [] as readonly string[],
    revision: 1,
    /** Runs as each page of ids is read. */
    onPage: (_from: number): void => undefined,
  };
  const desk = { name: 'notes.csv', text: null as string | null };
  const clock = { now: 1_000_000 };
  // How often the mirror, and then the page, was told.
  const told = { mirror: 0, page: 0 };
  // Makes a query of the table fail; it knows how many came before.
  const fault = { decide: (_method: string, _calls: number): boolean => false };
  const facts = () => ({ rows: list.ids.length, revision: list.revision }) as never;
  const notes = new Notes({
    table: faulty(store.notes, (method, calls) => fault.decide(method, calls)),
    facts: store.boardFacts,
    mirror: {
      facts: () => Promise.resolve(facts()),
      ids: (_connectionId, selection, from, count) => {
        list.onPage(from);
        const wanted = selection.kind === 'ids' ? new Set(selection.ids) : null;
        const ids = list.ids.filter((id) => wanted?.has(id) ?? true);
        return Promise.resolve({ boards: ids.length, ids: ids.slice(from, from + count) });
      },
      notesChanged: () => {
        told.mirror += 1;
        return Promise.resolve(facts());
      },
    },
    recordOf: (id) => Promise.resolve(recordOf(id)),
    files: {
      choose: () => Promise.resolve(null),
      save: (_purpose, name, text) => {
        desk.name = name;
        desk.text = text;
        return Promise.resolve(ok(name));
      },
      saveStream: () => Promise.resolve(null),
    },
    now: () => clock.now,
    onChange: () => {
      told.page += 1;
    },
  });
  return {
    notes,
    store,
    list,
    desk,
    clock,
    told,
    fault,
    all: () => store.notes.page(CONNECTION, '', 100_000),
    close: () => store.close(),
  };
}

function recordOf(id: string): Result<never> {
  if (id !== CONNECTION) return fail(failure('not-found'));
  return ok({ id, name: `Acme “boards” №1`, boardApi: 'https://boards.example/v1' } as never);
}

function faulty(table: Store['notes'], decide: (method: string, calls: number) => boolean): Store['notes'] {
  const calls = new Map<string, number>();
  return new Proxy(table, {
    get: (target, method) => {
      const query = Reflect.get(target, method) as (...args: readonly unknown[]) => Promise<unknown>;
      return (...args: readonly unknown[]) => {
        const before = calls.get(String(method)) ?? 0;
        calls.set(String(method), before + 1);
        return decide(String(method), before) ? Promise.reject(new Error('disk I/O error')) : query(...args);
      };
    },
  });
}
