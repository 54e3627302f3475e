import { ok } from '../../preload/contract/failure.ts';
import type { SystemClipboard } from '../../main/lib/files/files.ts';

export function clipboardOf(onText: (text: string) => void = () => undefined): SystemClipboard {
  let content = '';
  const put = (text: string): void => {
    content = text;
    onText(text);
  };
  const write: SystemClipboard['write'] = (text) => {
    put(text);
    return Promise.resolve(ok(null));
  };
  return {
    write,
    writeSecret: write,
    read: () => Promise.resolve(content),
    clear: () => Promise.resolve(put('')),
  };
}
