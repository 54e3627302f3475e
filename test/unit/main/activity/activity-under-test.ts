/** The activity log over a real file in a folder of its own, with a clock and timers that stand still. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { freshFolder } from '../../../support/fresh-folder.ts';
import { Activity, type NewEntry } from '../../../../main/activity/activity.ts';
import { beginWhole } from '../../../../main/files/write-whole.ts';
import { createLog } from '../../../../main/log/log.ts';
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

export interface ActivityUnderTest {
  readonly activity: Activity;
  readonly file: string;
  readonly folder: string;
  readonly lines: string[];
  readonly told: number[];
  /** What went to the clipboard. */
  readonly copied: string[];
  readonly settings: Map<string, string>;
  readonly exported: string;
  readonly runTimers: () => void;
  readonly clock: { now: number };
}

/** `over`: another run over what an earlier one left. */
export function activityUnderTest(
  over: Pick<ActivityUnderTest, 'folder' | 'settings'> = { folder: freshFolder(), settings: new Map() },
): ActivityUnderTest {
  const { folder, settings } = over;
  const [lines, told, copied, timers]: [string[], number[], string[], (() => void)[]] = [[], [], [], []];
  const [file, exported] = [path.join(folder, 'activity.jsonl'), path.join(folder, 'exported')];
  const clock = { now: Date.UTC(2026, 10, 21) };
  const log = createLog({ write: (line) => lines.push(line) });
  log.secrets.add('a-key-that-is-no-key');
  const activity = new Activity({
    file,
    settings: {
      get: (name) => Promise.resolve(settings.get(name) ?? null),
      set: (name, value) => Promise.resolve(void settings.set(name, value ?? '')),
    },
    files: { saveStream: () => beginWhole(exported) },
    user: 'ada',
    nameOf: (connectionId) => Promise.resolve(connectionId === 'c-1' ? 'Acme' : null),
    copyText: (text) => {
      copied.push(text);
      return Promise.resolve(ok(null));
    },
    log,
    onChange: ({ entries }) => told.push(entries),
    now: () => clock.now,
    after: (_ms, run) => {
      timers.push(run);
      return () => undefined;
    },
  });
  // Before its folder goes: the hook that came last runs first.
  onTestFinished(() => activity.close());
  const runTimers = (): void => timers.splice(0).forEach((run) => run());
  return { activity, file, folder, lines, told, copied, settings, exported, runTimers, clock };
}

/** The filter that lets everything through. */
export const ALL = {
  connectionId: null,
  action: null,
  user: null,
  since: null,
  until: null,
  find: '',
} as const;

/** The newest entries that match, without the headings of their days. */
export async function entriesOf(
  { activity }: Pick<ActivityUnderTest, 'activity'>,
  filter: Partial<ActivityFilter> = {},
): Promise<readonly ActivityEntry[]> {
  const { rows } = value(await activity.page({ ...ALL, ...filter, open: [], from: 0, count: 100 }));
  return rows.flatMap((row) => (row.kind === 'entry' ? row.entry : []));
}

/** What a call gave; throws for a failure. */
export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A log of `count` deletes, all written. */
export async function logOf(count: number): Promise<ActivityUnderTest> {
  const under = activityUnderTest();
  for (let index = 1; index <= count; index += 1) under.activity.record({ ...DELETED, target: `b-${index}` });
  await under.activity.check();
  return under;
}

/** The lines of the file. */
export const linesOf = ({ file }: ActivityUnderTest): string[] =>
  readFileSync(file, 'utf8').trimEnd().split('\n');
