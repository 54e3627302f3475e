/** Locks Easel on idle. While locked, the main process answers only a few calls and keeps no API key in memory. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { Call } from '../../../preload/contract/call.ts';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import type { LockState } from '../../../preload/contract/app.ts';
import { fail, ok, type Failure, type Result } from '../../../preload/contract/failure.ts';
import type { Core } from '../core.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { changed, settingsChanged, unlogged } from '../../activity/entries.ts';
import { failure, orStorage, wrongFields, refusalSince } from '../../lib/wording/failure.ts';
import { counted } from '../../lib/wording/format.ts';
import { readJson } from '../../lib/files/json-file.ts';
import type { CallsOf, Question } from '../../lib/implementation.ts';
import type { Store } from '../../store/database.ts';

export interface Presence {
  readonly idleSeconds: () => number;
  readonly onAway: (listener: () => void) => void;
  readonly onSleep: (listener: () => void) => void;
  readonly onWake: (listener: () => void) => void;
  /** Asks the operating system to identify the user by Touch ID or the account's password. Null if unsupported. */
  readonly ask: (() => Promise<boolean>) | null;
  /** False if the computer has no Touch ID, or can't use it now, for example because its lid is closed. */
  readonly canAsk: boolean;
}

export interface LockOptions extends Pick<Core, 'after' | 'steady'> {
  readonly settings: Store['settings'];
  readonly presence: Omit<Presence, 'onSleep' | 'onWake'>;
  readonly forcedMinutes: number | null;
  readonly hash?: SlowHash;
  readonly onChange: (state: LockState) => void;
  readonly dropKeys: () => void;
  readonly onUnlock: () => void;
  readonly removeKeys: () => Promise<Result<null>>;
}

const POLL_MS = 5000;

export class Lock {
  readonly #options: LockOptions;
  #settings: LockSettings = NO_LOCK;
  #locked: boolean;
  #askSystem: Presence['ask'];
  #wrongGuesses = 0;
  #lastWrongAt = 0;
  /** Number of requests to lock so far. Each new request cancels a running unlock. */
  #lockRequests = 0;
  /** Checks one passphrase at a time, because parallel guesses would avoid the delay after a wrong guess. */
  readonly #mutex = new KeyedMutex();
  #stopWatching: () => void = () => undefined;

  constructor(options: LockOptions) {
    this.#options = options;
    this.#askSystem = options.presence.canAsk ? options.presence.ask : null;
    // If the policy requires a lock, Easel is locked until the lock settings are read.
    this.#locked = this.#lacksPassphrase();
  }

  /** Reads the lock settings. Locks Easel if it was locked when it quit. */
  async open(): Promise<void> {
    const { settings, presence } = this.#options;
    const [written, locked] = await Promise.all([settings.get('idle-lock'), settings.get('locked')]);
    const read = written === null ? NO_LOCK : readJson(lockSettings, written);
    this.#settings = read ?? NO_LOCK;
    const { idleMinutes, passphrase } = this.#settings;
    // A lock without a passphrase needs Touch ID, even while Touch ID can't be used. Otherwise the lock would open.
    if (passphrase === null && (idleMinutes !== null || locked !== null)) this.#askSystem = presence.ask;
    // Treats damaged lock settings as no passphrase, because a program that can damage them could also delete them.
    this.#locked = this.#lacksPassphrase() || (locked !== null && this.state().unlockBy !== 'none');
    presence.onAway(() => {
      if (this.state().idleMinutes !== null) void this.#lock();
    });
    this.#watch();
  }

  gate({ answeredWhile }: Pick<Call, 'answeredWhile'>): Failure | null {
    if (this.#lacksPassphrase() && answeredWhile?.includes('no-passphrase') === true) return null;
    return this.#locked && answeredWhile?.includes('locked') !== true ? failure('locked') : null;
  }

  get locks(): number {
    return this.#lockRequests;
  }

  isLocked(): boolean {
    return this.#locked;
  }

  /** Returns the lock's state. `idleMinutes`: idle time until Easel locks; null if no way to unlock is set up. */
  state(): LockState {
    const { forcedMinutes } = this.#options;
    const { idleMinutes, passphrase } = this.#settings;
    const unlockBy = this.#askSystem !== null ? 'system' : passphrase !== null ? 'passphrase' : 'none';
    const inForce = unlockBy === 'none' ? null : minutesInForce(idleMinutes, forcedMinutes);
    return { locked: this.#locked, idleMinutes: inForce, forcedMinutes, unlockBy };
  }

  async lockNow(): Promise<Result<LockState>> {
    if (!this.#locked && this.state().unlockBy === 'none') {
      const message = 'Easel needs a passphrase before it can lock.';
      return fail(failure('refused', { message, nextStep: 'Set a passphrase in Settings.' }));
    }
    await this.#lock();
    return ok(this.state());
  }

  /** Unlocks Easel unless a lock request follows. Fails with `refused` or `invalid-input` (field `passphrase`). */
  unlock({ passphrase }: ArgsOf<'lock.unlock'>): Promise<Result<LockState>> {
    const lockRequests = this.#lockRequests;
    const asksSystem = passphrase === null && this.#askSystem !== null;
    return this.#mutex.run('lock', async () => {
      if (!this.#locked) return ok(this.state());
      const wrong = await (asksSystem
        ? this.#checkWithSystem()
        : this.#checkPassphrase(passphrase, 'passphrase'));
      return wrong === null ? this.#release(lockRequests) : fail(wrong);
    });
  }

  /** Returns the confirmation question for a new passphrase or a longer idle time. Null for all other changes. */
  configureQuestion(wanted: ArgsOf<'lock.configure'>): Promise<Result<Question | null>> {
    return this.#mutex.run('lock', () => this.#configureQuestion(wanted));
  }

  async #configureQuestion(wanted: ArgsOf<'lock.configure'>): Promise<Result<Question | null>> {
    const { forcedMinutes, idleMinutes } = this.state();
    const fields = fieldErrors(wanted, this.state());
    if (Object.keys(fields).length > 0) return fail(wrongFields(fields));
    const hasPassphrase = this.#settings.passphrase !== null;
    if (hasPassphrase) {
      const wrong = await this.#checkPassphrase(wanted.currentPassphrase, 'currentPassphrase');
      if (wrong !== null) return fail(wrong);
    }
    const next = minutesInForce(wanted.idleMinutes, forcedMinutes);
    const later = idleMinutes !== null && (next ?? Infinity) > idleMinutes;
    const facts = [
      ...(wanted.passphrase === null ? [] : [hasPassphrase ? REPLACED : FIRST]),
      ...(later ? [`${lockPhrase(next)}. The current limit is ${counted(idleMinutes, 'minute')}.`] : []),
    ];
    const both = 'Use this passphrase and allow more idle time before Easel locks?';
    const use = later ? both : 'Use this passphrase to unlock Easel?';
    const message = wanted.passphrase === null ? 'Allow more idle time before Easel locks?' : use;
    return ok(facts.length === 0 ? null : { message, detail: facts.join('\n\n'), yes: 'Save' });
  }

  /** Saves the lock settings. Setting a passphrase that the policy requires unlocks Easel. Can fail with `storage`. */
  configure(wanted: ArgsOf<'lock.configure'>, answered?: Question | null): Promise<Result<LockState>> {
    return this.#mutex.run('lock', async () => {
      const refusal = refusalSince(answered, await this.#configureQuestion(wanted));
      if (refusal !== null) return fail(refusal);
      const known = this.#settings.passphrase;
      const { idleMinutes } = wanted;
      const passphrase =
        wanted.passphrase === null ? known : await keepPassphrase(wanted.passphrase, this.#options.hash);
      const lockRequests = this.#lockRequests;
      const wasLacking = this.#lacksPassphrase();
      const set = await this.#set({ idleMinutes, passphrase });
      return set.ok && wasLacking ? this.#release(lockRequests) : set;
    });
  }

  /** Returns the confirmation question for removing all API keys. Names no connections, because Easel may be locked. */
  removeKeysQuestion(): Question {
    const { forcedMinutes } = this.#options;
    const asksAgain = forcedMinutes !== null && this.#askSystem === null;
    const afterwards = asksAgain ? ' After the removal, Easel will ask for a new passphrase.' : '';
    return {
      message: asksAgain ? 'Remove all keys?' : 'Remove all keys and unlock Easel?',
      detail: `This removes the passphrase, and every API key and password that Easel knows, from this computer and its keychain. Everything else is kept. The keys stay valid on the service.${afterwards}`,
      yes: asksAgain ? 'Remove all keys' : 'Remove all keys and unlock',
    };
  }

  /** Removes all API keys, then the passphrase. Keeps the passphrase and fails if a keychain item may still exist. */
  removeKeys(): Promise<Result<LockState>> {
    return this.#mutex.run('lock', async () => {
      const removed = await this.#options.removeKeys();
      if (!removed.ok) return removed;
      const dropped = await this.#set(NO_LOCK);
      if (!dropped.ok) return dropped;
      this.#wrongGuesses = 0;
      if (this.#lacksPassphrase()) {
        await this.#lock();
        return ok(this.state());
      }
      // Ignores lock requests that arrived during the removal of the API keys, because no keys are left to protect.
      return this.#release(this.#lockRequests);
    });
  }

  #lacksPassphrase(): boolean {
    const { forcedMinutes } = this.#options;
    return forcedMinutes !== null && this.#askSystem === null && this.#settings.passphrase === null;
  }

  stop(): void {
    this.#stopWatching();
    this.#stopWatching = () => undefined;
  }

  async #lock(): Promise<void> {
    this.#lockRequests += 1;
    const before = this.#locked;
    this.#locked = true;
    this.stop();
    this.#options.dropKeys();
    if (!before) this.#options.onChange(this.state());
    await this.#storeLocked(true);
  }

  /** Unlocks Easel. Fails if a request to lock arrived after the caller had read `lockRequests`. */
  async #release(lockRequests: number): Promise<Result<LockState>> {
    if (lockRequests !== this.#lockRequests) return fail(failure('locked'));
    await this.#storeLocked(false);
    // Fails if a lock request arrived during the write above. That request also saves the state “locked”.
    if (lockRequests !== this.#lockRequests) return fail(failure('locked'));
    this.#locked = false;
    this.#watch();
    this.#options.onChange(this.state());
    this.#options.onUnlock();
    return ok(this.state());
  }

  async #checkWithSystem(): Promise<Failure | null> {
    const isConfirmed = await this.#askSystem?.().catch(() => false);
    const message = 'This computer couldn’t confirm your identity.';
    return isConfirmed === true
      ? null
      : failure('refused', { message, nextStep: 'Try again.', retryable: true });
  }

  async #set(settings: LockSettings): Promise<Result<LockState>> {
    const isNone = settings.idleMinutes === null && settings.passphrase === null;
    const writing = this.#options.settings.set('idle-lock', isNone ? null : JSON.stringify(settings));
    const written = await orStorage(writing.then(() => ok(null)));
    if (!written.ok) return written;
    this.#settings = settings;
    this.#watch();
    this.#options.onChange(this.state());
    return ok(this.state());
  }

  /** Saves whether Easel is locked, so that the lock survives a restart. Ignores disk errors. */
  async #storeLocked(locked: boolean): Promise<void> {
    await this.#options.settings.set('locked', locked ? 'yes' : null).catch(() => undefined);
  }

  #watch(): void {
    this.stop();
    const { idleMinutes, locked } = this.state();
    if (idleMinutes === null || locked) return;
    this.#stopWatching = this.#options.after(POLL_MS, () => {
      if (this.#options.presence.idleSeconds() >= idleMinutes * 60) void this.#lock();
      else this.#watch();
    });
  }

  /** Returns null for the right passphrase, or an error for the form's `field`. Callers must hold the mutex “lock”. */
  async #checkPassphrase(typed: string | null, field: Field): Promise<Failure | null> {
    const kept = this.#settings.passphrase;
    if (kept === null) return fieldFailure(field, 'No passphrase is set.', 0);
    if (typed === null || typed === '') return fieldFailure(field, 'Enter the current passphrase.', 0);
    const early = this.#secondsToWait();
    if (early > 0) return fieldFailure(field, 'Too many wrong passphrases.', early);
    if (await isPassphrase(typed, kept, this.#options.hash)) {
      this.#wrongGuesses = 0;
      return null;
    }
    this.#wrongGuesses += 1;
    this.#lastWrongAt = this.#options.steady();
    return fieldFailure(field, 'Wrong passphrase.', this.#secondsToWait());
  }

  #secondsToWait(): number {
    if (this.#wrongGuesses <= FREE_TRIES) return 0;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#wrongGuesses - FREE_TRIES - 1));
    return Math.max(0, Math.ceil((this.#lastWrongAt + wait - this.#options.steady()) / 1000));
  }
}

const FREE_TRIES = 2;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

type Field = 'passphrase' | 'currentPassphrase';

function fieldFailure(field: Field, sentence: string, seconds: number): Failure {
  if (seconds === 0) return wrongFields({ [field]: sentence });
  const fields = { [field]: `${sentence} Wait ${counted(seconds, 'second')} before trying again.` };
  return failure('invalid-input', { fields, retryAfterSeconds: seconds });
}

const SHORTEST_PASSPHRASE = 8;

/** Parameters of scrypt. One guess of the passphrase costs about 64 MiB and 0.2 s. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const HASH_BYTES = 32;

const hex = (bytes: number): v.GenericSchema<string> =>
  v.pipe(v.string(), v.length(bytes * 2), v.regex(/^[\da-f]*$/u));

const keptPassphrase = v.strictObject({ salt: hex(16), hash: hex(HASH_BYTES) });

type KeptPassphrase = v.InferOutput<typeof keptPassphrase>;

export async function keepPassphrase(passphrase: string, hash = scryptHash): Promise<KeptPassphrase> {
  const salt = randomBytes(16);
  const made = await hash(normalized(passphrase), salt);
  return { salt: salt.toString('hex'), hash: made.toString('hex') };
}

/** Checks a passphrase. Compares the hashes in constant time, so that timing reveals nothing. */
export async function isPassphrase(
  passphrase: string,
  kept: KeptPassphrase,
  hash = scryptHash,
): Promise<boolean> {
  const made = await hash(normalized(passphrase), Buffer.from(kept.salt, 'hex'));
  return timingSafeEqual(made, Buffer.from(kept.hash, 'hex'));
}

/** Normalises accents in a passphrase, because keyboards encode them differently. */
const normalized = (passphrase: string): string => passphrase.normalize('NFKC');

export type SlowHash = (passphrase: string, salt: Buffer) => Promise<Buffer>;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const scryptHash: SlowHash = (passphrase, salt) => derive(passphrase, salt, HASH_BYTES, COST);

const lockSettings = v.strictObject({
  idleMinutes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  passphrase: v.nullable(keptPassphrase),
});

type LockSettings = v.InferOutput<typeof lockSettings>;

const NO_LOCK: LockSettings = { idleMinutes: null, passphrase: null };

function minutesInForce(wanted: number | null, forced: number | null): number | null {
  return forced === null ? wanted : Math.min(wanted ?? forced, forced);
}

const FIRST = 'You will need the passphrase you just entered to unlock Easel.';
const REPLACED = 'The passphrase you just entered will replace the current passphrase.';

function lockPhrase(minutes: number | null): string {
  if (minutes === null) return 'Easel won’t lock automatically';
  return `Easel will lock after ${counted(minutes, 'minute')} without input`;
}

function fieldErrors(
  { idleMinutes, passphrase }: ArgsOf<'lock.configure'>,
  { forcedMinutes, unlockBy }: LockState,
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  if (idleMinutes !== minutesInForce(idleMinutes, forcedMinutes)) {
    fields['idleMinutes'] = `Your organisation allows at most ${forcedMinutes} minutes.`;
  }
  if (passphrase === null) {
    if (idleMinutes !== null && unlockBy === 'none') {
      fields['passphrase'] = 'Set a passphrase so that you can unlock Easel again.';
    }
  } else if ([...passphrase].length < SHORTEST_PASSPHRASE) {
    fields['passphrase'] = `Use at least ${SHORTEST_PASSPHRASE} characters.`;
  }
  return fields;
}

export function lockCalls(lock: Lock): CallsOf<'lock'> {
  /** Idle time before the next change, for the log entry “Idle lock: from … to …”. */
  let known = lock.state().idleMinutes;
  return {
    state: { run: () => ok(lock.state()) },
    now: { run: () => lock.lockNow(), log: unlogged },
    unlock: { run: (args) => lock.unlock(args), log: unlogged },
    configure: {
      ask: (settings) => lock.configureQuestion(settings),
      run: (settings, answered) => lock.configure(settings, answered),
      log: ({ passphrase }, result) => {
        if (!result.ok) return null;
        const when = changed('Idle lock', minutes(known), minutes(result.value.idleMinutes));
        known = result.value.idleMinutes;
        const changes = `${when}${passphrase === null ? '' : ' A new passphrase.'}`.trim();
        return changes === '' ? null : settingsChanged(changes);
      },
    },
    removeKeys: {
      ask: async () => ok(lock.removeKeysQuestion()),
      run: () => lock.removeKeys(),
      log: (_args, result) => {
        if (!result.ok) return null;
        known = result.value.idleMinutes;
        return { connectionId: '', action: 'key-removed', target: '', outcome: 'done', detail: 'All keys.' };
      },
    },
  };
}

const minutes = (idle: number | null): string => (idle === null ? 'never' : `after ${idle} min`);
