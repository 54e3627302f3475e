/** S12: the real gnome-keyring in each of its states: a state in time, no crash, and a disk that still answers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { keyringAvailable, startKeyring, type Keyring, type KeyringState } from '../support/keyring.ts';
import { startPrompter } from '../support/prompter.ts';
import type { Dose } from './dose.ts';
import type { ChildReport } from './keychain-child.ts';

const CHILD = path.join(import.meta.dirname, 'keychain-child.ts');
/** Not a real key. */
const KEY = 'sk_s12-0123456789-abcdefghij';

const SLOW_DISK = 'the disk took';

interface Scene {
  readonly name: string;
  readonly state: KeyringState;
  readonly states: readonly string[];
  readonly set: readonly string[];
  /** Brings the keyring there; gives what takes it back. */
  readonly prepare?: (keyring: Keyring) => Promise<() => void>;
}

const SCENES: readonly Scene[] = [
  { name: 'unlocked', state: 'unlocked', states: ['available'], set: ['ok'] },
  { name: 'locked', state: 'locked', states: ['locked'], set: ['keychain-locked'] },
  {
    name: 'its question dismissed by a person after 2 s',
    state: 'locked',
    states: ['locked'],
    set: ['keychain-locked'],
    prepare: (keyring) => ask(keyring, 2000),
  },
  {
    name: 'its question left open',
    state: 'locked',
    states: ['busy'],
    set: ['keychain-busy'],
    prepare: (keyring) => ask(keyring, 60_000),
  },
  { name: 'no bus', state: 'no-bus', states: ['absent'], set: ['keychain-absent'] },
  { name: 'no service', state: 'no-service', states: ['absent'], set: ['keychain-absent'] },
  {
    name: 'a service that hangs',
    state: 'unlocked',
    states: ['busy'],
    set: ['keychain-busy'],
    prepare: (keyring) => {
      keyring.freeze();
      return Promise.resolve(() => keyring.thaw());
    },
  },
];

async function ask(keyring: Keyring, afterMs: number): Promise<() => void> {
  const prompter = await startPrompter(keyring.environment['DBUS_SESSION_BUS_ADDRESS'] ?? '', afterMs);
  return () => prompter.stop();
}

interface Outcome extends Case {
  readonly report: ChildReport | null;
}

const WHAT = 'the real gnome-keyring: unlocked, locked, dismissed, left open, no bus, no service, hanging';

/** Plays every scene; skipped by name where this system can't have a keyring of its own. */
export async function checkRealKeychain(dose: Dose): Promise<Finding> {
  const target = `0 crashes; a state within ${Math.floor(dose.longestStateMs / 1000)} s; the disk within ${dose.slowestDiskMs} ms`;
  const base = { id: 'S12', what: WHAT, target } as const;
  if (!keyringAvailable()) {
    const skipped = 'no gnome-keyring of one’s own on this system';
    return { ...base, figure: 'not run', ...tally([{ name: 'S12', problems: [], skipped }]) };
  }
  // Side by side: each has a bus and a process of its own, and two of them only wait.
  const together = await Promise.all(SCENES.map((scene) => play(scene, dose)));
  const cases: Outcome[] = [];
  for (const [at, scene] of SCENES.entries()) {
    const first = together[at] ?? (await play(scene, dose));
    // Seven processes at once are a busy machine: whether it was that, or the keychain, is seen without the others.
    cases.push(isSlowOnly(first) ? await play(scene, dose) : first);
  }
  const reports = cases.flatMap(({ report }) => report ?? []);
  const longest = Math.max(...reports.map(({ stateMs }) => stateMs));
  const disk = Math.max(...reports.map(({ slowestDiskMs }) => slowestDiskMs));
  const crashes = cases.length - reports.length;
  return {
    ...base,
    figure: `${crashes} crashes in ${cases.length} states; a state after ${(longest / 1000).toFixed(1)} s at most; the disk after ${disk.toFixed(0)} ms at most`,
    ...tally(cases),
  };
}

function isSlowOnly({ problems }: Outcome): boolean {
  return problems.length > 0 && problems.every((problem) => problem.startsWith(SLOW_DISK));
}

async function play(scene: Scene, dose: Dose): Promise<Outcome> {
  const keyring = await startKeyring({ state: scene.state });
  const undo = await scene.prepare?.(keyring);
  try {
    const ended = await runChild(keyring);
    return { name: scene.name, report: ended.report, problems: judge(scene, ended, dose) };
  } finally {
    undo?.();
    await keyring.stop();
  }
}

interface Ending {
  readonly report: ChildReport | null;
  readonly ending: string;
  readonly leak: readonly string[];
}

async function runChild(keyring: Keyring): Promise<Ending> {
  const env = { ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...keyring.environment };
  const child = spawn(process.execPath, [CHILD, 'key-s12', KEY], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  // A crash leaves no report: it is the last thing that the process does but for ending itself.
  const report = said.endsWith('}') ? (JSON.parse(said) as ChildReport) : null;
  const leak = errors.includes(KEY) ? ['the key stands on stderr'] : [];
  return { report, ending: signal ?? `code ${code ?? 'none'}`, leak };
}

function judge(
  scene: Scene,
  { report, ending, leak }: Ending,
  { longestStateMs, slowestDiskMs: mostDiskMs }: Dose,
): readonly string[] {
  if (report === null) return [`the process ended with ${ending}`];
  const { state, stateMs, set, setMs, get, slowestDiskMs, diskAnswers } = report;
  const wantedGet = scene.set.includes('ok') ? 'the key' : set;
  return [
    ...(scene.states.includes(state)
      ? []
      : [`the state is ${state} instead of ${scene.states.join(' or ')}`]),
    ...(stateMs <= longestStateMs ? [] : [`the state took ${stateMs.toFixed(0)} ms`]),
    ...(scene.set.includes(set) ? [] : [`writing came to ${set}`]),
    ...(setMs <= longestStateMs ? [] : [`writing took ${setMs.toFixed(0)} ms`]),
    ...(get === wantedGet ? [] : [`reading came to ${get}`]),
    ...(slowestDiskMs < mostDiskMs ? [] : [`${SLOW_DISK} ${slowestDiskMs.toFixed(0)} ms`]),
    ...(diskAnswers > 0 ? [] : ['the disk was not asked']),
    ...leak,
  ];
}
