/** Comments and test titles in plain English: words and forms that readers of Easel found unclear. */
import { Visitor, type Expression } from 'oxc-parser';
import { expect, test } from 'vitest';
import { parsed } from './modules.ts';
import { trackedFiles, type SourceFile } from './repository.ts';

/** Folders to check. A folder is added once its comments and titles are rewritten. */
const CHECKED = [
  'test/architecture/',
  'test/bench/',
  'test/commands/',
  'test/faults/',
  'test/mutants/',
  'test/packaging/',
  'test/probe/',
  'test/security/',
  'test/shell/',
  'test/soak/',
  'test/unit/commands/',
  'test/unit/packaging/',
];

interface Form {
  readonly bans: RegExp;
  /** The usual wording. */
  readonly instead: string;
  /** A text with the form. */
  readonly example: string;
}

/** Forms banned in comments and in titles. */
const FORMS: readonly Form[] = [
  { bans: /\banew\b/iu, instead: 'again', example: 'asks the service anew' },
  { bans: /\bby then\b/iu, instead: 'before …', example: 'it has ended by then' },
  { bans: /\b(?:so|as) many\b/iu, instead: 'at most 50', example: 'keeps so many rows' },
  { bans: /\bwho(?:m|se)?(?:so)?ever\b/iu, instead: 'the noun', example: 'whoever waits for it' },
  { bans: /\b(?:no|any|some)body\b(?!`)/iu, instead: 'no caller', example: 'nobody asks for it' },
  { bans: /\bgives? way\b/iu, instead: 'yields, is evicted', example: 'the oldest gives way' },
  { bans: /\bstands\b/iu, instead: 'is', example: 'where it stands' },
  {
    bans: /\b(?:is|are|be) told\b/iu,
    instead: 'is reported, is notified',
    example: 'the page is told of it',
  },
  { bans: /\bof (?:then|now)\b/iu, instead: 'current, earlier', example: 'the rows of then' },
  {
    bans: /\bby (?:itself|themselves)\b/iu,
    instead: 'automatically',
    example: 'it starts by itself',
  },
  { bans: /\broom for what\b/iu, instead: 'memory for', example: 'room for what is young' },
  { bans: /\btakes? back\b|\btook back\b/iu, instead: 'cancels', example: 'takes back the request' },
  { bans: /(?<!there )\bis none\b/iu, instead: 'is not a …', example: 'gzip that is none' },
  { bans: /\b(?:is|are) of no use\b/iu, instead: 'is ignored', example: 'the key is of no use' },
  {
    bans: /^(?:What|Who|Whom|Whose|Whatever|Whether)\b/u,
    instead: 'a noun or a verb',
    example: 'What is shown of it',
  },
];

/** Forms banned in titles only. */
const TITLE_FORMS: readonly Form[] = [
  {
    bans: /^(?:it )?(?:is|are) (?:named|given|shown|asked|held|said)$/iu,
    instead: 'a subject',
    example: 'is named',
  },
  { bans: /\bhas its own\b/iu, instead: 'the property', example: 'has its own' },
  { bans: /\bonce (?:it|they) (?:is|are)$/iu, instead: 'the event', example: 'shows them once they are' },
];

/** Name before the first `.` or call: `test` for `test.each([])('…')`. */
function rootOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'CallExpression') return rootOf(callee.callee);
  return callee.type === 'MemberExpression' && callee.object.type !== 'Super' ? rootOf(callee.object) : '';
}

/** All comments of a file as single lines. */
function commentsOf(file: SourceFile): readonly string[] {
  return parsed(file).comments.map(({ value }) =>
    value
      .replaceAll(/\s*\n?\s*\*?\s+/gu, ' ')
      .replace(/^\*/u, '')
      .trim(),
  );
}

/** The titles of `test`, `it` and `describe`. */
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
    forms
      .filter(({ bans }) => bans.test(text))
      .map(({ bans, instead }) => `“${bans.exec(text)?.[0]}” (${instead}): ${text}`),
  );
}

test.each([...FORMS, ...TITLE_FORMS])('the check finds “$example”', ({ bans, example }) => {
  expect(bans.test(example)).toBe(true);
});

test('the check reads comments and titles', () => {
  const text = [
    '/**\n * One\n * comment.\n */',
    '// Two',
    "test.each([1])('a title', () => {});",
    `describe(\`of \${x}\`);`,
  ].join('\n');
  const file = { path: 'test/x.ts', text };
  expect([...commentsOf(file), ...titlesOf(file)]).toEqual(['One comment.', 'Two', 'a title', 'of …']);
});

test('comments and titles of the checked folders are in plain English', () => {
  const found = trackedFiles()
    .filter(({ path }) => /\.tsx?$/u.test(path) && CHECKED.some((folder) => path.startsWith(folder)))
    .flatMap((file) =>
      [...wordingOf(commentsOf(file), FORMS), ...wordingOf(titlesOf(file), [...FORMS, ...TITLE_FORMS])].map(
        (problem) => `${file.path}: ${problem}`,
      ),
    );
  expect(found).toEqual([]);
});
