/** Pages, styles and packaging files: read as text. */
import type { TextRule } from '../rule.ts';

type Tag = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly source: string;
};

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/gu;

/** The opening tags of a page, comments left out; enough for our own pages, which a parser built. */
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

const isPage = (path: string): boolean => path.startsWith('renderer/') && path.endsWith('.html');
const isStyle = (path: string): boolean => path.startsWith('renderer/') && path.endsWith('.css');
const isPackaging = (path: string): boolean =>
  path === 'package.json' ||
  path.startsWith('.github/') ||
  /(?:electron-builder\.yml|\.desktop|\.plist|AppRun)$/u.test(path);

const tagRule = (name: string, why: string, isBad: (tag: Tag) => boolean): TextRule => ({
  name,
  why,
  applies: isPage,
  find: (text) =>
    tagsOf(text)
      .filter(isBad)
      .map((tag) => tag.source),
});

export const HTML_RULES: readonly TextRule[] = [
  tagRule(
    'html-no-inline-script',
    'The CSP runs files of our own only.',
    (tag) => tag.name === 'script' && !tag.attributes.get('src'),
  ),
  tagRule('html-no-handlers', 'The CSP runs files of our own only.', (tag) =>
    [...tag.attributes.keys()].some((name) => /^on[a-z]+$/u.test(name)),
  ),
  tagRule(
    'html-no-inline-style',
    'The CSP takes styles from files of our own only.',
    (tag) => tag.name === 'style' || tag.attributes.has('style'),
  ),
  tagRule('html-own-files', 'A page loads nothing from elsewhere.', (tag) =>
    ['src', 'href', 'action', 'data'].some((name) =>
      /^(?:(?!data:image\/)[a-z]+:|\/\/)/iu.test(tag.attributes.get(name)?.trim() ?? ''),
    ),
  ),
  tagRule(
    'html-no-guests',
    'Guests are made by one component.',
    (tag) =>
      ['webview', 'iframe', 'object', 'embed', 'base'].includes(tag.name) ||
      tag.attributes.has('allowpopups'),
  ),
  {
    name: 'css-own-files',
    why: 'A style loads nothing from elsewhere.',
    applies: isStyle,
    find: (text) =>
      text
        .replace(/\/\*[\s\S]*?\*\//gu, '')
        .match(/(?:url\(\s*|@import\s+)["']?(?:[a-z]+:)?\/\/[^\s)"']*/giu) ?? [],
  },
  {
    name: 'packages-keep-the-sandbox',
    why: 'A package that starts without the sandbox undoes everything else.',
    applies: isPackaging,
    find: (text) =>
      text.match(/--?no-sandbox|disable-library-validation|allow-dyld-environment-variables/gu) ?? [],
  },
];
