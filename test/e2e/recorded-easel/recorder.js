/** Writes down every reply, event and title that leaves main, as JSON text, in `recordedByMain` of the process. */
import { app, ipcMain } from 'electron';

/** @type {string[]} */
const recorded = [];
Object.assign(globalThis, { recordedByMain: recorded });

/** @param {string} what @param {unknown} value */
const note = (what, value) => void recorded.push(`${what}: ${JSON.stringify(value) ?? 'nothing'}`);

const handle = ipcMain.handle.bind(ipcMain);
ipcMain.handle = (channel, listener) =>
  handle(channel, async (event, /** @type {unknown[]} */ ...args) => {
    try {
      /** @type {unknown} */
      const reply = await listener(event, ...args);
      note(`reply ${String(args[0])}`, reply);
      return reply;
    } catch (error) {
      note(`rejection ${String(args[0])}`, String(error));
      throw error;
    }
  });

app.on('web-contents-created', (_event, contents) => {
  if (contents.getType() !== 'window') return;
  const send = contents.send.bind(contents);
  contents.send = (channel, /** @type {unknown[]} */ ...args) => {
    note(`event ${channel}`, args);
    send(channel, ...args);
  };
  contents.on('page-title-updated', (_updated, title) => note('title', title));
  contents.on('console-message', (event) => note('console', event.message));
});
