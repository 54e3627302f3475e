/** Checks the policy's update address daily. Downloads by itself only under `auto`; installs only on the user's command. */
import type { Result } from '../../preload/contract/failure.ts';
import type { UpdateState } from '../../preload/contract/updates.ts';
import type { Clock } from '../clock.ts';
import type { Env } from '../env.ts';
import type { Policy } from '../policy/policy.ts';

export interface Updater {
  /** Returns the newer version at the update address, or null. */
  readonly check: () => Promise<Result<string | null>>;
  /** Null on Linux. `install` closes Easel, unless the user keeps it open. */
  readonly installer: {
    readonly download: () => Promise<Result<unknown>>;
    readonly install: () => Promise<Result<unknown>>;
  } | null;
}

export interface UpdatesOptions extends Clock {
  readonly env: Pick<Env, 'isMsi'>;
  readonly installed: string;
  readonly policy: Pick<Policy, 'updates' | 'updateUrl'>;
  /** Called at the first check. */
  readonly loadUpdater: (updateUrl: string) => Promise<Updater>;
  readonly onChange: (state: UpdateState) => void;
  /** A proxy requires a sign-in. */
  readonly onProxy: (proxy: string) => void;
}

const FIRST_CHECK_MS = 60_000;
const CHECK_INTERVAL_MS = 24 * 60 * 60_000;

export class Updates {
  readonly #options: UpdatesOptions;
  #updater: Updater | null = null;
  #cancelTimer: () => void = () => undefined;
  state: UpdateState;

  constructor(options: UpdatesOptions) {
    const reason = reasonForNoChecks(options);
    this.#options = options;
    this.state = {
      status: `This is Easel ${options.installed}. ${reason ?? 'Not checked yet.'}`,
      checks: reason === null,
      phase: 'idle',
      checkedAt: null,
      available: null,
      installs: false,
      downloaded: false,
      failure: null,
    };
    if (reason === null) this.#schedule(FIRST_CHECK_MS);
  }

  stop(): void {
    this.#cancelTimer();
  }

  /** Does nothing if this Easel does not check for updates. */
  async check(): Promise<UpdateState> {
    const { policy, installed, loadUpdater, now } = this.#options;
    const { updateUrl } = policy;
    if (!this.state.checks || updateUrl === null) return this.state;
    await this.#run('checking', async () => {
      this.#updater ??= await loadUpdater(updateUrl);
      const found = await this.#updater.check();
      if (!found.ok) return found;
      const { value: available } = found;
      const installs = this.#updater.installer !== null;
      const downloaded = this.state.downloaded && available === this.state.available;
      const news = available === null ? 'It is up to date.' : `Easel ${available} is available.`;
      const next = available === null || installs ? '' : ' Install it with your package manager.';
      const status = `This is Easel ${installed}. ${news}${next}`;
      this.#change({ status, available, installs, downloaded, checkedAt: now() });
      return found;
    });
    return policy.updates === 'auto' ? this.download() : this.state;
  }

  /** Starts the download of an available update and returns at once. */
  download(): UpdateState {
    const installer = this.#updater?.installer ?? null;
    if (installer !== null && this.state.available !== null && !this.state.downloaded)
      void this.#run('downloading', async () => {
        const done = await installer.download();
        this.#change({ downloaded: done.ok });
        return done;
      });
    return this.state;
  }

  async install(): Promise<UpdateState> {
    const installer = this.#updater?.installer ?? null;
    if (installer !== null && this.state.downloaded) await this.#run('installing', installer.install);
    return this.state;
  }

  #schedule(ms: number): void {
    this.#cancelTimer = this.#options.after(ms, () => {
      this.#schedule(CHECK_INTERVAL_MS);
      void this.check();
    });
  }

  /** Runs one task at a time and ignores others meanwhile. A failure stays in the state until the next task. */
  async #run(phase: UpdateState['phase'], task: () => Promise<Result<unknown>>): Promise<void> {
    if (this.state.phase !== 'idle') return;
    this.#change({ phase, failure: null });
    const done = await task();
    const failed = done.ok ? null : done.error;
    if (failed?.proxy !== undefined) this.#options.onProxy(failed.proxy);
    this.#change({ phase: 'idle', failure: failed });
  }

  #change(change: Partial<UpdateState>): void {
    this.state = { ...this.state, ...change };
    this.#options.onChange(this.state);
  }
}

function reasonForNoChecks({ env, policy }: UpdatesOptions): string | null {
  if (policy.updates === 'off') return 'Your organisation turned off updates.';
  if (env.isMsi) return 'It came from an MSI, so your organisation’s software distribution updates it.';
  if (policy.updateUrl !== null) return null;
  return 'No update address is set. An organisation sets one in its policy (updateUrl).';
}
