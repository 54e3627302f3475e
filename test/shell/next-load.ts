/**
 * The promise that `loadURL` gives.
 */
import type { EventEmitter } from 'node:events';

/** Resolves at the next did-finish-load; rejects as Electron does: `ERR_X (-n) loading 'address'`. */
export function nextLoad(contents: EventEmitter, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      contents
        .off('did-finish-load', onFinish)
        .off('did-fail-load', onFail)
        .off('-aborted', onAbort)
        .off('destroyed', onAbort);
      if (error) reject(error);
      else resolve();
    };
    const failure = (name: string, code: number, url: string): Error =>
      Object.assign(new Error(`${name} (${code}) loading '${url}'`), { code: name, errno: code, url });
    const onFinish = (): void => settle();
    const onFail = (_event: unknown, code: number, name: string, url: string): void =>
      settle(failure(name, code, url));
    const onAbort = (): void => settle(failure('ERR_ABORTED', -3, address));
    contents
      .on('did-finish-load', onFinish)
      .on('did-fail-load', onFail)
      .on('-aborted', onAbort)
      .on('destroyed', onAbort);
  });
}
