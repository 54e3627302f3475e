// A plain Electron app with what the conformance spec looks at. It knows nothing of the Chromium shell.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, net, protocol } from 'electron';

const folder = import.meta.dirname;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'none'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);

/**
 * The order in which things happened.
 *
 * @type {string[]}
 */
const journal = [];
app.on('window-all-closed', () => journal.push('window-all-closed'));
app.on('before-quit', () => journal.push('before-quit'));
app.on('will-quit', () => journal.push('will-quit'));
app.on('quit', () => {
  journal.push('quit');
  const file = process.env['JOURNAL_FILE'];
  if (file) writeFileSync(file, JSON.stringify(journal));
});
app.on('web-contents-created', (_event, contents) => {
  journal.push(`created ${contents.getType()} at '${contents.getURL()}'`);
});

function openWindow() {
  const window = new BrowserWindow({
    width: 900,
    height: 700,
    useContentSize: true,
    show: false,
    webPreferences: {
      preload: path.join(folder, 'preload.cjs'),
      webviewTag: true,
      sandbox: true,
      contextIsolation: true,
    },
  });
  window.once('ready-to-show', () => window.show());
  window.on('close', () => journal.push('close'));
  window.on('closed', () => journal.push('closed'));
  void window.loadURL('app://conformance/page.html');
}
Object.assign(globalThis, { journal });

await app.whenReady();
protocol.handle('app', async (request) => {
  const { host, pathname } = new URL(request.url);
  const known = ['/page.html', '/child.html', '/style.css', '/page.js'].includes(pathname);
  if (host !== 'conformance' || !known) return new Response('Not here', { status: 404 });
  if (!pathname.endsWith('.html')) return net.fetch(new URL(`.${pathname}`, `file://${folder}/`).href);
  return new Response(readFileSync(path.join(folder, pathname)), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY },
  });
});
openWindow();
