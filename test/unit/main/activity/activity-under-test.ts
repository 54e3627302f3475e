/** The activity log with an in-memory table and a manual clock. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { freshFolder } from '../../../support/fresh-folder.ts';
import { Activity, type ActivityOptions } from '../../../../main/activity/activity.ts';
import type { NewEntry } from '../../../../main/lib/implementation.ts';
import { beginWhole } from '../../../../main/lib/files/write-whole.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { SCHEMA } from '../../../../main/store/schema.ts';
import { activityTable } from '../../../../main/store/tables/activity.ts';
import type { ActivityEntry, ActivityFilter } from '../../../../preload/contract/activity.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';

export const DELETED: NewEntry = {
  connectionId: 'c-1',
  action: 'board-deleted',
  target: 'b-7',
  outcome: 'done',
  status: 200,
  detail: 'Deleted.',
  reason: 'T-7',
};

export type ActivityUnderTest = ReturnType<typeof activityUnderTest>;

export function activityUnderTest() {
  const db = new DatabaseSync(':memory:');
  db.exec(SCHEMA);
  const table = activityTable(db);
  const [lines, published, copied, timers]: [string[], number[], string[], (() => void)[]] = [[], [], [], []];
  const exported = path.join(freshFolder(), 'exported');
  const around = { now: Date.UTC(2026, 10, 21), isFull: false };
  const log = createLog({ write: (line) => lines.push(line) });
  log.secrets.add('a-key-that-is-no-key');
  const remote = new Proxy(table, {
    get:
      (target, name) =>
      (...args: readonly unknown[]) =>
        around.isFull
          ? Promise.reject(new Error('database or disk is full'))
          : Promise.resolve(Reflect.apply(Reflect.get(target, name) as () => unknown, target, args)),
  });
  const activity = new Activity({
    table: remote as unknown as ActivityOptions['table'],
    files: { saveStream: () => beginWhole(exported) },
    user: 'ada',
    nameOf: (connectionId) => Promise.resolve(connectionId === 'c-1' ? 'Acme' : null),
    copyText: (text) => {
      copied.push(text);
      return Promise.resolve(ok(null));
    },
    log,
    onChange: ({ entries }) => published.push(entries),
    now: () => around.now,
    after: (_ms, run) => {
      timers.push(run);
      return () => undefined;
    },
  });
  onTestFinished(() => db.close());
  const runTimers = (): void => timers.splice(0).forEach((run) => run());
  return { activity, db, lines, published, copied, exported, runTimers, around };
}

export const ALL = {
  connectionId: null,
  action: null,
  user: null,
  since: null,
  until: null,
  find: '',
} as const;

export async function entriesOf(
  { activity }: Pick<ActivityUnderTest, 'activity'>,
  filter: Partial<ActivityFilter> = {},
): Promise<readonly ActivityEntry[]> {
  const { rows } = value(await activity.page({ ...ALL, ...filter, open: [], from: 0, count: 100 }));
  return rows.flatMap((row) => (row.kind === 'entry' ? row.entry : []));
}

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
