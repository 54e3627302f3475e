/** The idle lock: while it is on, the border answers nothing but questions about itself, and main holds no key. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import * as v from 'valibot';
import type { Call } from '../../../preload/contract/call.ts';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import type { LockState } from '../../../preload/contract/app.ts';
import { fail, ok, type Failure, type Result } from '../../../preload/contract/failure.ts';
import type { Clock } from '../../lib/clock.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { changedSince, failure, orStorage, wrongFields } from '../../lib/wording/failure.ts';
import { counted } from '../../lib/wording/format.ts';
import { readJson } from '../../lib/files/json-file.ts';
import type { Question } from '../../lib/implementation.ts';
import type { Store } from '../../store/database.ts';

/** What the system knows of the person before it. */
export interface Presence {
  /** Seconds since the person last touched mouse or keyboard. */
  readonly idleSeconds: () => number;
  /** The person has locked the system's screen, or the computer goes to sleep. */
  readonly onAway: (listener: () => void) => void;
  /** The computer goes to sleep. */
  readonly onSleep: (listener: () => void) => void;
  /** Asks the person by the system's own means (Touch ID); null where this system has none that Electron reaches. */
  readonly ask: (() => Promise<boolean>) | null;
}

export interface LockOptions extends Clock {
  readonly settings: Store['settings'];
  readonly presence: Omit<Presence, 'onSleep'>;
  /** The most minutes that the policy allows; null where it says nothing. */
  readonly forcedMinutes: number | null;
  /** Another one in tests alone, which would take minutes. */
  readonly hash?: SlowHash;
  readonly onChange: (state: LockState) => void;
  /** Drops every key from memory. */
  readonly dropKeys: () => void;
  /** Removes every key from this computer. Fails when one can't be proven gone. */
  readonly removeKeys: () => Promise<Result<null>>;
}

/** How often the system is asked when the person was last there. */
const POLL_MS = 5000;

export class Lock {
  readonly #options: LockOptions;
  #settings: LockSettings = NO_LOCK;
  #locked: boolean;
  /** Wrong passphrases in a row, and when the last one was typed, epoch ms. */
  #wrong = 0;
  #wrongAt = 0;
  /** Goes up with every demand to lock: an unlocking that began before the last one is void. */
  #demands = 0;
  /** Two guesses side by side would share one wait, two settings would mix, and the system would be asked twice. */
  readonly #mutex = new KeyedMutex();
  #stopWatching: () => void = () => undefined;

  constructor(options: LockOptions) {
    this.#options = options;
    // Until the settings are read there is no passphrase: nothing may use a key before that.
    this.#locked = this.#lacksPassphrase();
  }

  /** Reads the settings; locks at once when Easel quit while locked. */
  async open(): Promise<void> {
    const { settings, presence } = this.#options;
    const [written, locked] = await Promise.all([settings.get('idle-lock'), settings.get('locked')]);
    // Null when they are damaged, or another Easel's.
    const read = written === null ? NO_LOCK : readJson(lockSettings, written);
    this.#settings = read ?? NO_LOCK;
    // Who can damage the settings can remove them too: a damaged passphrase must not cost the keys.
    this.#locked = this.#lacksPassphrase() || (locked !== null && this.state().unlockBy !== 'none');
    presence.onAway(() => {
      if (this.state().idleMinutes !== null) void this.#lock();
    });
    this.#watch();
  }

  /** Why this call is not answered now; null when it is. For the border. */
  gate({ answeredWhile }: Pick<Call, 'answeredWhile'>): Failure | null {
    if (this.#lacksPassphrase() && answeredWhile?.includes('no-passphrase') === true) return null;
    return this.#locked && answeredWhile?.includes('locked') !== true ? failure('locked') : null;
  }

  /** Whether no key may be had now. */
  isLocked(): boolean {
    return this.#locked;
  }

  /**
   * `idleMinutes` is the time in force: null while there is no way to unlock. Where the policy wants a lock, Easel is
   * locked until a passphrase is set.
   */
  state(): LockState {
    const { presence, forcedMinutes } = this.#options;
    const { idleMinutes, passphrase } = this.#settings;
    const unlockBy = presence.ask !== null ? 'system' : passphrase !== null ? 'passphrase' : 'none';
    const inForce = unlockBy === 'none' ? null : minutesInForce(idleMinutes, forcedMinutes);
    return { locked: this.#locked, idleMinutes: inForce, forcedMinutes, unlockBy };
  }

  /** Locks. Fails with `refused` while it could not be unlocked again. */
  async lockNow(): Promise<Result<LockState>> {
    if (!this.#locked && this.state().unlockBy === 'none') {
      const message = 'Easel needs a passphrase before it can lock.';
      return fail(failure('refused', { message, nextStep: 'Set one in Settings.' }));
    }
    await this.#lock();
    return ok(this.state());
  }

  /**
   * Unlocks by the passphrase, or (`null`) by asking the system. It stays locked until that has ended well, and
   * when it is to be locked meanwhile.
   *
   * Fails with `invalid-input` (field `passphrase`; `retryAfterSeconds` after several wrong ones) or `refused`.
   */
  unlock({ passphrase }: ArgsOf<'lock.unlock'>): Promise<Result<LockState>> {
    const demands = this.#demands;
    const asksSystem = passphrase === null && this.#options.presence.ask !== null;
    return this.#mutex.run('lock', async () => {
      if (!this.#locked) return ok(this.state());
      const wrong = await (asksSystem ? this.#whyNotThem() : this.#whyNot(passphrase, 'passphrase'));
      return wrong === null ? this.#release(demands) : fail(wrong);
    });
  }

  /** What main asks before another passphrase counts, or Easel locks later; null where a press is enough. */
  configureQuestion(wanted: ArgsOf<'lock.configure'>): Promise<Result<Question | null>> {
    return this.#mutex.run('lock', () => this.#configureQuestion(wanted));
  }

  async #configureQuestion(wanted: ArgsOf<'lock.configure'>): Promise<Result<Question | null>> {
    const { forcedMinutes, idleMinutes } = this.state();
    const fields = mistakesIn(wanted, this.state());
    if (Object.keys(fields).length > 0) return fail(wrongFields(fields));
    const hasPassphrase = this.#settings.passphrase !== null;
    if (hasPassphrase) {
      const wrong = await this.#whyNot(wanted.currentPassphrase, 'currentPassphrase');
      if (wrong !== null) return fail(wrong);
    }
    const next = minutesInForce(wanted.idleMinutes, forcedMinutes);
    const later = idleMinutes !== null && (next ?? Infinity) > idleMinutes;
    const facts = [
      ...(wanted.passphrase === null ? [] : [hasPassphrase ? REPLACED : FIRST]),
      ...(later ? [`${whenLocked(next)} instead of ${whenLocked(idleMinutes, false)}.`] : []),
    ];
    const message = wanted.passphrase === null ? 'Lock Easel later?' : 'Use this passphrase to unlock Easel?';
    return ok(facts.length === 0 ? null : { message, detail: facts.join('\n\n'), yes: 'Save' });
  }

  /**
   * Sets minutes and passphrase. The first passphrase that the policy requires unlocks Easel.
   *
   * Fails with `invalid-input`, field by field, or `storage`.
   */
  configure(wanted: ArgsOf<'lock.configure'>, answered?: Question | null): Promise<Result<LockState>> {
    return this.#mutex.run('lock', async () => {
      const question = await this.#configureQuestion(wanted);
      const other = question.ok ? changedSince(answered, question.value) : question.error;
      if (other !== null) return fail(other);
      const known = this.#settings.passphrase;
      const { idleMinutes } = wanted;
      const passphrase =
        wanted.passphrase === null ? known : await keepPassphrase(wanted.passphrase, this.#options.hash);
      const demands = this.#demands;
      const wasLacking = this.#lacksPassphrase();
      const set = await this.#set({ idleMinutes, passphrase });
      return set.ok && wasLacking ? this.#release(demands) : set;
    });
  }

  /** What main asks before every key is removed: the same in all of a run. No name is in it: Easel may be locked. */
  removeKeysQuestion(): Question {
    const { presence, forcedMinutes } = this.#options;
    const asksAgain = forcedMinutes !== null && presence.ask === null;
    const afterwards = asksAgain ? ' Easel then asks for a new passphrase.' : '';
    return {
      message: asksAgain ? 'Remove all keys?' : 'Remove all keys and unlock Easel?',
      detail: `Removes every API key from this computer and its keychain, and the passphrase. All else stays. At the service the keys stay valid.${afterwards}`,
      yes: asksAgain ? 'Remove all keys' : 'Remove all keys and unlock',
    };
  }

  /**
   * Removes every key and only then the lock; when a key is not proven gone, all stays as it is. Where the policy wants
   * a lock, Easel is then locked until a passphrase is set.
   */
  removeKeys(): Promise<Result<LockState>> {
    return this.#mutex.run('lock', async () => {
      const removed = await this.#options.removeKeys();
      if (!removed.ok) return removed;
      const dropped = await this.#set(NO_LOCK);
      if (!dropped.ok) return dropped;
      this.#wrong = 0;
      if (this.#lacksPassphrase()) {
        await this.#lock();
        return ok(this.state());
      }
      // No keys are left to protect, even if somebody asked to lock in the meantime.
      return this.#release(this.#demands);
    });
  }

  /** Whether the policy wants a lock, and there is no way to unlock yet. */
  #lacksPassphrase(): boolean {
    const { presence, forcedMinutes } = this.#options;
    return forcedMinutes !== null && presence.ask === null && this.#settings.passphrase === null;
  }

  stop(): void {
    this.#stopWatching();
    this.#stopWatching = () => undefined;
  }

  async #lock(): Promise<void> {
    this.#demands += 1;
    const before = this.#locked;
    this.#locked = true;
    this.stop();
    this.#options.dropKeys();
    if (!before) this.#options.onChange(this.state());
    await this.#remember(true);
  }

  /** Unlocks, unless it was to be locked since `demands` was read. */
  async #release(demands: number): Promise<Result<LockState>> {
    if (demands !== this.#demands) return fail(failure('locked'));
    await this.#remember(false);
    // A later request to lock has already been written.
    if (demands !== this.#demands) return fail(failure('locked'));
    this.#locked = false;
    this.#watch();
    this.#options.onChange(this.state());
    return ok(this.state());
  }

  /** Asks the system; null when it confirms the person. */
  async #whyNotThem(): Promise<Failure | null> {
    const isThem = await this.#options.presence.ask?.().catch(() => false);
    const message = 'This computer could not confirm your identity.';
    return isThem === true ? null : failure('refused', { message, nextStep: 'Try again.', retryable: true });
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

  /** So that ending and starting Easel unlocks nothing. Where the disk refuses, this run at least is locked. */
  async #remember(locked: boolean): Promise<void> {
    try {
      await this.#options.settings.set('locked', locked ? 'yes' : null);
    } catch {
      // The next run may begin as the last one ended; the state of this one is what counts.
    }
  }

  /** Asks again and again when the person was last there, as long as that matters. */
  #watch(): void {
    this.stop();
    const { idleMinutes, locked } = this.state();
    if (idleMinutes === null || locked) return;
    this.#stopWatching = this.#options.after(POLL_MS, () => {
      if (this.#options.presence.idleSeconds() >= idleMinutes * 60) void this.#lock();
      else this.#watch();
    });
  }

  /**
   * Null for the passphrase that was kept; else the failure to put beside the field, with `retryAfterSeconds` while
   * no further guess is looked at. One at a time: guesses side by side would share one wait.
   */
  async #whyNot(typed: string | null, field: Field): Promise<Failure | null> {
    const kept = this.#settings.passphrase;
    if (kept === null) return beside(field, 'No passphrase is set.', 0);
    if (typed === null || typed === '') return beside(field, 'Enter the current passphrase.', 0);
    const early = this.#secondsToWait();
    if (early > 0) return beside(field, 'Too many wrong passphrases.', early);
    if (await isPassphrase(typed, kept, this.#options.hash)) {
      this.#wrong = 0;
      return null;
    }
    this.#wrong += 1;
    this.#wrongAt = this.#options.now();
    return beside(field, 'Wrong passphrase.', this.#secondsToWait());
  }

  #secondsToWait(): number {
    if (this.#wrong <= FREE_TRIES) return 0;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#wrong - FREE_TRIES - 1));
    const now = this.#options.now();
    // A clock that was set back must not stretch the wait.
    if (now < this.#wrongAt) this.#wrongAt = now;
    return Math.max(0, Math.ceil((this.#wrongAt + wait - now) / 1000));
  }
}

// Wrong passphrases: after several, each further one waits longer.

/** This many wrong ones cost nothing: fingers slip. */
const FREE_TRIES = 2;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Where the passphrase was typed. */
type Field = 'passphrase' | 'currentPassphrase';

function beside(field: Field, sentence: string, seconds: number): Failure {
  if (seconds === 0) return wrongFields({ [field]: sentence });
  const fields = { [field]: `${sentence} Wait ${counted(seconds, 'second')} before trying again.` };
  return failure('invalid-input', { fields, retryAfterSeconds: seconds });
}

// The passphrase: kept as a slow hash, never as text.

const SHORTEST_PASSPHRASE = 8;

/** About 64 MiB and a fifth of a second for each guess. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const HASH_BYTES = 32;

const hex = (bytes: number): v.GenericSchema<string> =>
  v.pipe(v.string(), v.length(bytes * 2), v.regex(/^[\da-f]*$/u));

const keptPassphrase = v.strictObject({ salt: hex(16), hash: hex(HASH_BYTES) });

type KeptPassphrase = v.InferOutput<typeof keptPassphrase>;

/** What of a passphrase may be written down. */
export async function keepPassphrase(passphrase: string, hash = scryptHash): Promise<KeptPassphrase> {
  const salt = randomBytes(16);
  const made = await hash(oneForm(passphrase), salt);
  return { salt: salt.toString('hex'), hash: made.toString('hex') };
}

/** Whether this is the passphrase that was kept. Takes as long for a wrong one. */
export async function isPassphrase(
  passphrase: string,
  kept: KeptPassphrase,
  hash = scryptHash,
): Promise<boolean> {
  const made = await hash(oneForm(passphrase), Buffer.from(kept.salt, 'hex'));
  return timingSafeEqual(made, Buffer.from(kept.hash, 'hex'));
}

/** One form for what looks the same: keyboards differ in how they put an accent together. */
const oneForm = (passphrase: string): string => passphrase.normalize('NFKC');

/** Makes 32 bytes of a passphrase and a salt, with much work. */
export type SlowHash = (passphrase: string, salt: Buffer) => Promise<Buffer>;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const scryptHash: SlowHash = (passphrase, salt) => derive(passphrase, salt, HASH_BYTES, COST);

// The settings of the idle lock: their limits, and how they are stored.

const lockSettings = v.strictObject({
  idleMinutes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  passphrase: v.nullable(keptPassphrase),
});

type LockSettings = v.InferOutput<typeof lockSettings>;

const NO_LOCK: LockSettings = { idleMinutes: null, passphrase: null };

/** The minutes in force: never more than the policy allows, and never none where it asks for some. */
function minutesInForce(wanted: number | null, forced: number | null): number | null {
  return forced === null ? wanted : Math.min(wanted ?? forced, forced);
}

const FIRST = 'From now on Easel can be unlocked with the passphrase that was just typed.';
const REPLACED = 'The passphrase that was just typed replaces the current one.';

/** "Easel locks after 5 minutes", or the part after its verb. */
function whenLocked(minutes: number | null, whole = true): string {
  if (minutes === null) return 'Easel does not lock by itself';
  return `${whole ? 'Easel locks ' : ''}after ${counted(minutes, 'minute')}`;
}

/** One sentence for each field that can't be accepted. */
function mistakesIn(
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
