/**
 * Updates: asks the organisation's release server, believes what is signed with the key of this build, and hands a verified
 * file over to be installed once a person says so. Nothing is fetched where the policy forbids it, and nothing happens unseen:
 * the state says it all.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { UpdateState } from '../../preload/contract/updates.ts';
import type { Record as RecordEntry } from '../activity/activity.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../env.ts';
import { readJson } from '../files/json-file.ts';
import type { Log } from '../log/log.ts';
import type { Policy } from '../policy/policy.ts';
import type { Store } from '../store/database.ts';
import { failure } from '../wording/failure.ts';
import { fetchPieces, refused, type FetchOptions } from './fetch.ts';
import {
  isNewer,
  LARGEST_MANIFEST,
  readManifest,
  REFUSALS,
  type Release,
  type ReleaseFile,
} from './manifest.ts';
import type { ReleaseIdentity } from './release-identity.ts';

/** A file of a release that is whole and the signed one, and where it lies. */
export interface VerifiedFile extends ReleaseFile {
  readonly path: string;
  readonly version: string;
}

/** What becomes of a verified file. */
export interface HandOver {
  /** Shows a file in its folder. */
  readonly show: (file: string) => void;
  /** Opens an https address of the policy's in the browser. */
  readonly open: (address: string) => Promise<void>;
  /**
   * Begins to close Easel, for the file to be installed then. Fails with `cancelled` where the person keeps Easel open, else
   * with the reason. Null where only a person can install it.
   */
  readonly install: ((file: VerifiedFile) => Promise<Result<null>>) | null;
}

export interface UpdatesOptions extends Clock, FetchOptions {
  readonly env: Pick<Env, 'platform' | 'updatedBy'>;
  readonly arch: string;
  readonly installed: string;
  readonly identity: ReleaseIdentity;
  readonly policy: Pick<Policy, 'updates' | 'updateUrl'>;
  readonly settings: Pick<Store['settings'], 'get' | 'set'>;
  /** Of its own: what it does not know is removed from there. */
  readonly folder: string;
  /** Null where nobody could be shown anything: then nothing is asked for by itself either. */
  readonly handOver: HandOver | null;
  readonly record: RecordEntry;
  readonly log: Log;
  readonly onChange: (state: UpdateState) => void;
  /** A proxy has asked for a sign-in. */
  readonly onProxy: (proxy: string) => void;
}

const FIRST_CHECK_MS = 60_000;
const CHECK_EVERY_MS = 24 * 60 * 60_000;
/** How long fetching a manifest may take, ms; a file may take any time, and can be cancelled. */
const MANIFEST_MS = 60_000;
/** The state is told so often while a file comes. */
const TOLD_PARTS = 50;

const SETTING = 'updates';

/** What is kept of it. `pinned`: the keys of the build that wrote it; another build begins with its own. */
const kept = v.object({
  /** Decides at which share this computer has its turn. */
  place: v.string(),
  pinned: v.array(v.string()),
  keys: v.array(v.string()),
  seen: v.nullable(v.object({ number: v.number(), digest: v.string(), version: v.string() })),
});
type Kept = v.InferOutput<typeof kept>;

interface Offered {
  readonly release: Release;
  readonly file: ReleaseFile;
  readonly received: number;
  readonly ready: boolean;
}

export class Updates {
  readonly #options: UpdatesOptions;
  readonly #log: Log;
  /** Why it does not look for updates; null where it does. */
  readonly #closed: string | null;
  #status: string;
  #phase: UpdateState['phase'] = 'rest';
  #checkedAt: number | null = null;
  #offered: Offered | null = null;
  #failure: Failure | null = null;
  #ending = new AbortController();
  #cancelTimer: () => void = () => undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#log = options.log.scope('updates');
    this.#closed = whyClosed(options);
    this.#status = this.#closed ?? 'Not checked yet.';
  }

  /** Looks by itself from now on: in a minute, then each day. */
  start(): void {
    if (this.#closed === null && this.#options.handOver !== null) this.#plan(FIRST_CHECK_MS);
  }

  async stop(): Promise<void> {
    this.#cancelTimer();
    this.#ending.abort();
    await this.#working;
  }

  state(): Result<UpdateState> {
    const { installed } = this.#options;
    const offered = this.#offered;
    return ok({
      installed,
      status: this.#status,
      checks: this.#closed === null,
      installs: (this.#options.handOver?.install ?? null) !== null,
      phase: this.#phase,
      checkedAt: this.#checkedAt,
      offer:
        offered === null
          ? null
          : {
              version: offered.release.version,
              notes: offered.release.notes,
              size: offered.file.size,
              received: offered.received,
              ready: offered.ready,
            },
      failure: this.#failure,
    });
  }

  /** How it stands, without addresses. */
  summary(): string {
    const failed = this.#failure === null ? '' : ` Failed with ${this.#failure.code}.`;
    return `${this.#options.policy.updates ?? 'not set'}; ${this.#status}${failed}`;
  }

  /** Asks the release server. Fails with `refused` where this Easel does not look for updates. */
  async check(): Promise<Result<UpdateState>> {
    if (this.#closed !== null) return fail(failure('refused', { message: this.#closed, nextStep: '' }));
    if (this.#phase !== 'rest') return this.state();
    await this.#work('checking', (signal) => this.#check(signal));
    if (this.#options.policy.updates === 'auto') void this.download();
    return this.state();
  }

  /** Begins to fetch the file; settles at once. */
  download(): Result<UpdateState> {
    const offered = this.#offered;
    if (this.#phase !== 'rest' || offered === null || offered.ready) return this.state();
    void this.#work('downloading', (signal) => this.#download(offered, signal));
    return this.state();
  }

  /** Settles when nothing is under way. */
  idle(): Promise<void> {
    return this.#working;
  }

  /** Ends what is under way. */
  async cancel(): Promise<Result<UpdateState>> {
    this.#ending.abort();
    await this.#working;
    return this.state();
  }

  /** Shows the file, once it is found to be the same still. */
  show(): Promise<Result<UpdateState>> {
    return this.#handOver('checking', ({ file }) => {
      this.#options.handOver?.show(this.#fileOf(file));
      return Promise.resolve(null);
    });
  }

  /** Closes Easel and has the file installed, once it is found to be the same still. */
  install(): Promise<Result<UpdateState>> {
    return this.#handOver('installing', async ({ file, release: { version } }) => {
      const { handOver, record } = this.#options;
      const begun = await handOver?.install?.({ ...file, version, path: this.#fileOf(file) });
      if (begun?.ok === true)
        record({
          connectionId: '',
          action: 'update-started',
          target: '',
          outcome: 'done',
          detail: `Easel ${version}, by a person’s press. Its installer goes on from here.`,
        });
      return begun?.ok === false ? begun.error : null;
    });
  }

  async #handOver(
    phase: 'checking' | 'installing',
    work: (offered: Offered) => Promise<Failure | null>,
  ): Promise<Result<UpdateState>> {
    const offered = this.#offered;
    if (this.#phase !== 'rest' || offered === null || !offered.ready) return this.state();
    await this.#work(phase, async () => {
      const file = this.#fileOf(offered.file);
      if (await isVerified(file, offered.file)) return work(offered);
      await rm(file, { force: true });
      this.#offered = { ...offered, ready: false, received: 0 };
      return refused('The downloaded file has changed since it was verified, and was removed.');
    });
    return this.state();
  }

  /** Opens where updates come from, in the browser. Fails with `refused`. */
  async openPage(): Promise<Result<null>> {
    const { policy, handOver } = this.#options;
    if (policy.updateUrl === null || handOver === null)
      return fail(
        failure('refused', { message: this.#closed ?? 'No browser can be opened here.', nextStep: '' }),
      );
    try {
      await handOver.open(policy.updateUrl);
      return ok(null);
    } catch {
      return fail(refused('The browser did not open.'));
    }
  }

  #plan(ms: number): void {
    this.#cancelTimer = this.#options.after(ms, () => {
      void this.check().finally(() => this.#plan(CHECK_EVERY_MS));
    });
  }

  /** One thing at a time; what it fails with stays in the state until the next. */
  #work(
    phase: Exclude<UpdateState['phase'], 'rest'>,
    work: (signal: AbortSignal) => Promise<Failure | null>,
  ): Promise<void> {
    const ending = new AbortController();
    this.#ending = ending;
    this.#phase = phase;
    this.#failure = null;
    this.#tell();
    this.#working = work(ending.signal)
      .catch((error: unknown) => {
        this.#log.error('an update failed', { error });
        return failure('storage');
      })
      .then((failed) => {
        this.#phase = 'rest';
        // Whoever cancelled it knows.
        this.#failure = failed?.code === 'cancelled' ? null : failed;
        if (failed?.proxy !== undefined) this.#options.onProxy(failed.proxy);
        this.#tell();
      });
    return this.#working;
  }

  #tell(): void {
    const state = this.state();
    if (state.ok) this.#options.onChange(state.value);
  }

  async #check(signal: AbortSignal): Promise<Failure | null> {
    const { policy, identity, installed, now } = this.#options;
    const pieces: Uint8Array[] = [];
    const take = (piece: Uint8Array): Promise<null> => {
      pieces.push(piece);
      return Promise.resolve(null);
    };
    const url = besides(policy.updateUrl ?? '', 'manifest.json');
    const limits = { most: LARGEST_MANIFEST, totalMs: MANIFEST_MS };
    const fetched = await fetchPieces(this.#options, url, limits, take, signal);
    if (!fetched.ok) return fetched.error;
    const before = await this.#kept();
    const read = readManifest(Buffer.concat(pieces), { ...identity, trust: before, installed, now: now() });
    if (!read.ok) {
      this.#log.warn('a manifest was refused', { cause: read.error });
      // Nor is an earlier one followed while the server says what can't be believed.
      this.#offered = null;
      this.#status = 'The last release on offer was refused.';
      await this.#tidy(null);
      return refused(REFUSALS[read.error], 'refused', { details: [`Reason: ${read.error}`] });
    }
    const { release, trust } = read.value;
    // Before anything follows from it: an older one is never believed again.
    await this.#options.settings.set(SETTING, JSON.stringify({ ...before, ...trust }));
    this.#checkedAt = now();
    await this.#offer(release, before.place);
    return null;
  }

  /** What becomes of a release that is believed. */
  async #offer(release: Release, place: string): Promise<void> {
    const { env, arch, installed } = this.#options;
    const { version } = release;
    const file = release.files.find((each) => each.platform === env.platform && each.arch === arch);
    const why = whyNotOffered(release, file, installed, place);
    if (file === undefined || why !== null) {
      this.#offered = null;
      this.#status = why ?? '';
      return this.#tidy(null);
    }
    const ready = await isVerified(this.#fileOf(file), file);
    await this.#tidy(file.name);
    this.#offered = { release, file, ready, received: ready ? file.size : 0 };
    this.#status = `Easel ${version} is available.`;
  }

  async #download(offered: Offered, signal: AbortSignal): Promise<Failure | null> {
    const { file, release } = offered;
    const { folder, policy, record } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = `${this.#fileOf(file)}.part`;
    await rm(part, { force: true });
    const handle = await open(part, 'wx', 0o600);
    const hash = createHash('sha512');
    let received = 0;
    let told = 0;
    let isWhole = false;
    try {
      const take = async (piece: Uint8Array): Promise<null> => {
        hash.update(piece);
        await handle.write(piece);
        received += piece.length;
        if (received - told >= file.size / TOLD_PARTS) {
          told = received;
          this.#offered = { ...offered, received };
          this.#tell();
        }
        return null;
      };
      const url = besides(policy.updateUrl ?? '', file.name);
      const fetched = await fetchPieces(this.#options, url, { most: file.size, totalMs: null }, take, signal);
      const wrong = fetched.ok ? whyNotWhole(file, received, hash.digest('base64')) : fetched.error;
      if (wrong !== null) {
        this.#offered = { ...offered, received: 0 };
        return wrong;
      }
      await handle.sync();
      isWhole = true;
    } finally {
      await handle.close();
      if (!isWhole) await rm(part, { force: true });
    }
    await rename(part, this.#fileOf(file));
    this.#offered = { ...offered, received, ready: true };
    record({
      connectionId: '',
      action: 'update-downloaded',
      target: '',
      outcome: 'done',
      detail: `Easel ${release.version}, verified. Not installed.`,
    });
    return null;
  }

  #fileOf({ name }: ReleaseFile): string {
    return path.join(this.#options.folder, name);
  }

  /** Removes what earlier releases left. */
  async #tidy(name: string | null): Promise<void> {
    const { folder } = this.#options;
    const names = await readdir(folder).catch(() => []);
    for (const each of names) if (each !== name) await rm(path.join(folder, each), { force: true });
  }

  async #kept(): Promise<Kept> {
    const { settings, identity } = this.#options;
    const read = readJson(kept, await settings.get(SETTING));
    const place = read?.place ?? randomBytes(16).toString('hex');
    const isSameBuild = read !== null && String(read.pinned) === String(identity.keys);
    const keys = isSameBuild ? read.keys : [...identity.keys];
    return { place, pinned: [...identity.keys], keys, seen: read?.seen ?? null };
  }
}

function whyClosed({ env, policy, identity }: UpdatesOptions): string | null {
  if (policy.updates === 'off') return 'Your organisation turned this off: Easel doesn’t look for updates.';
  if (env.updatedBy === 'packages')
    return 'The system’s package manager keeps this Easel up to date; Easel itself doesn’t look for updates.';
  if (env.updatedBy === 'distribution')
    return 'This Easel was installed from an MSI and is kept up to date the same way; Easel itself doesn’t look for updates.';
  if (policy.updateUrl === null)
    return 'No update address is set, so Easel doesn’t look for updates. An organisation sets one in its policy (updateUrl).';
  return identity.keys.length > 0 ? null : 'This build has no key to verify updates with, so it takes none.';
}

/** Why a release that is believed is not for this Easel, or not yet; null where it is. */
function whyNotOffered(
  { version, minVersion, stopped, share }: Release,
  file: ReleaseFile | undefined,
  installed: string,
  place: string,
): string | null {
  if (!isNewer(version, installed)) return `Easel ${installed} is up to date.`;
  if (stopped) return `The release of Easel ${version} was stopped. Wait for the next one.`;
  if (isNewer(minVersion, installed))
    return `Easel ${version} can’t follow directly on ${installed}. Ask whoever provides your updates which version comes between.`;
  if (file === undefined) return `Easel ${version} has no file for this computer.`;
  return turnOf(place, version) < share
    ? null
    : `Easel ${version} is released step by step and hasn’t reached this computer yet.`;
}

/** From 0 up to, not including, 100: stable for a version on this computer, and another one for the next version. */
export function turnOf(place: string, version: string): number {
  const drawn = createHash('sha256').update(`${place} ${version}`).digest().readUInt32BE();
  return (drawn / 2 ** 32) * 100;
}

function whyNotWhole({ size, sha512 }: ReleaseFile, received: number, digest: string): Failure | null {
  if (received < size) return refused('The file ended before it was complete.', 'cannot-reach');
  return digest === sha512 ? null : refused('The file is not the one that was signed.');
}

/** A file beside the manifest; its name is no part of a path. */
function besides(base: string, name: string): URL {
  return new URL(name, base.endsWith('/') ? base : `${base}/`);
}

/** Whether a file is whole and the signed one. */
export async function isVerified(
  file: string,
  { size, sha512 }: Pick<ReleaseFile, 'size' | 'sha512'>,
): Promise<boolean> {
  const hash = createHash('sha512');
  try {
    // No more of it than there may be.
    for await (const piece of createReadStream(file, { end: size })) hash.update(piece as Uint8Array);
  } catch {
    return false;
  }
  return hash.digest('base64') === sha512;
}
