import { createHmac } from 'node:crypto';
import { Lock, type LockOptions, type SlowHash } from '../../../../../main/ipc/lock/lock.ts';
import type { LockState } from '../../../../../preload/contract/app.ts';
import { ok, type Result } from '../../../../../preload/contract/failure.ts';

export type LockUnderTest = Awaited<ReturnType<typeof openLock>>;

export type Changes = Partial<Pick<LockOptions, 'forcedMinutes' | 'removeKeys'>> & {
  readonly ask?: () => Promise<boolean>;
  readonly canAsk?: boolean;
  readonly written?: Map<string, string>;
};

/** Replaces scrypt, which would take 0.2 s per call. */
const quickHash: SlowHash = (passphrase, salt) =>
  Promise.resolve(createHmac('sha256', salt).update(passphrase).digest());

export async function openLock(changes: Changes = {}) {
  const {
    ask = null,
    canAsk = ask !== null,
    written = new Map<string, string>(),
    forcedMinutes = null,
  } = changes;
  /** Published lock states in order. `drop` means that the lock removed the API keys from memory. */
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
      canAsk,
    },
    forcedMinutes,
    hash: quickHash,
    steady: () => clock.now,
    after: (_ms, run) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
    onChange: (state) => void told.push(state),
    dropKeys: () => void told.push('drop'),
    onUnlock: () => undefined,
    removeKeys: changes.removeKeys ?? (() => Promise.resolve(ok(null))),
  });
  await lock.open();
  return {
    lock,
    written,
    told,
    person,
    clock,
    leave: (): void => {
      for (const listener of leaving) listener();
    },
    /** Runs the lock's next timer. Returns false if there is none. */
    ring: (): boolean => {
      const [timer] = timers;
      if (timer === undefined) return false;
      timers.delete(timer);
      timer();
      return true;
    },
    full,
  };
}

export function outcomeOf(result: Result<unknown>): string {
  if (result.ok) return 'ok';
  const fields = Object.keys(result.error.fields ?? {});
  return fields.length > 0 ? fields.join() : result.error.code;
}

export const PASSPHRASE = 'correct horse battery';

export const FIVE_MINUTES = { idleMinutes: 5, passphrase: PASSPHRASE, currentPassphrase: null };
