/** A lock over settings in memory, with a person, a clock and timers that do what the test says. */
import { createHmac } from 'node:crypto';
import { Lock, type LockOptions, type SlowHash } from '../../../../../main/ipc/lock/lock.ts';
import type { LockState } from '../../../../../preload/contract/app.ts';
import { ok, type Result } from '../../../../../preload/contract/failure.ts';

export interface LockUnderTest {
  readonly lock: Lock;
  /** What is written down, by name: hand it to another lock to start Easel again. */
  readonly written: Map<string, string>;
  /** What it told and did, in order: `drop`, or the state that was told. */
  readonly told: (LockState | 'drop')[];
  readonly person: { idleSeconds: number };
  readonly clock: { now: number };
  /** The system says that the person has left. */
  readonly leave: () => void;
  /** Lets the next timer ring; says whether there was one. */
  readonly ring: () => boolean;
  /** Settings by this name can't be written from now on. */
  readonly full: Set<string>;
}

export type Changes = Partial<Pick<LockOptions, 'forcedMinutes' | 'removeKeys' | 'dropKeys'>> & {
  readonly ask?: () => Promise<boolean>;
  readonly written?: Map<string, string>;
};

/** In the place of scrypt, which takes a fifth of a second. */
const quickHash: SlowHash = (passphrase, salt) =>
  Promise.resolve(createHmac('sha256', salt).update(passphrase).digest());

/** Makes a lock and opens it. */
export async function openLock(changes: Changes = {}): Promise<LockUnderTest> {
  const { ask = null, written = new Map<string, string>(), forcedMinutes = null } = changes;
  const told: (LockState | 'drop')[] = [];
  const person = { idleSeconds: 0 };
  const clock = { now: 1_000_000 };
  const full = new Set<string>();
  const timers = new Set<() => void>();
  const leaving: (() => void)[] = [];
  const lock = new Lock({
    settings: {
      get: (name) => Promise.resolve(written.get(name) ?? null),
      set: (name, value) => {
        if (full.has(name)) return Promise.reject(new Error('disk full'));
        if (value === null) written.delete(name);
        else written.set(name, value);
        return Promise.resolve();
      },
    },
    presence: {
      idleSeconds: () => person.idleSeconds,
      onAway: (listener) => void leaving.push(listener),
      ask,
    },
    forcedMinutes,
    hash: quickHash,
    now: () => clock.now,
    after: (_ms, run) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
    onChange: (state) => void told.push(state),
    dropKeys: changes.dropKeys ?? (() => void told.push('drop')),
    removeKeys: changes.removeKeys ?? (() => Promise.resolve(ok(null))),
  });
  await lock.open();
  return {
    lock,
    written,
    told,
    person,
    clock,
    leave: () => {
      for (const listener of leaving) listener();
    },
    ring: () => {
      const [timer] = timers;
      if (timer === undefined) return false;
      timers.delete(timer);
      timer();
      return true;
    },
    full,
  };
}

/** `ok`, or what is wrong: the names of the fields, else the code. */
export function outcomeOf(result: Result<unknown>): string {
  if (result.ok) return 'ok';
  const fields = Object.keys(result.error.fields ?? {});
  return fields.length > 0 ? fields.join() : result.error.code;
}

export const PASSPHRASE = 'correct horse battery';

/** The lock on, after five minutes, with the passphrase. */
export const FIVE_MINUTES = { idleMinutes: 5, passphrase: PASSPHRASE, currentPassphrase: null };
