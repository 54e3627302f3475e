/** Child process that calls the real system keychain and reads the disk meanwhile. Reports once, then kills itself. */
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGuardedKeychain, keytarVault } from '../../main/connections/keychain/keychain.ts';
import type { Result } from '../../preload/contract/failure.ts';

const [account = '', secret = ''] = process.argv.slice(2);
const keychain = createGuardedKeychain(keytarVault, { platform: 'linux' });
const codeOf = (result: Result<string | null>): string =>
  result.ok ? (result.value === secret ? 'the key' : 'ok') : result.error.code;

async function timed<T>(work: () => Promise<T>): Promise<readonly [value: T, ms: number]> {
  const begun = performance.now();
  return [await work(), performance.now() - begun];
}

let slowestDiskMs = 0;
const over = new AbortController();
async function watchDisk(): Promise<void> {
  while (!over.signal.aborted) {
    const [, ms] = await timed(() => stat(import.meta.filename));
    slowestDiskMs = Math.max(slowestDiskMs, ms);
    await delay(20);
  }
}

const watching = watchDisk();
const [{ state }, stateMs] = await timed(() => keychain.status());
const [set, setMs] = await timed(() => keychain.set(account, secret));
const get = codeOf(await keychain.get(account));
over.abort();
await watching;
const report = { state, stateMs, set: codeOf(set), setMs, get, slowestDiskMs };
export type ChildReport = typeof report;
// Kills this process, because a normal exit would wait for a keychain call that hangs.
process.send?.(report, () => process.kill(process.pid, 'SIGKILL'));
