/** S18: the activity log cut, emptied, removed and replaced while Easel is closed, through the whole of main. */
import { DEFAULT_PREFERENCES } from '../../main/preferences/preferences.ts';
import { appendFile, copyFile, cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lineOf, readLine } from '../../main/activity/line.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { startServices, type TestServices } from '../support/services.ts';
import { WHOLE, type Dose } from './dose.ts';

const LINES = 12;
const LATER_LINES = 3;
const MOST_CALLS = 8;
const ALL_CUTS = {
  connectionId: null,
  action: 'log-cut',
  user: null,
  since: null,
  until: null,
  find: '',
  open: [],
  from: 0,
  count: 50,
} as const;
const SOUND = /lines? (?:is|are) as/u;

/** What is done to a log of `LINES` lines, and what must be said of it. */
interface Damage {
  readonly name: string;
  readonly play: (file: string) => Promise<void>;
  /** What the line says that tells of it; null where nothing may be said, for nothing is missing. */
  readonly says: RegExp | null;
}

/** Cuts at every end of a line and at other bytes, and everything else that takes lines away; then what takes none. */
export async function checkLogCuts({ logCuts }: Dose): Promise<Finding> {
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-log-cuts-'));
  const cases: Case[] = [];
  try {
    const whole = path.join(folder, 'whole');
    await writeLog(whole, LINES);
    const bytes = await readFile(logOf(whole));
    const forgeries = await forge(folder, bytes);
    const damages = [...ends(bytes), ...forgeries, ...harmless(bytes)];
    for (const [at, damage] of damages.entries()) {
      const both = at % 2 === 0 ? [0, LATER_LINES] : [LATER_LINES, 0];
      for (const later of logCuts < WHOLE.logCuts ? both.slice(0, 1) : both)
        cases.push(await play(folder, damage, later));
    }
    const inside = cutsInside(bytes, logCuts);
    for (const [at, damage] of inside.entries()) {
      cases.push(await play(folder, damage, at % 2 === 0 ? 0 : LATER_LINES));
    }
    cases.push(await playSeveral(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const bad = cases.filter(({ problems }) => problems.length > 0).length;
  const fewer = logCuts < WHOLE.logCuts ? ' (fewer bytes here, with or without later lines)' : '';
  return {
    id: 'S18',
    what: 'the activity log cut, emptied, removed, replaced, with and without later lines',
    figure: `${cases.length - bad} of ${cases.length} told as they are, over 3 starts each`,
    target: `all told, for good, and nothing told of a crash${fewer}`,
    ...tally(cases),
  };
}

const logOf = (folder: string): string => path.join(folder, 'activity.jsonl');

/** A log of its own, by calls; over several starts, for a start has so many calls and no more. */
async function writeLog(folder: string, lines: number): Promise<void> {
  for (let left = lines; left > 0; left -= MOST_CALLS) {
    const services = await startServices(folder);
    await write(services, Math.min(left, MOST_CALLS));
    await services.release();
  }
}

async function write(services: TestServices, lines: number): Promise<void> {
  for (let line = 1; line <= lines; line += 1) {
    const told = await services.call('app.prefer', {
      ...DEFAULT_PREFERENCES,
      holdSeconds: { single: 10 + line, bulk: 30 },
    });
    if (!told.ok) throw new Error(told.error.message);
  }
}

const cutAt = (size: number) => (file: string) => truncate(file, size);

function ends(bytes: Buffer): readonly Damage[] {
  const places = [...bytes.entries()].flatMap(([at, byte]) => (byte === 10 ? at + 1 : []));
  return [0, ...places.slice(0, -1)].map((size, left) => ({
    name: `cut behind line ${left}`,
    play: cutAt(size),
    says: missing(left),
  }));
}

/** At bytes all over the file; always at the last and the one before. */
function cutsInside(bytes: Buffer, count: number): readonly Damage[] {
  const sizes = Array.from(
    { length: count },
    (_, at) => bytes.length - 1 - Math.floor((at * bytes.length) / count),
  );
  return [bytes.length - 2, ...sizes].map((size) => {
    const left = bytes.subarray(0, size).filter((byte) => byte === 10).length;
    return { name: `cut at byte ${size} of ${bytes.length}`, play: cutAt(size), says: missing(left) };
  });
}

function missing(left: number): RegExp {
  const numbers = LINES - left === 1 ? `number ${LINES}` : `numbers ${left + 1} to ${LINES}`;
  return new RegExp(`(?:^|All )${LINES - left} (?:entry|entries) .*missing.*${numbers}\\b`, 'u');
}

async function forge(folder: string, bytes: Buffer): Promise<readonly Damage[]> {
  const others = await Promise.all(
    [LINES - 4, LINES, LINES + 5].map(async (lines) => {
      const other = path.join(folder, `other-${lines}`);
      await writeLog(other, lines);
      return { lines, file: logOf(other) };
    }),
  );
  const lines = bytes.toString('utf8').trimEnd().split('\n');
  const last = readLine(lines.at(-1) ?? '');
  const before = readLine(lines.at(-2) ?? '');
  if (last === null || before === null) throw new Error('the log can’t be read');
  const { line } = lineOf({ ...last.entry, target: 'another' }, before.head);
  const all = missing(0);
  const another = new RegExp(`Entry ${LINES} is no longer what Easel wrote`, 'u');
  return [
    { name: 'removed', play: (file) => rm(file), says: all },
    { name: 'replaced by text', play: (file) => writeFile(file, 'nothing happened\n'), says: all },
    { name: 'replaced by zeros', play: (file) => writeFile(file, Buffer.alloc(bytes.length)), says: all },
    {
      name: 'replaced by many zeros',
      play: (file) => writeFile(file, `${'\0'.repeat(200_000)}\n`),
      says: another,
    },
    {
      name: 'its last line rewritten',
      play: (file) => writeFile(file, `${[...lines.slice(0, -1), line].join('\n')}\n`),
      says: another,
    },
    ...others.map(({ lines: count, file: other }) => ({
      name: `replaced by another log of ${count} lines`,
      play: (file: string) => copyFile(other, file),
      says: count < LINES ? missing(count) : another,
    })),
  ];
}

/** What a crash leaves: nothing that was kept is missing. */
function harmless(bytes: Buffer): readonly Damage[] {
  const lines = bytes.toString('utf8').trimEnd().split('\n');
  const last = readLine(lines.at(-1) ?? '');
  if (last === null) throw new Error('the log can’t be read');
  const { line } = lineOf({ ...last.entry, number: LINES + 1 }, last.head);
  return [
    { name: 'left as it is', play: () => Promise.resolve(), says: null },
    { name: 'with half a line more', play: (file) => appendFile(file, line.slice(0, 90)), says: null },
    {
      name: 'with a line more, whose head was not kept',
      play: (file) => appendFile(file, `${line}\n`),
      says: null,
    },
  ];
}

/** Does it to a copy; looks at the opening, after later lines, and after two more starts. */
async function play(folder: string, { name, play: damage, says }: Damage, later: number): Promise<Case> {
  const copy = path.join(folder, 'played');
  await cp(path.join(folder, 'whole'), copy, { recursive: true });
  const problems: string[] = [];
  try {
    await damage(logOf(copy));
    for (const start of [1, 2, 3]) {
      const services = await startServices(copy);
      const at = `at start ${start}`;
      problems.push(...(await look(services, says, at)));
      await write(services, later);
      problems.push(...(await look(services, says, `${at}, after ${later} lines`)));
      await services.release();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  return { name: `${name}, ${later} lines after`, problems: problems.slice(0, 3) };
}

async function look(services: TestServices, says: RegExp | null, when: string): Promise<readonly string[]> {
  const checked = await services.call('activity.check', {});
  const page = await services.call('activity.page', ALL_CUTS);
  if (!checked.ok || !page.ok) return [`${when}: the log can’t be read`];
  const { brokenAt, summary } = checked.value;
  const entries = page.value.matching;
  if (says === null) {
    return brokenAt === null && entries === 0 ? [] : [`${when}: ${summary}`];
  }
  return [
    ...(brokenAt === null || SOUND.test(summary) ? [`${when}: the check says: ${summary}`] : []),
    ...(says.test(summary) ? [] : [`${when}: it is not said what is missing: ${summary}`]),
    ...(entries === 1 ? [] : [`${when}: ${entries} lines tell of it`]),
  ];
}

/** Three cuts, each after a few lines: each is told, and no number is given twice. */
async function playSeveral(folder: string): Promise<Case> {
  const copy = path.join(folder, 'played');
  await cp(path.join(folder, 'whole'), copy, { recursive: true });
  const problems: string[] = [];
  const used = new Set<number>();
  for (const times of [1, 2, 3]) {
    const text = await readFile(logOf(copy), 'utf8');
    const lines = text.trimEnd().split('\n');
    for (const line of lines) used.add(readLine(line)?.entry.number ?? 0);
    const left = lines.slice(0, -2);
    await writeFile(logOf(copy), `${left.join('\n')}\n`);
    const services = await startServices(copy);
    await write(services, LATER_LINES);
    const page = await services.call('activity.page', ALL_CUTS);
    const told = page.ok ? page.value.matching : 0;
    if (told !== times) problems.push(`after ${times} cuts ${told} lines tell of one`);
    await services.release();
    const after = (await readFile(logOf(copy), 'utf8')).trimEnd().split('\n').slice(left.length);
    const twice = after.filter((line) => used.has(readLine(line)?.entry.number ?? 0));
    if (twice.length > 0) problems.push(`${twice.length} numbers are used twice`);
  }
  await rm(copy, { recursive: true, force: true });
  return { name: 'cut three times', problems };
}
