/** Checks that text fields of the page accept no text which the contract rejects. */
import { Visitor, type JSXOpeningElement } from 'oxc-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CALLS, type CallName } from '../../../../preload/contract/contract.ts';
import { LONGEST } from '../../../../preload/contract/limits.ts';
import { SecretField, TextField } from '../../../../renderer/parts/field.tsx';
import { parsed } from '../../../architecture/modules.ts';
import { trackedFiles, type SourceFile } from '../../../architecture/repository.ts';

/** Fields whose limit is set individually, by file and name or label, with the argument that gets the text. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'filters/filter-line': 'boards.window query filters name',
  'notes/edit-notes-dialog note': 'boards.annotate change note',
  'bulk/class-pack text': 'jobs.copyMail text',
  'connection-form/connection-form-screen paperApi': 'connections.save paperApi',
  'connection-form/connection-form-screen boardApi': 'connections.save boardApi',
  'connection-form/connection-form-screen appUrl': 'connections.save appUrl',
  'connection-form/connection-form-screen apiKey': 'connections.save apiKey',
  'connection-form/connection-form-screen boardApiKey': 'connections.save boardApiKey',
  'connection-form/connection-form-screen Check with a paper': 'connections.checkPaper paper',
  'keys/key-dialogs apiKey': 'keys.stage apiKey',
  'keys/keys-panel Paper (optional)': 'keys.rehearse paper',
  'lock/lock-screen Passphrase': 'lock.unlock passphrase',
  'lock/lock-screen passphrase': 'lock.configure passphrase',
  'lock/lock-screen again': 'lock.configure passphrase',
  'papers/dialogs pasted': 'papers.add pasted',
  'settings/settings-screen currentPassphrase': 'lock.configure currentPassphrase',
  'settings/settings-screen passphrase': 'lock.configure passphrase',
  'settings/settings-screen again': 'lock.configure passphrase',
  'transfer/transfer-dialogs passphrase': 'transfer.unlock passphrase',
  'transfer/transfer-dialogs again': 'transfer.export passphrase',
  'transfer/transfer-dialogs apiKey': 'transfer.apply apiKey',
};

/** Fields without this check: their text is split before it is sent, or another test below checks them. */
const UNLIMITED = [
  'parts/field',
  'notes/local-notes',
  'papers/add-papers-dialog Papers',
  'bulk/dialogs Names',
];

/** Limits that the components apply without `maxLength`. */
const DEFAULTS: Readonly<Record<string, number>> = {
  input: Infinity,
  textarea: Infinity,
  TextAreaField: Infinity,
  TextField: LONGEST.shortText,
  FindField: LONGEST.shortText,
  RenameField: LONGEST.shortText,
  SecretField: LONGEST.key,
};

interface TextInput {
  readonly name: string;
  readonly limit: number;
}

function inputsOf(file: SourceFile): readonly TextInput[] {
  const found: TextInput[] = [];
  const place = file.path.split('/').slice(-2).join('/').replace('.tsx', '');
  const visit = ({ name, attributes, start, end }: JSXOpeningElement): void => {
    const component = name.type === 'JSXIdentifier' ? name.name : '';
    if (!(component in DEFAULTS)) return;
    const attribute = (wanted: string): string | undefined => {
      const there = attributes.find((each) => each.type === 'JSXAttribute' && each.name.name === wanted);
      return (
        there && file.text.slice(there.start + wanted.length + 1, there.end).replaceAll(/^["{]|["}]$/gu, '')
      );
    };
    if (/^(?:checkbox|date|group ===)/u.test(attribute('type') ?? '')) return;
    const text = file.text.slice(start, end);
    const field = /\{\.\.\.(?:form\.)?(?:field|of)\('?(\w+)'?\)\}/u.exec(text)?.[1];
    // The limit of an address field is in its spread attributes.
    const stated = attribute('maxLength') ?? (text.includes('{...address}') ? 'LONGEST.line' : undefined);
    found.push({
      name: [place, field ?? attribute('label') ?? attribute('aria-label')].filter(Boolean).join(' '),
      limit: stated === undefined ? (DEFAULTS[component] ?? Infinity) : limitOf(stated, file.text),
    });
  };
  new Visitor({ JSXOpeningElement: visit }).visit(parsed(file).program);
  return found;
}

/** Returns the value of `200`, of `LONGEST.line`, or of a constant in the file. */
function limitOf(stated: string, text: string): number {
  const constant = new RegExp(`const ${stated} = ([\\d_]+);`, 'u').exec(text)?.[1] ?? stated;
  const [, shared = ''] = constant.split('LONGEST.');
  const limits: Readonly<Record<string, number>> = LONGEST;
  return limits[shared] ?? Number(constant.replaceAll('_', ''));
}

type Schema = v.GenericSchema & {
  readonly pipe?: readonly { readonly type: string; readonly requirement?: number }[];
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, Schema>>;
};

/** Returns the schema of an argument. Follows its path into lists, unions and optional values. */
function schemaAt(schema: Schema, names: readonly string[]): Schema {
  const inner = schema.wrapped ?? schema.item;
  if (inner) return schemaAt(inner, names);
  const [name, ...rest] = names;
  if (name === undefined) return schema;
  const objects = schema.options ?? [schema];
  const entry = objects.find(({ entries }) => entries !== undefined && name in entries)?.entries?.[name];
  if (!entry) throw new Error(`the contract has no argument ${names.join(' ')}`);
  return schemaAt(entry, rest);
}

function accepts(argument: string, length: number): boolean {
  const [call = '', ...names] = argument.split(' ');
  const schema = schemaAt(CALLS[call as CallName].args, names);
  return v.safeParse(schema, 'x'.repeat(length)).success;
}

/** Returns the limits of all texts in the arguments of a call. */
function limitsIn(schema: Schema): readonly number[] {
  const { wrapped, item, options = [], entries = {}, pipe = [] } = schema;
  const inside = [wrapped, item, ...options, ...Object.values(entries)].filter((each) => each !== undefined);
  const own = schema.type === 'string' ? pipe.filter(({ type }) => type === 'max_length') : [];
  return [...own.flatMap(({ requirement }) => requirement ?? []), ...inside.flatMap(limitsIn)];
}

const inputs = trackedFiles()
  .filter(({ path }) => /^renderer\/.*\.tsx$/u.test(path))
  .flatMap(inputsOf)
  .filter(({ name }) => !UNLIMITED.includes(name));

test('a text field without an own limit fits every argument except column names', () => {
  const limits = Object.values(CALLS).flatMap(({ args }) => limitsIn(args));
  const smallest = Math.min(...limits.filter((each) => each > 206));
  const long = inputs.filter(({ name, limit }) => !(name in ARGUMENTS) && limit > smallest);
  expect([smallest, inputs.length > 50]).toEqual([LONGEST.shortText, true]);
  expect(long).toEqual([]);
});

test.each(Object.entries(ARGUMENTS))('the longest text of the field %s fits %s', (field, argument) => {
  const limits = inputs.filter(({ name }) => name === field).map(({ limit }) => limit);
  expect(limits).not.toEqual([]);
  expect(accepts(argument, Math.max(...limits))).toBe(true);
});

test.each([
  ['label', LONGEST.shortText],
  ['customer', LONGEST.shortText],
  ['note', LONGEST.line],
])('the contract accepts the longest %s of a board', (field, most) => {
  expect(accepts(`boards.annotate change ${field}`, most)).toBe(true);
  expect(accepts(`boards.annotate change ${field}`, most + 1)).toBe(false);
});

test('text and secret fields have a limit by default', () => {
  const shared = { label: 'Name', value: '', onChange: () => undefined };
  expect(renderToStaticMarkup(<TextField {...shared} />)).toContain(`maxLength="${LONGEST.shortText}"`);
  expect(renderToStaticMarkup(<SecretField {...shared} />)).toContain(`maxLength="${LONGEST.key}"`);
});

test('a date field shows its date in the format of Easel', () => {
  const markup = (value: string) =>
    renderToStaticMarkup(<TextField label="From" type="date" value={value} onChange={() => undefined} />);
  expect(markup('2026-11-21')).toContain('data-date="21 Nov 2026"');
  expect(markup('')).not.toContain('data-date');
});
