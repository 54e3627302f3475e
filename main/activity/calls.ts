import type { ActivityEntry, ActivityPage, ActivityRow } from '../../preload/contract/activity.ts';
import { ok } from '../../preload/contract/failure.ts';
import type { CallsOf } from '../lib/implementation.ts';
import type { Store } from '../store/database.ts';
import type { Activity } from './activity.ts';
import { unlogged } from './entries.ts';

export interface NamesOptions {
  readonly notes: Pick<Store['notes'], 'ofBoards'>;
  readonly register: Pick<Store['papers'], 'withDeleted'>;
}

export function activityCalls(activity: Activity, names: NamesOptions): CallsOf<'activity'> {
  return {
    page: {
      run: async (args) => {
        const page = await activity.page(args);
        return page.ok ? ok(await withNames(names, page.value)) : page;
      },
    },
    outline: { run: () => activity.outline() },
    copyTarget: { run: (args) => activity.copyTarget(args), log: unlogged },
    export: { run: (args) => activity.export(args), log: unlogged },
  };
}

/** Adds the current names of boards and papers to log entries, which contain only ids. Omits unknown names. */
export async function withNames(options: NamesOptions, page: ActivityPage): Promise<ActivityPage> {
  const targets = new Map<string, Set<string>>();
  for (const { connectionId, target } of page.rows.flatMap(entriesOf)) {
    if (connectionId === '' || target === '') continue;
    targets.set(connectionId, (targets.get(connectionId) ?? new Set()).add(target));
  }
  const names = new Map<string, string>();
  for (const [connectionId, ids] of targets) {
    const [notes, papers] = await Promise.all([
      options.notes.ofBoards(connectionId, [...ids]).catch(() => []),
      options.register.withDeleted(connectionId).catch(() => []),
    ]);
    for (const { boardId, label } of notes) names.set(`${connectionId} ${boardId}`, label);
    for (const { identifier, name } of papers) names.set(`${connectionId} ${identifier}`, name);
  }
  const named = (entry: ActivityEntry): ActivityEntry => {
    const name = names.get(`${entry.connectionId} ${entry.target}`) ?? '';
    return name === '' ? entry : { ...entry, name };
  };
  return { ...page, rows: page.rows.map((row) => namedRow(row, named)) };
}

function entriesOf(row: ActivityRow): readonly ActivityEntry[] {
  if (row.kind === 'day') return [];
  return row.kind === 'entry' ? [row.entry] : [row.last, ...(row.only === null ? [] : [row.only])];
}

function namedRow(row: ActivityRow, named: (entry: ActivityEntry) => ActivityEntry): ActivityRow {
  if (row.kind === 'day') return row;
  if (row.kind === 'entry') return { ...row, entry: named(row.entry) };
  return { ...row, last: named(row.last), only: row.only && named(row.only) };
}
