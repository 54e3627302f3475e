/** Electron's own checklist, as far as the source shows it. */
import { calls, except, inMain, inProduct, literals, options, settings, type Rule } from '../rule.ts';

const at = 'main/boards/boards.ts';

export const ELECTRON_RULES: readonly Rule[] = [
  calls(
    {
      name: 'one-window-factory',
      why: 'Every window gets the same hardened preferences.',
      applies: inProduct,
      place: 'main/app/window/main-window.ts',
      proof: { at, refuse: 'new BrowserWindow({})', accept: 'BrowserWindow.getAllWindows()' },
    },
    ...['BrowserWindow', 'BaseWindow', 'WebContentsView', 'BrowserView'].flatMap((name) => [
      name,
      `.${name}`,
    ]),
  ),
  options(
    {
      name: 'hardened-preferences',
      why: 'A page without a sandbox, or with Node, turns one script injection into a takeover.',
      applies: inProduct,
      proof: {
        at,
        refuse: "const p = { 'sandbox': packaged };",
        accept: 'prefs.sandbox = true; type P = { sandbox: false };',
      },
    },
    {
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      enableBlinkFeatures: '',
      navigateOnDragDrop: false,
      plugins: false,
    },
  ),
  options(
    {
      name: 'webview-only-in-the-window',
      why: 'Guests get no guests.',
      applies: except(inProduct, 'main/app/window/'),
      proof: { at, refuse: 'prefs.webviewTag = true;', accept: 'const p = { webviewTag: false };' },
    },
    { webviewTag: false },
  ),
  settings(
    {
      name: 'no-spread-preferences',
      why: 'A spread may bring any preference (CVE-2026-34769).',
      applies: inProduct,
      proof: {
        at,
        refuse: 'make({ webPreferences: { ...given, sandbox: true } });',
        accept: 'make({ ...size, webPreferences: { sandbox: true } });',
      },
    },
    (name, value) =>
      name === 'webPreferences' &&
      value.type === 'ObjectExpression' &&
      value.properties.some(({ type }) => type === 'SpreadElement'),
  ),
  settings(
    {
      name: 'no-opened-windows',
      why: 'A page opens no window of Easel.',
      applies: inMain,
      proof: {
        at,
        refuse: "contents.setWindowOpenHandler(() => ({ action: 'allow' }));",
        accept: "contents.setWindowOpenHandler(() => ({ action: 'deny' }));",
      },
    },
    (name, value) => name === 'action' && value.type === 'Literal' && value.value === 'allow',
  ),
  calls(
    {
      name: 'no-open-external',
      why: 'Easel opens no address in another program.',
      applies: inProduct,
      proof: { at, refuse: "shell.openExternal('https://x.example')", accept: 'openExternalLink(1)' },
    },
    '.openExternal',
    'openExternal',
  ),
  literals(
    {
      name: 'no-file-addresses',
      why: 'Pages come from app://easel/ only.',
      applies: inProduct,
      proof: { at, refuse: "load('file:///etc/passwd')", accept: "load('app://easel/')" },
    },
    (text) => /\bfile:\/\/(?!\*)/iu.test(text),
  ),
  literals(
    {
      name: 'no-certificate-override',
      why: 'A wrong certificate is an error, never a question.',
      applies: inProduct,
      proof: {
        at,
        refuse: "app.on('certificate-error', accept)",
        accept: "app.on('select-client-certificate', refuse)",
      },
    },
    (text) => text === 'certificate-error',
  ),
  literals(
    {
      name: 'no-weakening-switches',
      why: 'These switches of Chromium remove a protection; switches.ts names them to refuse them.',
      applies: except(
        (path) => inProduct(path) || /^test\/(?:commands|packaging)\//u.test(path),
        'main/app/security/switches.ts',
      ),
      proof: {
        at,
        refuse: "app.commandLine.appendSwitch('no-sandbox')",
        accept: "app.commandLine.appendSwitch('lang', 'en')",
      },
    },
    (text) =>
      /\b(?:no-sandbox|disable-web-security|disable-site-isolation-trials|ignore-certificate-errors|enable-blink-features)\b/u.test(
        text,
      ),
  ),
  options(
    {
      name: 'plain-scheme',
      why: 'app:// is standard and secure, and nothing more (CVE-2026-70604).',
      applies: inProduct,
      proof: {
        at,
        refuse: 'const p = { standard: true, supportFetchAPI: true };',
        accept: 'const p = { standard: true, secure: true, codeCache: true };',
      },
    },
    {
      supportFetchAPI: false,
      corsEnabled: false,
      bypassCSP: false,
      allowServiceWorkers: false,
      allowExtensions: false,
    },
  ),
  literals(
    {
      name: 'no-stored-sessions',
      why: 'A guest leaves nothing on the disk.',
      applies: inMain,
      proof: {
        at,
        refuse: "session.fromPartition('persist:guest')",
        accept: "session.fromPartition('preview-1')",
      },
    },
    (text) => text.startsWith('persist:'),
  ),
  options(
    {
      name: 'careful-updates',
      why: 'Nothing is downloaded, downgraded or installed unasked.',
      applies: inProduct,
      proof: { at, refuse: 'updater.autoDownload = true;', accept: 'updater.autoDownload = false;' },
    },
    {
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowPrerelease: false,
      allowDowngrade: false,
      disableWebInstaller: true,
    },
  ),
];
