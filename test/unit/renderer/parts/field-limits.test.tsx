/** Text fields of the page accept no text that the contract rejects. */
import { Visitor, type JSXOpeningElement } from 'oxc-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CALLS, type CallName } from '../../../../preload/contract/contract.ts';
import { LONGEST } from '../../../../preload/contract/limits.ts';
import { SecretField, TextField } from '../../../../renderer/parts/field.tsx';
import { TEXTS } from '../../../../renderer/screens/boards/notes/note-fields.tsx';
import { parsed } from '../../../architecture/modules.ts';
import { trackedFiles, type SourceFile } from '../../../architecture/repository.ts';

/** Each field by file and name or label, with the argument that gets its text; '': parsed, split, or a part above. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'parts/field': '',
  'parts/find-field label': 'boards.window query find',
  'parts/rename label': 'papers.rename name',
  'activity/activity-screen Find in activity': 'activity.page find',
  'boards/boards-screen Find in id, label, note, tag, customer, fields': 'boards.window query find',
  'papers/papers-screen Find in name, id, note, tag, customer': 'views.save query find',
  'palette/palette-dialog Search everything': 'boards.window query find',
  'filters/filter-line': 'boards.window query filters name',
  'notes/local-notes': '',
  'notes/local-notes Rename board': 'boards.annotate change label',
  'notes/note-fields': 'boards.annotate change addTags',
  'views/views name': 'views.save name',
  'bulk/class-pack kind': 'jobs.createPack pattern',
  'bulk/class-pack text': 'jobs.copyMail text',
  'bulk/dialogs label': 'jobs.createBoards label',
  'bulk/dialogs count': '',
  'bulk/dialogs pattern': 'jobs.paperNames pattern',
  'bulk/dialogs Names': '',
  'bulk/plan note': 'plans.save note',
  'bulk/plan validDays': '',
  'connection-form/connection-form-screen name': 'connections.save name',
  'connection-form/connection-form-screen paperApi': 'connections.save paperApi',
  'connection-form/connection-form-screen boardApi': 'connections.save boardApi',
  'connection-form/connection-form-screen appUrl': 'connections.save appUrl',
  'connection-form/connection-form-screen apiKey': 'connections.save apiKey',
  'connection-form/connection-form-screen boardApiKey': 'connections.save boardApiKey',
  'connection-form/connection-form-screen Check with a paper': 'connections.checkPaper paper',
  'connection-form/dialogs typedName': 'connections.unlockChanges typedName',
  'jobs/delete-dialog reason': 'jobs.deleteReviewed reason',
  'jobs/delete-dialog typed': 'jobs.deleteReviewed typed',
  'keys/key-dialogs note': 'keys.edit note',
  'keys/key-dialogs typed': 'keys.retire typed',
  'keys/key-dialogs apiKey': 'keys.stage apiKey',
  'keys/keys-panel Paper (optional)': 'keys.rehearse paper',
  'lock/lock-screen Passphrase': 'lock.unlock passphrase',
  'lock/lock-screen passphrase': 'lock.configure passphrase',
  'lock/lock-screen again': '',
  'network/network-dialog user': 'network.signIn user',
  'network/network-dialog password': 'network.signIn password',
  'papers/add-papers-dialog Papers': '',
  'papers/dialogs pasted': 'papers.add pasted',
  'papers/dialogs name': 'papers.create name',
  'papers/dialogs displayName': 'previews.copyLink displayName',
  'papers/dialogs Template identifier': 'papers.create templateId',
  'papers/paper-rows Rename paper': 'papers.rename name',
  'previews/previews-screen displayName': 'previews.open displayName',
  'previews/previews-screen reason': 'previews.open reason',
  'settings/settings-screen label': 'app.prefer roomName',
  'settings/settings-screen currentPassphrase': 'lock.configure currentPassphrase',
  'settings/settings-screen passphrase': 'lock.configure passphrase',
  'settings/settings-screen again': '',
  'transfer/transfer-dialogs passphrase': 'transfer.unlock passphrase',
  'transfer/transfer-dialogs again': '',
  'transfer/transfer-dialogs apiKey': 'transfer.apply apiKey',
};

/** Limits of the components without `maxLength`. */
const DEFAULTS: Readonly<Record<string, number>> = {
  input: Infinity,
  textarea: Infinity,
  TextAreaField: Infinity,
  TextField: LONGEST.shortText,
  FindField: LONGEST.shortText,
  RenameField: LONGEST.shortText,
  SecretField: LONGEST.key,
};

/** Spread attributes that contain the limit; a test below checks the notes. */
const SPREADS = { '{...address}': 'LONGEST.line', '{...box}': 'LONGEST.shortText' } as const;

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
    const spread = Object.entries(SPREADS).find(([each]) => text.includes(each))?.[1];
    const stated = attribute('maxLength') ?? spread;
    found.push({
      name: [place, field ?? attribute('label') ?? attribute('aria-label')].filter(Boolean).join(' '),
      limit: stated === undefined ? (DEFAULTS[component] ?? Infinity) : limitOf(stated, file.text),
    });
  };
  new Visitor({ JSXOpeningElement: visit }).visit(parsed(file).program);
  return found;
}

/** The value of `200`, `LONGEST.line` or a constant of the file. */
function limitOf(stated: string, text: string): number {
  const constant = new RegExp(`const ${stated} = ([\\d_]+);`, 'u').exec(text)?.[1] ?? stated;
  const [, shared = ''] = constant.split('LONGEST.');
  const limits: Readonly<Record<string, number>> = LONGEST;
  return limits[shared] ?? Number(constant.replaceAll('_', ''));
}

type Schema = v.GenericSchema & {
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, Schema>>;
};

/** The schema of an argument, through lists, unions and optional texts. */
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

const inputs = trackedFiles()
  .filter(({ path }) => /^renderer\/.*\.tsx$/u.test(path))
  .flatMap(inputsOf);

test('every text field of the page is in the table, and every row has its field', () => {
  expect([...new Set(inputs.map(({ name }) => name))].toSorted()).toEqual(Object.keys(ARGUMENTS).toSorted());
});

test.each(inputs.filter(({ name }) => (ARGUMENTS[name] ?? '') !== ''))(
  'the contract accepts the longest text of $name',
  ({ name, limit }) => {
    expect(limit).toBeGreaterThan(0);
    expect(accepts(ARGUMENTS[name] ?? '', limit)).toBe(true);
  },
);

test.each(Object.entries(TEXTS))('the contract accepts the longest %s of the notes', (field, { most }) => {
  expect(accepts(`boards.annotate change ${field}`, most)).toBe(true);
  expect(accepts(`boards.annotate change ${field}`, most + 1)).toBe(false);
});

test('text and secret fields have a limit by default', () => {
  const shared = { label: 'Name', value: '', onChange: () => undefined };
  expect(renderToStaticMarkup(<TextField {...shared} />)).toContain(`maxLength="${LONGEST.shortText}"`);
  expect(renderToStaticMarkup(<SecretField {...shared} />)).toContain(`maxLength="${LONGEST.key}"`);
});
