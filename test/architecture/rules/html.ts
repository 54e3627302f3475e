/** Pages, styles and packaging files: read as text. */
import { inRenderer, type TextRule } from '../rule.ts';

type Tag = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly source: string;
};

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gu;

/** The opening tags of a page, comments left out; enough for our own pages. */
function tagsOf(html: string): readonly Tag[] {
  const bare = html.replace(/<!--[\s\S]*?-->/gu, '');
  return [...bare.matchAll(/<([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/giu)].map((match) => ({
    name: (match[1] ?? '').toLowerCase(),
    attributes: new Map(
      [...(match[2] ?? '').matchAll(ATTRIBUTE)].map((part) => [
        (part[1] ?? '').toLowerCase(),
        part[2] ?? part[3] ?? part[4] ?? '',
      ]),
    ),
    source: match[0],
  }));
}

const tagRule = (
  name: string,
  why: string,
  [refuse, accept]: readonly [string, string],
  isBad: (tag: Tag) => boolean,
): TextRule => ({
  name,
  why,
  applies: (path) => inRenderer(path) && path.endsWith('.html'),
  proof: { at: 'renderer/index.html', refuse, accept },
  find: (text) =>
    tagsOf(text)
      .filter(isBad)
      .map((tag) => tag.source),
});

const SCRIPT = '<script type="module" src="/main.tsx"></script>';

export const TEXT_RULES: readonly TextRule[] = [
  tagRule(
    'html-no-inline-script',
    'The CSP runs files of our own only.',
    ['<script>run()</script>', SCRIPT],
    ({ name, attributes }) => name === 'script' && !attributes.get('src'),
  ),
  tagRule(
    'html-no-handlers',
    'The CSP runs files of our own only.',
    ['<body onload="run()">', '<body class="once">'],
    ({ attributes }) => [...attributes.keys()].some((name) => /^on[a-z]+$/u.test(name)),
  ),
  tagRule(
    'html-no-inline-style',
    'The CSP takes styles from files of our own only.',
    ['<div style="color: red">', '<link rel="stylesheet" href="/styles/tokens.css">'],
    ({ name, attributes }) => name === 'style' || attributes.has('style'),
  ),
  tagRule(
    'html-own-files',
    'A page loads nothing from elsewhere.',
    ['<script src="https://cdn.example/x.js"></script>', SCRIPT],
    ({ attributes }) =>
      ['src', 'href', 'action', 'data'].some((name) =>
        /^(?:(?!data:image\/)[a-z]+:|\/\/)/iu.test(attributes.get(name)?.trim() ?? ''),
      ),
  ),
  tagRule(
    'html-no-guests',
    'One component makes the guests.',
    ['<webview src="about:blank"></webview>', '<div id="root"></div>'],
    ({ name, attributes }) =>
      ['webview', 'iframe', 'object', 'embed', 'base'].includes(name) || attributes.has('allowpopups'),
  ),
  {
    name: 'css-own-files',
    why: 'A style loads nothing from elsewhere.',
    applies: (path) => inRenderer(path) && path.endsWith('.css'),
    proof: {
      at: 'renderer/styles/tokens.css',
      refuse: "@import 'https://fonts.example/x.css';",
      accept: "@import './tokens.css';",
    },
    find: (text) =>
      text
        .replace(/\/\*[\s\S]*?\*\//gu, '')
        .match(/(?:url\(\s*|@import\s+)["']?(?:[a-z]+:)?\/\/[^\s)"']*/giu) ?? [],
  },
  {
    name: 'packages-keep-the-sandbox',
    why: 'A package that starts without the sandbox undoes everything else.',
    applies: (path) =>
      /^(?:package\.json$|\.github\/)|(?:electron-builder\.yml|\.desktop|\.plist|AppRun)$/u.test(path),
    proof: {
      at: 'electron-builder.yml',
      refuse: 'linux:\n  executableArgs: ["--no-sandbox"]',
      accept: 'linux:\n  executableArgs: []',
    },
    find: (text) =>
      text.match(/--?no-sandbox|disable-library-validation|allow-dyld-environment-variables/gu) ?? [],
  },
];
