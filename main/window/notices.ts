/** Notices of the desktop, for who does not look at Easel's window. */
import { Notification, type BrowserWindow } from 'electron';

/** Gives the function that shows a sentence, unless the person looks at the window. Clicking it brings that back. */
export function createNotices(
  window: () => BrowserWindow | null,
  bringToFront: () => void,
): (sentence: string) => void {
  /** Kept until they are gone: one that nobody holds any more would not answer a click. */
  const shown = new Set<Notification>();
  return (sentence) => {
    if (window()?.isFocused() === true || !Notification.isSupported()) return;
    const notice = new Notification({ title: 'Easel', body: sentence });
    const forget = (): void => void shown.delete(notice);
    notice.on('click', () => {
      bringToFront();
      forget();
    });
    notice.on('close', forget);
    // macOS shows none of a build that is not signed.
    notice.on('failed', forget);
    shown.add(notice);
    notice.show();
  };
}
