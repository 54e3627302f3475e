/** Code patterns that are banned in all or most files, and that oxlint cannot express. map.ts restricts imports. */

export type Rule = {
  readonly name: string;
  readonly why: string;
  readonly files: RegExp;
  /** Files that may contain the banned code. If the rule's name starts with `one-`, exactly one of them must. */
  readonly only?: RegExp;
  /** Pattern of banned code. Tested against each text from facts.ts, or against the source of HTML and CSS files. */
  readonly bans: RegExp;
  readonly refuse: string;
  readonly accept: string;
};

const PRODUCT = /^(?:main|preload|renderer)\/(?!vite\.config\.ts).*\.tsx?$/u;
const MAIN = /^main\/.*\.ts$/u;
const PAGE = /^renderer\/(?!vite\.config\.ts).*\.tsx?$/u;
const HTML = /^renderer\/.*\.html$/u;

export const RULES: readonly Rule[] = [
  {
    name: 'one-window-factory',
    why: 'Every window gets the same hardened preferences.',
    files: PRODUCT,
    only: /^main\/app\/window\/main-window\.ts$/u,
    bans: /^new (?:.*\.)?(?:BrowserWindow|BaseWindow|WebContentsView|BrowserView)$/u,
    refuse: 'new electron.BrowserWindow({})',
    accept: 'BrowserWindow.getAllWindows()',
  },
  {
    name: 'hardened-preferences',
    why: 'A page without a sandbox, or with Node, turns one script injection into a takeover.',
    files: PRODUCT,
    bans: /^set (?:(?:nodeIntegration(?:InWorker|InSubFrames)?|allowRunningInsecureContent|experimentalFeatures|navigateOnDragDrop|plugins) = (?!false$)|(?:contextIsolation|sandbox|webSecurity) = (?!true$)|enableBlinkFeatures = .)/u,
    refuse: "const p = { 'sandbox': packaged };",
    accept: 'prefs.sandbox = true; type P = { sandbox: false };',
  },
  {
    name: 'webview-only-in-the-window',
    why: 'The page of a room must not contain webviews.',
    files: PRODUCT,
    only: /^main\/app\/window\//u,
    bans: /^set webviewTag = (?!false$)/u,
    refuse: 'prefs.webviewTag = true;',
    accept: 'const p = { webviewTag: false };',
  },
  {
    name: 'no-spread-preferences',
    why: 'A spread may bring any preference (CVE-2026-34769).',
    files: PRODUCT,
    bans: /^set webPreferences = \.\.\.$/u,
    refuse: 'make({ webPreferences: { ...given, sandbox: true } });',
    accept: 'make({ ...size, webPreferences: { sandbox: true } });',
  },
  {
    name: 'no-opened-windows',
    why: 'A page must not open windows.',
    files: MAIN,
    bans: /^set action = allow$/u,
    refuse: "contents.setWindowOpenHandler(() => ({ action: 'allow' }));",
    accept: "contents.setWindowOpenHandler(() => ({ action: 'deny' }));",
  },
  {
    name: 'plain-scheme',
    why: 'The scheme app:// needs only the privileges standard and secure (CVE-2026-70604).',
    files: PRODUCT,
    bans: /^set (?:supportFetchAPI|corsEnabled|bypassCSP|allowServiceWorkers|allowExtensions) = (?!false$)/u,
    refuse: 'const p = { standard: true, supportFetchAPI: true };',
    accept: 'const p = { standard: true, secure: true, codeCache: true };',
  },
  {
    name: 'careful-updates',
    why: 'Easel downloads and installs updates only if the user asks for it, and never downgrades.',
    files: PRODUCT,
    bans: /^set (?:(?:autoDownload|autoInstallOnAppQuit|allowPrerelease|allowDowngrade) = (?!false$)|disableWebInstaller = (?!true$))/u,
    refuse: 'updater.autoDownload = true;',
    accept: 'updater.autoDownload = false;',
  },
  {
    name: 'certificates-are-checked',
    why: 'A wrong certificate is an error. A custom checkServerIdentity may accept names that Node refuses.',
    files: PRODUCT,
    bans: /^set (?:rejectUnauthorized = (?!true$)|checkServerIdentity)|^text certificate-error$/u,
    refuse: 'connect({ rejectUnauthorized: false })',
    accept: 'connect({ rejectUnauthorized: true, servername })',
  },
  {
    name: 'no-weakening-switches',
    why: 'These switches of Chromium remove a protection; switches.ts names them to refuse them.',
    files: PRODUCT,
    only: /^main\/app\/security\/switches\.ts$/u,
    bans: /^text .*\b(?:no-sandbox|disable-web-security|disable-site-isolation-trials|ignore-certificate-errors|enable-blink-features)\b/su,
    refuse: "app.commandLine.appendSwitch('no-sandbox')",
    accept: "app.commandLine.appendSwitch('lang', 'en')",
  },
  {
    name: 'no-file-addresses',
    why: 'Easel loads its pages only from app://easel/.',
    files: PRODUCT,
    bans: /^text .*\bfile:\/\/(?!\*)/isu,
    refuse: "load('file:///etc/passwd')",
    accept: "load('app://easel/')",
  },
  {
    name: 'no-http-addresses',
    why: 'Requests to other computers use https. Patterns, loopback addresses and XML namespaces are allowed.',
    files: PRODUCT,
    only: /^main\/(?:practice\/|connections\/addresses\.ts$|app\/security\/origins\.ts$)/u,
    bans: /^text (?!.*(?:\/\/\*\/\*$|\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?:[:/]|$)|\/\/(?:www\.w3|schemas\.openxmlformats)\.org\/)).*\b(?:http|ws):\/\//isu,
    refuse: "get('http://boards.example/')",
    accept:
      "get('https://boards.example/', 'http://*/*', 'http://localhost:1', 'http://www.w3.org/2000/svg')",
  },
  {
    name: 'no-stored-sessions',
    why: 'The session of a room stores nothing on disk.',
    files: MAIN,
    bans: /^text persist:/u,
    refuse: "session.fromPartition('persist:guest')",
    accept: "session.fromPartition('preview-1')",
  },
  {
    name: 'keys-read-in-few-places',
    why: 'These files send a key (only authorize.ts), store it, encrypt it, or add it to the redacted texts of the log.',
    files: PRODUCT,
    only: /^main\/(?:service\/authorize|connections\/key-store|connections\/transfer\/seal|connections\/open)\.ts$/u,
    bans: /\.reveal$/u,
    refuse: 'const header = ["Bearer", key.reveal()];',
    accept: 'key.fingerprint(salt)',
  },
  {
    name: 'no-guessable-numbers',
    why: 'Grants and ids come from node:crypto. Only retry delays and practice data may be predictable.',
    files: MAIN,
    only: /^main\/(?:practice|service)\//u,
    bans: /^Math\.random$/u,
    refuse: 'const id = Math.random();',
    accept: 'const id = randomUUID();',
  },
  {
    name: 'environment-read-once',
    why: 'main/lib/env.ts reads argv and the environment once, after index.ts has cleaned them, and freezes them.',
    files: MAIN,
    only: /^main\/(?:lib\/env|index)\.ts$/u,
    bans: /^process\.(?:env|argv|execArgv)$/u,
    refuse: 'const home = process.env.HOME;',
    accept: 'const { userData } = env;',
  },
  {
    name: 'one-ipc-handler',
    why: 'One function checks senders, schemas and limits.',
    files: MAIN,
    only: /^main\/ipc\/router\.ts$/u,
    bans: /(?:^|\.)ipcMain\.handle$/u,
    refuse: "ipcMain.handle('x', f)",
    accept: "router.handle('x', f)",
  },
  {
    name: 'one-bridge',
    why: 'The page gets window.easel and nothing else.',
    files: PRODUCT,
    only: /^preload\/bridge\.ts$/u,
    bans: /\.exposeInMainWorld$/u,
    refuse: "contextBridge.exposeInMainWorld('a', {})",
    accept: "test('exposeInMainWorld')",
  },
  {
    name: 'ipc-renderer-stays-inside',
    why: 'ipcRenderer as a value could reach the page: call its methods in place.',
    files: PRODUCT,
    bans: /^pass ipcRenderer$/u,
    refuse: 'const api = { ipcRenderer };',
    accept: "const api = { list: () => ipcRenderer.invoke('boards.list') };",
  },
  {
    name: 'bridge-has-one-user',
    why: 'Stores and tests use renderer/bridge.ts.',
    files: PAGE,
    only: /^renderer\/bridge\.ts$/u,
    bans: /^(?:window|globalThis|self)\.easel$/u,
    refuse: 'window.easel.boards.list()',
    accept: 'bridge.boards.list()',
  },
  {
    name: 'one-webview',
    why: 'One component contains the webview of a room, its input shield and its timer.',
    files: PAGE,
    only: /^renderer\/parts\/room-preview\.tsx$/u,
    bans: /^<webview>$|createElement\(webview\)$/iu,
    refuse: "document.createElement('webview')",
    accept: '<RoomPreview />;',
  },
  {
    name: 'no-guest-attributes',
    why: 'Main decides what a guest may do. allowpopups would allow popups before main is asked.',
    files: PAGE,
    bans: /^(?:set|text) (?:allowpopups|nodeintegration|nodeintegrationinsubframes|disablewebsecurity|blinkfeatures|webpreferences)\b/iu,
    refuse: '<webview allowpopups />;',
    accept: '<webview partition="preview-1" />;',
  },
  {
    name: 'html-no-inline-code',
    why: 'The content policy allows scripts and styles only from Easel’s own files.',
    files: HTML,
    bans: /<script(?![^>]*\ssrc=)|<style\b|<[^>]*\s(?:style|on[a-z]+)\s*=/iu,
    refuse: '<body onload="run()">',
    accept: '<script type="module" src="/main.tsx"></script>',
  },
  {
    name: 'html-own-files',
    why: 'A page loads no files of other origins.',
    files: HTML,
    bans: /\s(?:src|href|action|data)\s*=\s*["']?\s*(?:(?!data:image\/)[a-z]+:|\/\/)/iu,
    refuse: '<script src="https://cdn.example/x.js"></script>',
    accept: '<link rel="stylesheet" href="/styles/tokens.css">',
  },
  {
    name: 'html-no-guests',
    why: 'Only one component creates webviews.',
    files: HTML,
    bans: /<(?:webview|iframe|object|embed|base)\b|allowpopups/iu,
    refuse: '<webview src="about:blank"></webview>',
    accept: '<div id="root"></div>',
  },
  {
    name: 'css-own-files',
    why: 'A style sheet loads no files of other origins.',
    files: /^renderer\/.*\.css$/u,
    bans: /(?:url\(\s*|@import\s+)["']?(?:[a-z]+:)?\/\//iu,
    refuse: "@import 'https://fonts.example/x.css';",
    accept: "@import './tokens.css';",
  },
];
