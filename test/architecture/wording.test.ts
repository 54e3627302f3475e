/** Checks that comments, test titles and UI texts are plain English: bans words that readers found unclear. */
import { Visitor, type Expression } from 'oxc-parser';
import { expect, test } from 'vitest';
import { parsed } from './modules.ts';
import { trackedFiles, type SourceFile } from './repository.ts';
import { uiTextsOf } from './texts.ts';

const CHECKED = ['main/', 'preload/', 'renderer/', 'test/'];

type Form = readonly [bans: RegExp, instead: string, example: string];

const FORMS: readonly Form[] = [
  [/\banew\b/iu, 'again', 'asks the service anew'],
  [/\bby then\b/iu, 'before …', 'it has ended by then'],
  [/\b(?:so|as) many\b/iu, 'at most 50', 'keeps so many rows'],
  [/\bwho(?:m|se)?(?:so)?ever\b/iu, 'the noun', 'whoever waits for it'],
  [/\b(?:no|any|some)body\b(?!`)/iu, 'no caller', 'nobody asks for it'],
  [/\bgives? way\b/iu, 'yields, is evicted', 'the oldest gives way'],
  [/\bstands\b/iu, 'is', 'where it stands'],
  [/\b(?:is|are|be) told\b/iu, 'is reported, is notified', 'the page is told of it'],
  [/\bof (?:then|now)\b/iu, 'current, earlier', 'the rows of then'],
  [/\bby (?:itself|themselves)\b/iu, 'automatically', 'it starts by itself'],
  [/\broom for what\b/iu, 'memory for', 'room for what is young'],
  [/\btakes? back\b|\btook back\b/iu, 'cancels', 'takes back the request'],
  [/(?<!there )\bis none\b/iu, 'is not a …', 'gzip that is none'],
  [/\b(?:is|are) of no use\b/iu, 'is ignored', 'the key is of no use'],
  [/^(?:What|Who|Whom|Whose|Whatever|Whether)\b/u, 'a noun or a verb', 'What is shown of it'],
];

const TITLE_FORMS: readonly Form[] = [
  [/^(?:it )?(?:is|are) (?:named|given|shown|asked|held|said)$/iu, 'a subject', 'is named'],
  [/\bhas its own\b/iu, 'the property', 'has its own'],
  [/\bonce (?:it|they) (?:is|are)$/iu, 'the event', 'shows them once they are'],
];

/** Words that are banned only in UI texts, because the UI uses one term for each concept. */
const UI_FORMS: readonly Form[] = [
  [/\bvanished\b/iu, 'no longer listed', '3 vanished'],
  [/(?<!gnome-)\bkeyrings?\b/iu, 'keychain', 'The keyring is locked.'],
  [/\b(?:has|have|had) problems\b|\bnot answering\b/iu, 'not responding', 'The board API has problems'],
  [/\b(?:un)?readable date\b/iu, 'creation date', 'Without a readable date'],
  [/\bdevice\b/iu, 'computer', 'papers on this device'],
  [/\bright away\b/iu, 'immediately', 'It is sent right away.'],
];

function rootOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'CallExpression') return rootOf(callee.callee);
  return callee.type === 'MemberExpression' && callee.object.type !== 'Super' ? rootOf(callee.object) : '';
}

function commentsOf(file: SourceFile): readonly string[] {
  return parsed(file).comments.map(({ value }) =>
    value
      .replaceAll(/\s*\n?\s*\*?\s+/gu, ' ')
      .replace(/^\*/u, '')
      .trim(),
  );
}

function titlesOf(file: SourceFile): readonly string[] {
  const titles: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!['test', 'it', 'describe'].includes(rootOf(callee))) return;
      if (first?.type === 'Literal' && typeof first.value === 'string') titles.push(first.value);
      if (first?.type === 'TemplateLiteral')
        titles.push(first.quasis.map(({ value }) => value.raw).join('…'));
    },
  }).visit(parsed(file).program);
  return titles;
}

function wordingOf(texts: readonly string[], forms: readonly Form[]): readonly string[] {
  return texts.flatMap((text) =>
    forms.flatMap(([bans, instead]) => {
      const found = bans.exec(text)?.[0];
      return found === undefined ? [] : [`“${found}” (${instead}): ${text}`];
    }),
  );
}

test.each([...FORMS, ...TITLE_FORMS, ...UI_FORMS])(
  'the wording check finds the banned form %s',
  (bans, _instead, example) => {
    expect(bans.test(example)).toBe(true);
  },
);

test('the wording check reads comments, titles and UI texts', () => {
  const text = [
    '/**\n * One\n * comment.\n */',
    '// Two',
    "test.each([1])('a title', () => {});",
    `describe(\`of \${x}\`);`,
  ].join('\n');
  const file = { path: 'test/x.ts', text };
  expect([...commentsOf(file), ...titlesOf(file)]).toEqual(['One comment.', 'Two', 'a title', 'of …']);
  const shown = '<p className="Not shown">Saved {name}.<b title="A tip">{y ? "No key" : z}</b></p>;';
  expect(uiTextsOf({ path: 'renderer/x.tsx', text: shown })).toEqual(['Saved ….…', 'A tip', 'No key']);
});

test('all comments, test titles and UI texts are in plain English', () => {
  const found = trackedFiles()
    .filter(({ path }) => /\.tsx?$/u.test(path) && CHECKED.some((folder) => path.startsWith(folder)))
    .flatMap((file) =>
      [
        ...wordingOf(commentsOf(file), FORMS),
        ...wordingOf(titlesOf(file), [...FORMS, ...TITLE_FORMS]),
        ...wordingOf(uiTextsOf(file), [...FORMS, ...UI_FORMS]),
      ].map((problem) => `${file.path}: ${problem}`),
    );
  expect(found).toEqual([]);
});
