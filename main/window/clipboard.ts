/** The clipboard of the system, for what main copies: the page can't reach it. */
import { clipboard, ClipboardItem } from 'electron';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Env } from '../env.ts';
import type { SystemClipboard } from '../files/files.ts';
import { failure } from '../wording/failure.ts';

/**
 * Formats that say “this is a secret” to what keeps a history of the clipboard, with their content: of Windows
 * (learn.microsoft.com, “Cloud Clipboard and Clipboard History Formats”: numbers of 32 bits), of macOS (nspasteboard.org),
 * and of KDE.
 */
const SECRET: Readonly<Record<Env['platform'], Readonly<Record<string, string>>>> = {
  win32: {
    ExcludeClipboardContentFromMonitorProcessing: '\0\0\0\0',
    CanIncludeInClipboardHistory: '\0\0\0\0',
    CanUploadToCloudClipboard: '\0\0\0\0',
  },
  darwin: { 'org.nspasteboard.ConcealedType': ' ', 'org.nspasteboard.TransientType': ' ' },
  linux: { 'x-kde-passwordManagerHint': 'secret' },
};

/** Writing takes time, and another program may hold the clipboard: “copied” is said once it is true. */
async function written(writing: () => Promise<void>): Promise<Result<null>> {
  try {
    await writing();
    return ok(null);
  } catch {
    // The system's error is left out: it may quote the text, which may be a secret.
    return fail(
      failure('refused', {
        message: 'Nothing was copied: this computer’s clipboard didn’t take it.',
        nextStep: 'Close programs that watch the clipboard, then copy again.',
        retryable: true,
      }),
    );
  }
}

/** Text only; a secret has the marks of this platform beside it. */
export function createClipboard(platform: Env['platform']): SystemClipboard {
  return {
    write: (text) => written(() => clipboard.writeText(text)),
    writeSecret(text) {
      const marks = Object.entries(SECRET[platform]).map(
        ([format, content]) =>
          [`electron application/osclipboard;format="${format}"`, new Blob([content])] as const,
      );
      const item = new ClipboardItem({ 'text/plain': text, ...Object.fromEntries(marks) });
      return written(() => clipboard.write([item]));
    },
    read: () => clipboard.readText(),
    clear: () => Promise.resolve(clipboard.clear()),
  };
}
