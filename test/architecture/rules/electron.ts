/** Electron's own checklist, as far as it can be read off the source. */
import {
  calls,
  except,
  files,
  imports,
  inMain,
  inProduct,
  keyOf,
  literals,
  names,
  options,
  type Rule,
} from '../rule.ts';

export const ELECTRON_RULES: readonly Rule[] = [
  calls(
    {
      name: 'one-window-factory',
      why: 'Every window gets the same hardened preferences, so one place makes them.',
      applies: inProduct,
      onlyIn: files('main/window/hardened-window.ts'),
    },
    ['BrowserWindow', 'BaseWindow', 'WebContentsView', 'BrowserView'].flatMap((name) => [name, `.${name}`]),
  ),
  options(
    {
      name: 'hardened-preferences',
      why: 'A page without a sandbox, or with Node, turns one script injection into a takeover.',
      applies: inProduct,
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
      navigateOnDragDrop: false,
      plugins: false,
    },
  ),
  options(
    {
      name: 'webview-only-in-the-window',
      why: 'Guests get no guests.',
      applies: except(inProduct, 'main/window/'),
    },
    { webviewTag: false },
  ),
  {
    name: 'no-spread-preferences',
    why: 'What is spread into webPreferences is not known here (CVE-2026-34769).',
    applies: inProduct,
    visit: (report) => ({
      ObjectExpression: (node) => {
        for (const part of node.properties) {
          if (part.type !== 'Property' || keyOf(part.key, part.computed) !== 'webPreferences') continue;
          const { value } = part;
          if (
            value.type === 'ObjectExpression' &&
            value.properties.some((it) => it.type === 'SpreadElement')
          ) {
            report(part, 'webPreferences with a spread');
          }
        }
      },
    }),
  },
  options(
    {
      name: 'no-blink-features',
      why: 'Unfinished features of Blink are not hardened.',
      applies: inProduct,
    },
    { enableBlinkFeatures: '' },
  ),
  {
    name: 'no-opened-windows',
    why: 'Nothing that a page opens becomes a window of ours.',
    applies: inMain,
    visit: (report) => ({
      ObjectExpression: (node) => {
        for (const part of node.properties) {
          if (part.type !== 'Property' || keyOf(part.key, part.computed) !== 'action') continue;
          if (part.value.type === 'Literal' && part.value.value === 'allow') report(part, "action: 'allow'");
        }
      },
    }),
  },
  calls(
    {
      name: 'one-open-external',
      why: 'Addresses leave the app through one function that knows them by id.',
      applies: inProduct,
      onlyIn: inMain,
    },
    ['.openExternal', 'openExternal'],
  ),
  names({ name: 'no-open-path', why: 'openPath runs what it opens (CVE-2026-70603).', applies: inProduct }, [
    'openPath',
  ]),
  names(
    {
      name: 'no-load-file',
      why: 'Pages come from app://easel/ only; file: has extra rights.',
      applies: inProduct,
    },
    ['loadFile'],
  ),
  literals(
    { name: 'no-file-addresses', why: 'Pages come from app://easel/ only.', applies: inProduct },
    (text) => /\bfile:\/\/(?!\*)/iu.test(text),
  ),
  names(
    {
      name: 'no-execute-javascript',
      why: 'Code sent into a page as text escapes every check.',
      applies: inProduct,
    },
    ['executeJavaScript', 'executeJavaScriptInIsolatedWorld', 'insertCSS'],
  ),
  imports({ name: 'no-remote', why: 'remote hands main to the page.', applies: inProduct }, (module) =>
    module.startsWith('@electron/remote'),
  ),
  names(
    {
      name: 'no-crash-upload',
      why: 'A crash dump holds the memory, and so keys and tokens.',
      applies: inProduct,
    },
    ['crashReporter', 'netLog', 'contentTracing'],
  ),
  names(
    {
      name: 'no-own-certificate-rules',
      why: 'The system decides which certificates are good.',
      applies: inProduct,
    },
    ['setCertificateVerifyProc'],
  ),
  literals(
    {
      name: 'no-certificate-override',
      why: 'A wrong certificate is an error, never a question.',
      applies: inProduct,
    },
    (text) => text === 'certificate-error',
  ),
  literals(
    {
      name: 'no-weakening-switches',
      why: 'These switches of Chromium take a wall away; switches.ts names them to refuse them.',
      applies: except(
        (path) => inProduct(path) || path.startsWith('test/commands/') || path.startsWith('test/packaging/'),
        'main/security/switches.ts',
      ),
    },
    (text) =>
      /\b(?:no-sandbox|disable-web-security|disable-site-isolation-trials|ignore-certificate-errors|enable-blink-features)\b/u.test(
        text,
      ),
  ),
  options(
    {
      name: 'plain-scheme',
      why: 'app:// needs to be standard and secure, and nothing more (CVE-2026-70604).',
      applies: inProduct,
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
    { name: 'no-stored-sessions', why: 'A guest leaves nothing on the disk.', applies: inMain },
    (text) => text.startsWith('persist:'),
  ),
  options(
    {
      name: 'careful-updates',
      why: 'Nothing is downloaded, downgraded or tried out unasked.',
      applies: inProduct,
    },
    {
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowPrerelease: false,
      allowDowngrade: false,
      disableWebInstaller: true,
    },
  ),
  calls(
    {
      name: 'no-system-traces',
      why: 'Recent documents and deep links put addresses where others read them.',
      applies: inProduct,
    },
    ['.addRecentDocument', '.setAsDefaultProtocolClient', '.setJumpList'],
  ),
];
