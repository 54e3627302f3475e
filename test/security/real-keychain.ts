/** Check S12: Easel reports each gnome-keyring state within 10 s, without a crash and without blocking disk reads. */
import { tally, type Case, type Finding } from '../support/finding.ts';
import { keyringAvailable, startKeyring, type Keyring, type KeyringState } from '../support/keyring.ts';
import { startPrompter } from '../support/prompter.ts';
import { Child } from './child.ts';
import type { ChildReport } from './keychain-child.ts';

/** Longest duration of a keychain call in ms: Easel's deadline of 10 s, and 0.5 s more for slow machines. */
const LONGEST_STATE_MS = 10_500;
const MOST_DISK_MS = 100;
const KEY = 'sk_s12-0123456789-abcdefghij';

const SLOW_DISK = 'the disk took';

interface Scene {
  readonly name: string;
  readonly state: KeyringState;
  readonly found: string;
  readonly set: string;
  readonly prepare?: (keyring: Keyring) => Promise<() => void>;
}

const SCENES: readonly Scene[] = [
  { name: 'unlocked', state: 'unlocked', found: 'available', set: 'ok' },
  { name: 'locked', state: 'locked', found: 'locked', set: 'keychain-locked' },
  {
    name: 'its question dismissed by a person after 2 s',
    state: 'locked',
    found: 'locked',
    set: 'keychain-locked',
    prepare: async ({ environment }) => {
      const prompter = await startPrompter(environment['DBUS_SESSION_BUS_ADDRESS'] ?? '', 2000);
      return () => prompter.stop();
    },
  },
  { name: 'no bus', state: 'no-bus', found: 'absent', set: 'keychain-absent' },
  { name: 'no service', state: 'no-service', found: 'absent', set: 'keychain-absent' },
  {
    name: 'a service that hangs',
    state: 'unlocked',
    found: 'busy',
    set: 'keychain-busy',
    prepare: (keyring) => {
      keyring.freeze();
      return Promise.resolve(() => keyring.thaw());
    },
  },
];

export async function check(): Promise<Finding> {
  const base = {
    id: 'S12',
    what: 'the real gnome-keyring: unlocked, locked, dismissed, no bus, no service, hanging',
    target: `0 crashes; a state within 10 s; the disk within ${MOST_DISK_MS} ms`,
  };
  if (!keyringAvailable()) {
    const skipped = 'no gnome-keyring of one’s own on this system';
    return { ...base, ...tally([{ name: 'S12', problems: [], skipped }]) };
  }
  // Tests all keyring states concurrently, because the tests mostly wait. Each has a private D-Bus and process.
  const cases = await Promise.all(SCENES.map((scene) => play(scene)));
  for (const [at, { problems }] of cases.entries()) {
    const scene = SCENES[at];
    // Repeats slow tests one at a time, because six concurrent processes may overload the machine.
    const isSlowOnly = problems.length > 0 && problems.every((problem) => problem.startsWith(SLOW_DISK));
    if (isSlowOnly && scene !== undefined) cases[at] = await play(scene);
  }
  return { ...base, ...tally(cases) };
}

async function play(scene: Scene): Promise<Case> {
  const keyring = await startKeyring({ state: scene.state });
  const undo = await scene.prepare?.(keyring);
  try {
    const environment = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...keyring.environment };
    const child = new Child<ChildReport>('keychain-child.ts', ['key-s12', KEY], environment);
    const ending = await child.ended();
    const report = child.messages[0] ?? null;
    const problems = report === null ? [`the process ended with ${ending}`] : judge(scene, report);
    const leaks = child.errors.includes(KEY) ? ['the key is on stderr'] : [];
    return { name: scene.name, problems: [...problems, ...leaks] };
  } finally {
    undo?.();
    await keyring.stop();
  }
}

function judge(scene: Scene, { state, stateMs, set, setMs, get, slowestDiskMs }: ChildReport) {
  const wantedGet = scene.set === 'ok' ? 'the key' : scene.set;
  return [
    ...(state === scene.found ? [] : [`the state is ${state} instead of ${scene.found}`]),
    ...(stateMs <= LONGEST_STATE_MS ? [] : [`the state took ${stateMs.toFixed(0)} ms`]),
    ...(set === scene.set ? [] : [`writing came to ${set}`]),
    ...(setMs <= LONGEST_STATE_MS ? [] : [`writing took ${setMs.toFixed(0)} ms`]),
    ...(get === wantedGet ? [] : [`reading came to ${get}`]),
    ...(slowestDiskMs < MOST_DISK_MS ? [] : [`${SLOW_DISK} ${slowestDiskMs.toFixed(0)} ms`]),
  ];
}
