/** Stores the saved views (named queries), the visible columns and the last screen of each connection. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { rowColumn, lastState, type RowFilter, type SavedView } from '../../preload/contract/boards.ts';
import type { ArgsOf, ValueOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import { unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { readJson } from '../lib/files/json-file.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { foldText } from '../../preload/contract/facts.ts';
import { failure, orStorage, wrongFields } from '../lib/wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { ViewBody } from '../store/items.ts';
import { viewQuery } from '../store/read-item.ts';
import type { ViewRecord } from '../store/tables/index.ts';
import type { Sharing } from '../team/copies.ts';

const COLUMNS = v.array(rowColumn);

type ListOf = ArgsOf<'views.list'>['of'];

export interface ViewsOptions extends Pick<Core, 'recordOf' | 'now'> {
  readonly store: Pick<Store, 'views' | 'layouts'>;
  readonly sharing: Pick<Sharing, 'isJoined' | 'change'>;
}

const LONGEST_NAME = 80;

/** Implements the IPC calls for saved views and layouts. All calls can fail with `not-found` or `storage`. */
export function viewCalls({ recordOf, now, store, sharing }: ViewsOptions): CallsOf<'views'> {
  const mutex = new KeyedMutex();

  function inTurn<T>(connectionId: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    return mutex.run(connectionId, () =>
      orStorage(recordOf(connectionId).then((record) => (record.ok ? work() : record))),
    );
  }

  async function ownViews(connectionId: string, of: ListOf): Promise<readonly ViewRecord[]> {
    const all = await store.views.ofConnection(connectionId);
    return all.filter((record) => record.of === (of ?? 'board'));
  }

  async function listed(connectionId: string, of: ListOf): Promise<Result<readonly SavedView[]>> {
    const own = (await ownViews(connectionId, of)).flatMap(({ id, name, query: text, shared }) => {
      const stored = readJson(viewQuery, text);
      if (stored === null) return [];
      const { rule, ...query } = stored;
      const more = { ...(shared && { shared }), ...(rule !== undefined && { rule }) };
      return [{ id, name, query, builtIn: false, ...more }];
    });
    return ok([...builtInViews(now(), of), ...own]);
  }

  async function share(known: ViewRecord | undefined, next?: ViewRecord): Promise<Result<unknown>> {
    const [before, after] = [sharedBody(known), sharedBody(next)];
    const { id, connectionId } = next ?? known ?? { id: '', connectionId: '' };
    if (before === null && after === null) return ok(null);
    return sharing.change(connectionId, [{ kind: 'view', id, before, after }]);
  }

  async function readLayout(connectionId: string): Promise<ValueOf<'views.layout'>> {
    const { columns, paperColumns, last } = await store.layouts.get(connectionId);
    return {
      columns: readJson(COLUMNS, columns) ?? [],
      paperColumns: readJson(COLUMNS, paperColumns) ?? [],
      last: readJson(lastState, last) ?? {},
    };
  }

  async function putLayout(connectionId: string, change: Partial<ValueOf<'views.layout'>>): Promise<void> {
    const { columns, paperColumns, last } = { ...(await readLayout(connectionId)), ...change };
    await store.layouts.put(connectionId, {
      columns: JSON.stringify(columns),
      paperColumns: JSON.stringify(paperColumns),
      last: JSON.stringify(last),
    });
  }

  return {
    list: { run: ({ connectionId, of }) => inTurn(connectionId, () => listed(connectionId, of)) },
    save: {
      /** Saves a view. Without `shared`, sharing stays as it is. Fails with `invalid-input` if the name is wrong. */
      run: ({ connectionId, of, id, name, query, rule, shared }) =>
        inTurn(connectionId, async () => {
          if (id !== null && isBuiltIn(id)) return fail(staysAsItIs);
          const own = await ownViews(connectionId, of);
          const known = own.find((record) => record.id === id);
          if (id !== null && known === undefined) return fail(viewGone);
          const newName = cleanLine(name).replaceAll(/\s+/gu, ' ');
          const others = [...own.filter((record) => record !== known), ...builtInViews(now(), of)];
          const wrong = whyWrongName(newName, others);
          if (wrong !== null) return fail(wrongFields({ name: wrong }));
          const next: ViewRecord = {
            id: known?.id ?? randomUUID(),
            connectionId,
            of: of ?? 'board',
            name: newName,
            query: JSON.stringify({ ...query, rule }),
            createdAt: known?.createdAt ?? now(),
            shared: (shared ?? known?.shared ?? false) && sharing.isJoined(connectionId),
          };
          const changed = await share(known, next);
          if (!changed.ok) return changed;
          await store.views.put(next);
          return listed(connectionId, of);
        }),
      log: unlogged,
    },
    remove: {
      /** Removes a view. An unknown id is not an error. Fails with `refused` for a built-in view. */
      run: ({ connectionId, of, id }) =>
        inTurn(connectionId, async () => {
          if (isBuiltIn(id)) return fail(staysAsItIs);
          const known = (await ownViews(connectionId, of)).find((record) => record.id === id);
          const changed = await share(known);
          if (!changed.ok) return changed;
          await store.views.remove(connectionId, id);
          return listed(connectionId, of);
        }),
      log: unlogged,
    },
    layout: {
      run: ({ connectionId }) => inTurn(connectionId, async () => ok(await readLayout(connectionId))),
    },
    setColumns: {
      run: ({ connectionId, of, columns }) =>
        inTurn(connectionId, async () => {
          await putLayout(connectionId, of === 'paper' ? { paperColumns: columns } : { columns });
          return ok(columns);
        }),
      log: unlogged,
    },
    keepLast: {
      run: ({ connectionId, last }) =>
        inTurn(connectionId, async () => {
          const kept = await readLayout(connectionId);
          await putLayout(connectionId, { last: { ...kept.last, ...last } });
          return ok(null);
        }),
      log: unlogged,
    },
  };
}

function sharedBody(view: ViewRecord | undefined): ViewBody | null {
  if (view?.shared !== true) return null;
  const { of, name, query, createdAt } = view;
  return { of, name, query, createdAt };
}

function whyWrongName(name: string, others: readonly { readonly name: string }[]): string | null {
  if (name === '') return 'Enter a name.';
  if (name.length > LONGEST_NAME) return `Use at most ${LONGEST_NAME} characters.`;
  const isTaken = others.some((other) => foldText(other.name) === foldText(name));
  return isTaken ? 'Another view already has this name.' : null;
}

const staysAsItIs = failure('refused', {
  message: 'Built-in views can’t be changed.',
  nextStep: 'Save your changes as a new view.',
});
const viewGone = failure('not-found', {
  message: 'This view no longer exists.',
  nextStep: 'Save the filters as a new view.',
});

const MARK = 'built-in:';

function isBuiltIn(id: string): boolean {
  return id.startsWith(MARK);
}

/** Returns the built-in views. "This week" starts on Monday at midnight, local time. */
function builtInViews(now: number, of: ListOf): readonly SavedView[] {
  if (of === 'paper') {
    return [
      view('templates', 'Templates', { kind: 'mark', mark: 'template', is: true }),
      view('old-papers', 'Older than 90 days', { kind: 'older-than', days: 90 }),
      view('papers-this-week', 'Added this week', { kind: 'created', from: mondayOf(now), to: null }),
      view('deleted-papers', 'Deleted', { kind: 'mark', mark: 'vanished', is: true }),
    ];
  }
  return [
    view('old', 'Older than 90 days', { kind: 'older-than', days: 90 }),
    view('unlabelled', 'Without a label', { kind: 'mark', mark: 'labelled', is: false }),
    view('this-week', 'Created this week', { kind: 'created', from: mondayOf(now), to: null }),
    view('vanished', 'No longer listed', { kind: 'mark', mark: 'vanished', is: true }),
  ];
}

function view(id: string, name: string, filter: RowFilter): SavedView {
  const query = { find: '', filters: [filter], order: { by: 'created', descending: true } } as const;
  return { id: MARK + id, name, query, builtIn: true };
}

function mondayOf(now: number): number {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  return day.getTime();
}
