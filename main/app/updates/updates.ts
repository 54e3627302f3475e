/** Checks for updates. Downloads automatically if the policy says `auto`. Only the user can start the installation. */
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { UpdateState } from '../../../preload/contract/updates.ts';
import { unlogged } from '../../activity/entries.ts';
import type { Core } from '../../ipc/core.ts';
import type { Env } from '../../lib/env.ts';
import type { CallsOf } from '../../lib/implementation.ts';
import type { Policy } from '../../ipc/policy/policy.ts';
import type { Transport } from '../../service/transport.ts';
import { failure } from '../../lib/wording/failure.ts';

type StateChange = Partial<UpdateState>;

export interface Updater {
  /** Returns the newest version, or null if the newest version is already installed. */
  readonly check: () => Promise<Result<string | null>>;
  /** Downloads and installs updates. Null on Linux. `install` quits Easel, unless the user cancels the quit. */
  readonly installer: Readonly<Record<'download' | 'install', () => Promise<Result<StateChange>>>> | null;
}

export interface UpdatesOptions extends Pick<Core, 'publish' | 'now' | 'after'> {
  readonly env: Pick<Env, 'isMsi'>;
  readonly installed: string;
  readonly policy: Pick<Policy, 'updates' | 'updateUrl'>;
  readonly loadUpdater: (updateUrl: string) => Promise<Updater>;
  readonly onProxy: (proxy: string) => void;
}

const FIRST_CHECK_MS = 60_000;
const CHECK_INTERVAL_MS = 24 * 60 * 60_000;

export class Updates {
  readonly #options: UpdatesOptions;
  #updater: Updater | null = null;
  stop: () => void = () => undefined;
  state: UpdateState;

  constructor(options: UpdatesOptions) {
    const reason = reasonForNoChecks(options);
    this.#options = options;
    const status = `Easel ${options.installed} is installed. ${reason ?? 'Easel hasn’t checked for updates yet.'}`;
    const nothing = { available: null, installs: false, downloaded: false, checkedAt: null, failure: null };
    this.state = { ...nothing, status, checks: reason === null, phase: 'idle' };
    if (reason === null) this.#schedule(FIRST_CHECK_MS);
  }

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
      const next = installs ? '' : ' Update Easel with your package manager.';
      const news =
        available === null ? 'This is the latest version.' : `Easel ${available} is available.${next}`;
      const status = `Easel ${installed} is installed. ${news}`;
      return ok({ status, available, installs, downloaded, checkedAt: now() });
    });
    return policy.updates === 'auto' && !this.state.downloaded ? this.proceed() : this.state;
  }

  /** Installs a downloaded update. Otherwise starts to download an available update, without waiting for the end. */
  async proceed(): Promise<UpdateState> {
    const installer = this.#updater?.installer ?? null;
    if (installer === null || this.state.available === null) return this.state;
    if (this.state.downloaded) await this.#run('installing', installer.install);
    else void this.#run('downloading', installer.download);
    return this.state;
  }

  #schedule(ms: number): void {
    this.stop = this.#options.after(ms, () => {
      this.#schedule(CHECK_INTERVAL_MS);
      void this.check();
    });
  }

  async #run(phase: UpdateState['phase'], task: () => Promise<Result<StateChange>>): Promise<void> {
    if (this.state.phase !== 'idle') return;
    this.#change({ phase, failure: null });
    // `task` rejects only after an unexpected error, for example if electron-updater can't be loaded.
    const done = await task().catch(() => updateFailed('unknown'));
    if (!done.ok && done.error.proxy !== undefined) this.#options.onProxy(done.error.proxy);
    this.#change({ phase: 'idle', ...(done.ok ? done.value : { failure: done.error }) });
  }

  #change(change: StateChange): void {
    this.state = { ...this.state, ...change };
    this.#options.publish('updates.changed', this.state);
  }
}

function reasonForNoChecks({ env, policy }: UpdatesOptions): string | null {
  if (policy.updates === 'off') return 'Your organisation turned off updates.';
  if (env.isMsi) return 'Easel was installed from an MSI, so your organisation installs updates.';
  if (policy.updateUrl !== null) return null;
  return 'Updates are not set up. Your organisation can set an update address in its policy (updateUrl).';
}

export function updateFailed(cause: string, code: 'refused' | 'cannot-reach' = 'refused'): Result<never> {
  const nextStep = 'Try again later. If it fails again, contact your administrator.';
  return fail(failure(code, { message: `The update failed (${cause}).`, nextStep }));
}

/** Timeout in ms of update requests, and of the signature check. */
export const TIMEOUT_MS = 60_000;
const VERSION = /^version: *(?<version>\d{1,9}\.\d{1,9}\.\d{1,9}) *$/mu;

/** Finds new versions for Linux in `latest-linux.yml` (field `version`). Follows no redirects. */
export function createLinuxNotice(
  transport: Pick<Transport, 'request'>,
  updateUrl: string,
  installed: string,
): Updater {
  const url = new URL('latest-linux.yml', updateUrl.endsWith('/') ? updateUrl : `${updateUrl}/`);
  return {
    installer: null,
    check: async () => {
      const request = { method: 'GET', url, headers: { 'user-agent': 'Easel' }, body: null } as const;
      const response = await transport.request(request, AbortSignal.timeout(TIMEOUT_MS));
      if (!response.ok) {
        const { fault, code, proxy } = response.error;
        if (fault.startsWith('proxy-sign-in')) return fail(failure('proxy-sign-in', { proxy }));
        return updateFailed(code, 'cannot-reach');
      }
      const { status, bytes } = response.value;
      const version = VERSION.exec(Buffer.from(bytes).toString())?.groups?.['version'];
      if (status !== 200 || version === undefined)
        return updateFailed(`no version in the response, status ${status}`);
      const release = installed.replace(/-.*/u, '');
      return ok(version.localeCompare(release, 'en', { numeric: true }) > 0 ? version : null);
    },
  };
}

export const updateCalls = (updates: Updates): CallsOf<'updates'> => ({
  state: { run: () => ok(updates.state) },
  check: { run: async () => ok(await updates.check()), log: unlogged },
  proceed: { run: async () => ok(await updates.proceed()), log: unlogged },
});
