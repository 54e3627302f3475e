/** Saved views (named queries), visible columns and last screen of each connection. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  rowColumn,
  lastState,
  type RowColumn,
  type RowFilter,
  type SavedView,
} from '../../preload/contract/boards.ts';
import type { ArgsOf, ValueOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Core } from '../ipc/core.ts';
import { unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../lib/implementation.ts';
import { readJson } from '../lib/files/json-file.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { foldText } from '../lib/wording/fold.ts';
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
const MOST_VIEWS = 200;

export class Views {
  readonly #options: ViewsOptions;
  readonly #mutex = new KeyedMutex();

  constructor(options: ViewsOptions) {
    this.#options = options;
  }

  /** Returns a connection's views, built-in views first. All methods fail with `not-found` or `storage`. */
  list({ connectionId, of }: ArgsOf<'views.list'>): Promise<Result<readonly SavedView[]>> {
    return this.#of(connectionId, () => this.#list(connectionId, of));
  }

  /** Saves a view. Without `shared`, the view keeps its present sharing. Fails with `invalid-input` (field `name`). */
  save({
    connectionId,
    of,
    id,
    name,
    query,
    rule,
    shared,
  }: ArgsOf<'views.save'>): Promise<Result<readonly SavedView[]>> {
    return this.#of(connectionId, async () => {
      const { store, now, sharing } = this.#options;
      if (id !== null && isBuiltIn(id)) return fail(staysAsItIs);
      const own = await this.#own(connectionId, of);
      const known = own.find((record) => record.id === id);
      if (id !== null && known === undefined) return fail(viewGone);
      const newName = cleanLine(name).replaceAll(/\s+/gu, ' ');
      const others = [...own.filter((record) => record !== known), ...builtInViews(now(), of)];
      const wrong = whyWrongName(newName, others);
      if (wrong !== null) return fail(wrongFields({ name: wrong }));
      if (known === undefined && own.length >= MOST_VIEWS) return fail(tooMany);
      const next: ViewRecord = {
        id: known?.id ?? randomUUID(),
        connectionId,
        of: of ?? 'board',
        name: newName,
        query: JSON.stringify({ ...query, rule }),
        createdAt: known?.createdAt ?? now(),
        shared: (shared ?? known?.shared ?? false) && sharing.isJoined(connectionId),
      };
      const changed = await this.#share(known, next);
      if (!changed.ok) return changed;
      await store.views.put(next);
      return this.#list(connectionId, of);
    });
  }

  /** Removes a view; succeeds for an unknown id. Fails with `refused` for a built-in view. */
  remove({ connectionId, of, id }: ArgsOf<'views.remove'>): Promise<Result<readonly SavedView[]>> {
    return this.#of(connectionId, async () => {
      if (isBuiltIn(id)) return fail(staysAsItIs);
      const known = (await this.#own(connectionId, of)).find((record) => record.id === id);
      const changed = await this.#share(known);
      if (!changed.ok) return changed;
      await this.#options.store.views.remove(connectionId, id);
      return this.#list(connectionId, of);
    });
  }

  async #share(known: ViewRecord | undefined, next?: ViewRecord): Promise<Result<unknown>> {
    const [before, after] = [sharedBody(known), sharedBody(next)];
    const { id, connectionId } = next ?? known ?? { id: '', connectionId: '' };
    if (before === null && after === null) return ok(null);
    return this.#options.sharing.change(connectionId, [{ kind: 'view', id, before, after }]);
  }

  layout({ connectionId }: ArgsOf<'views.layout'>): Promise<Result<ValueOf<'views.layout'>>> {
    return this.#of(connectionId, async () => ok(await this.#layout(connectionId)));
  }

  setColumns({
    connectionId,
    of,
    columns,
  }: ArgsOf<'views.setColumns'>): Promise<Result<readonly RowColumn[]>> {
    return this.#of(connectionId, async () => {
      await this.#putLayout(connectionId, of === 'paper' ? { paperColumns: columns } : { columns });
      return ok(columns);
    });
  }

  keepLast({ connectionId, last }: ArgsOf<'views.keepLast'>): Promise<Result<null>> {
    return this.#of(connectionId, async () => {
      const kept = await this.#layout(connectionId);
      await this.#putLayout(connectionId, { last: { ...kept.last, ...last } });
      return ok(null);
    });
  }

  async #own(connectionId: string, of: ListOf): Promise<readonly ViewRecord[]> {
    const all = await this.#options.store.views.ofConnection(connectionId);
    return all.filter((record) => record.of === (of ?? 'board'));
  }

  async #list(connectionId: string, of: ListOf): Promise<Result<readonly SavedView[]>> {
    const own = (await this.#own(connectionId, of)).flatMap(({ id, name, query: text, shared }) => {
      const stored = readJson(viewQuery, text);
      if (stored === null) return [];
      const { rule, ...query } = stored;
      const more = { ...(shared && { shared }), ...(rule !== undefined && { rule }) };
      return [{ id, name, query, builtIn: false, ...more }];
    });
    return ok([...builtInViews(this.#options.now(), of), ...own]);
  }

  async #layout(connectionId: string): Promise<ValueOf<'views.layout'>> {
    const { columns, paperColumns, last } = await this.#options.store.layouts.get(connectionId);
    return {
      columns: readJson(COLUMNS, columns) ?? [],
      paperColumns: readJson(COLUMNS, paperColumns) ?? [],
      last: readJson(lastState, last) ?? {},
    };
  }

  async #putLayout(connectionId: string, change: Partial<ValueOf<'views.layout'>>): Promise<void> {
    const { columns, paperColumns, last } = { ...(await this.#layout(connectionId)), ...change };
    await this.#options.store.layouts.put(connectionId, {
      columns: JSON.stringify(columns),
      paperColumns: JSON.stringify(paperColumns),
      last: JSON.stringify(last),
    });
  }

  #of<T>(connectionId: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    return this.#mutex.run(connectionId, () =>
      orStorage(this.#options.recordOf(connectionId).then((record) => (record.ok ? work() : record))),
    );
  }
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
  nextStep: 'Save it as a new view.',
});
const tooMany = failure('invalid-input', {
  message: `This connection already has ${MOST_VIEWS} views.`,
  nextStep: 'Remove another view first.',
});

const MARK = 'built-in:';

function isBuiltIn(id: string): boolean {
  return id.startsWith(MARK);
}

/** Returns the built-in views. Weeks start on Monday, in local time. */
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

export function viewCalls(views: Views): CallsOf<'views'> {
  return {
    list: { run: (args) => views.list(args) },
    save: { run: (view) => views.save(view), log: unlogged },
    remove: { run: (args) => views.remove(args), log: unlogged },
    layout: { run: (args) => views.layout(args) },
    setColumns: { run: (args) => views.setColumns(args), log: unlogged },
    keepLast: { run: (args) => views.keepLast(args), log: unlogged },
  };
}
