/**
 * The system keychain in a process of its own, at its real speed, while the disk is asked again and again. Started by
 * real-keychain.ts with a keyring's environment; prints one JSON line and ends itself by SIGKILL.
 */
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createKeytarKeychain } from '../../main/keychain/keytar-keychain.ts';

/** What became of the calls, and how long each took, ms. */
export interface ChildReport {
  readonly state: string;
  readonly stateMs: number;
  readonly set: string;
  readonly setMs: number;
  readonly get: string;
  /** The longest that the disk took to answer meanwhile, ms. */
  readonly slowestDiskMs: number;
  readonly diskAnswers: number;
}

const [account = '', secret = ''] = process.argv.slice(2);
const keychain = createKeytarKeychain({ platform: 'linux' });

let slowestDiskMs = 0;
let diskAnswers = 0;
const over = new AbortController();
async function watchDisk(): Promise<void> {
  while (!over.signal.aborted) {
    const begun = performance.now();
    await stat(import.meta.filename);
    slowestDiskMs = Math.max(slowestDiskMs, performance.now() - begun);
    diskAnswers += 1;
    await delay(20);
  }
}

const watching = watchDisk();
const begun = performance.now();
const status = await keychain.status();
const stateMs = performance.now() - begun;
const asked = performance.now();
const set = await keychain.set(account, secret);
const setMs = performance.now() - asked;
const get = await keychain.get(account);
over.abort();
await watching;

const report: ChildReport = {
  state: status.state,
  stateMs,
  set: set.ok ? 'ok' : set.error.code,
  setMs,
  get: get.ok
    ? get.value === secret
      ? 'the key'
      : get.value === null
        ? 'nothing'
        : 'another'
    : get.error.code,
  slowestDiskMs,
  diskAnswers,
};
process.stdout.write(JSON.stringify(report), () => {
  // An orderly end waits for the native call that hangs (libuv joins its threads), however long that is.
  process.kill(process.pid, 'SIGKILL');
});
