import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CALLS, type CallName } from '../../../../preload/contract/contract.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { LONGEST } from '../../../../preload/contract/limits.ts';
import { SecretField, TextField } from '../../../../renderer/parts/field.tsx';
import { startOfDay } from '../../../../renderer/parts/days.ts';
import { createAppStore, scriptedBridge } from '../scripted-bridge.ts';
import { trackedFiles } from '../../../architecture/repository.ts';
import type { Schema } from '../../../contract/examples.ts';

/** Fields with a limit other than `LONGEST.shortText`: source file, name of the limit, IPC arguments with the text. */
const FIELDS: readonly (readonly [string, keyof typeof LONGEST, readonly string[]])[] = [
  ['boards/filters/filter-line', 'fieldName', ['boards.window query filters name']],
  ['boards/notes/local-notes', 'line', ['boards.annotate change note']],
  ['bulk/dialogs', 'line', ['jobs.copyMail text']],
  [
    'connection-form/connection-form-screen',
    'line',
    [
      ...['paperApi', 'boardApi', 'appUrl'].map((name) => `connections.save ${name}`),
      'connections.check paper',
    ],
  ],
  ['keys/keys-panel', 'line', ['keys.rehearse paper']],
  ['papers/dialogs', 'line', ['papers.add pasted']],
  ['parts/field', 'key', ['connections.save apiKey', 'connections.save boardApiKey', 'keys.stage apiKey']],
  // Includes the password fields of all screens, because `passphrase` is their default limit.
  [
    'parts/field',
    'passphrase',
    [
      'lock.configure passphrase',
      'lock.configure currentPassphrase',
      'lock.unlock passphrase',
      'transfer.unlock passphrase',
      'transfer.export passphrase',
      'team.setUp password',
      'team.configure password',
    ],
  ],
  ['transfer/transfer-dialogs', 'key', ['transfer.apply apiKey']],
];

function schemaAt(schema: Schema, [name, ...rest]: readonly string[]): Schema {
  const inner = schema.wrapped ?? schema.item;
  if (inner) return schemaAt(inner, name === undefined ? [] : [name, ...rest]);
  if (name === undefined) return schema;
  const objects = schema.options ?? [schema];
  const entry = objects.find(({ entries }) => entries !== undefined && name in entries)?.entries?.[name];
  if (!entry) throw new Error(`the contract has no argument ${name}`);
  return schemaAt(entry, rest);
}

function limitsIn(schema: Schema): readonly number[] {
  const { wrapped, item, options = [], entries = {}, pipe = [] } = schema;
  const inside = [wrapped, item, ...options, ...Object.values(entries)].filter((each) => each !== undefined);
  const own = schema.type === 'string' ? pipe.filter(({ type }) => type === 'max_length') : [];
  return [...own.map(({ requirement }) => Number(requirement)), ...inside.flatMap(limitsIn)];
}

test('every text argument of an IPC call, except column names, accepts a text of the default maximum length', () => {
  const limits = Object.values(CALLS).flatMap(({ args }) => limitsIn(args));
  expect(Math.min(...limits.filter((limit) => limit > 206))).toBe(LONGEST.shortText);
});

test.each(FIELDS)('IPC calls accept every text that fields in %s accept (%s)', (_file, limit, names) => {
  for (const name of names) {
    const [call = '', ...path] = name.split(' ');
    const { args } = CALLS[call as CallName];
    expect(v.is(schemaAt(args, path), 'x'.repeat(LONGEST[limit])), name).toBe(true);
  }
});

test('every text field has a length limit', () => {
  const files = trackedFiles().filter(({ path }) => /^renderer\/(?:parts|screens)\/.*\.tsx$/u.test(path));
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:maxLength|longest).*?LONGEST\.(\w+)/gu)].map(
      ([, limit]) => `${path.replace(/^renderer\/(?:screens\/)?|\.tsx$/gu, '')} ${limit}`,
    ),
  );
  const others = new Set(found.filter((field) => !field.endsWith(' shortText')));
  expect([...others].toSorted()).toEqual(FIELDS.map(([file, limit]) => `${file} ${limit}`).toSorted());
  const unlimited = files.flatMap(({ path, text }) =>
    (text.match(/<(?:input|TextAreaField)\b[\s\S]*?\/>/gu) ?? [])
      .filter((field) => !/maxLength|type="(?:checkbox|radio|date)"|\{\.\.\.control\}|type=\{/u.test(field))
      .map(() => path),
  );
  // The field for adding papers has no limit, because a pasted list may be long. The list is sent to main in parts.
  expect(unlimited).toEqual(['renderer/screens/papers/dialogs.tsx']);
});

test('shared text and password fields have a default length limit', () => {
  const shared = { label: 'Name', value: '', onChange: () => undefined };
  expect(renderToStaticMarkup(<TextField {...shared} />)).toContain(`maxLength="${LONGEST.shortText}"`);
  expect(renderToStaticMarkup(<SecretField {...shared} />)).toContain(`maxLength="${LONGEST.key}"`);
});

test('a date field rejects dates before 1970, because main rejects them', () => {
  expect(['0002-11-21', '1969-12-30', '2026-13-9'].map((day) => startOfDay(day))).toEqual([null, null, null]);
  const fits = (call: CallName, name: string) =>
    v.is((CALLS[call].args as Schema).entries?.[name] as Schema, startOfDay('1970-01-02'));
  expect([fits('activity.page', 'since'), fits('keys.edit', 'remindAt')]).toEqual([true, true]);
});

test('copying a text that is too long for main shows a message', async () => {
  const { bridge, calls } = scriptedBridge({ 'app.copy': () => ok(null) });
  const store = createAppStore(bridge);
  for (const length of [LONGEST.listPiece, LONGEST.listPiece + 1])
    await store.getState().copy('x'.repeat(length), 'Response');
  expect(calls.map(({ channel }) => channel)).toEqual(['app.copy']);
  expect(store.getState().message.text).toContain('This text is too long to copy');
});
