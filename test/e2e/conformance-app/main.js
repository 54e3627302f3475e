// A plain Electron app for the conformance specs. It contains no code for the Chromium shell (test/shell).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, protocol } from 'electron';

const folder = import.meta.dirname;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'none'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** @type {Readonly<Record<string, string>>} */
const TYPES = { '/page.html': 'text/html', '/style.css': 'text/css', '/page.js': 'text/javascript' };

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);

function openWindow() {
  const window = new BrowserWindow({
    width: 900,
    height: 700,
    useContentSize: true,
    show: false,
    webPreferences: {
      webviewTag: true,
      sandbox: true,
      contextIsolation: true,
    },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL('app://conformance/page.html');
}

await app.whenReady();
protocol.handle('app', (request) => {
  const { host, pathname } = new URL(request.url);
  const type = TYPES[pathname];
  if (host !== 'conformance' || type === undefined) return new Response('Not here', { status: 404 });
  return new Response(readFileSync(path.join(folder, pathname)), {
    headers: { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': POLICY },
  });
});
openWindow();
