/**
 * `will-download` of sessions. A download that nobody prevents goes where Playwright or Chromium puts it.
 */
import { EventEmitter } from 'node:events';
import { shellEvent } from './events.ts';
import { fromAlias } from './alias.ts';
import { browser } from './shell.ts';
import { webContents } from './web-contents.ts';

/** Makes sessions hear of downloads in their pages and guests. */
export async function watchDownloads(): Promise<void> {
  const { root } = browser().connection;
  root.on('Browser.downloadWillBegin', ({ frameId, guid, url, suggestedFilename }) => {
    const contents = webContents
      .getAllWebContents()
      .find((candidate) => candidate.place?.frameId === frameId);
    if (!contents) return;
    const cancel = (): void => root.tell('Browser.cancelDownload', { guid });
    const item = Object.assign(new EventEmitter(), {
      getURL: () => fromAlias(url),
      getFilename: () => suggestedFilename,
      cancel,
    });
    const event = shellEvent();
    contents.session.emit('will-download', event, item, contents);
    if (event.defaultPrevented) cancel();
  });
  await root.send('Browser.setDownloadBehavior', { behavior: 'default', eventsEnabled: true });
}
