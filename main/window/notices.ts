/** Desktop notifications, for people who aren't looking at Easel's window. */
import { Notification, type BrowserWindow } from 'electron';

/** Gives the function that shows a sentence, unless the window has the focus. A click brings the window back. */
export function createNotices(
  window: () => BrowserWindow | null,
  bringToFront: () => void,
): (sentence: string) => void {
  /** Kept until they close: a notification that was garbage-collected would not answer a click. */
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
    // macOS shows none for an unsigned build.
    notice.on('failed', forget);
    shown.add(notice);
    notice.show();
  };
}
