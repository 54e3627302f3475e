/** A clipboard in memory, in place of the system's. */
import { ok } from '../../preload/contract/failure.ts';
import type { SystemClipboard } from '../../main/lib/files/files.ts';

/** `onText` is told what it holds, empty once it was cleared. */
export function clipboardOf(onText: (text: string) => void = () => undefined): SystemClipboard {
  let held = '';
  const put = (text: string): void => {
    held = text;
    onText(text);
  };
  const write: SystemClipboard['write'] = (text) => {
    put(text);
    return Promise.resolve(ok(null));
  };
  return {
    write,
    writeSecret: write,
    read: () => Promise.resolve(held),
    clear: () => Promise.resolve(put('')),
  };
}
