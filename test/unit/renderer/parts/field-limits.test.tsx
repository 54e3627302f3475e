import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CALLS } from '../../../../preload/contract/contract.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { LONGEST } from '../../../../preload/contract/limits.ts';
import { SecretField, TextField } from '../../../../renderer/parts/field.tsx';
import { createAppStore, scriptedBridge } from '../scripted-bridge.ts';
import type { Schema } from '../../../contract/examples.ts';

function limitsIn(schema: Schema): readonly number[] {
  const { wrapped, item, options = [], entries = {}, pipe = [] } = schema;
  const inside = [wrapped, item, ...options, ...Object.values(entries)].filter((each) => each !== undefined);
  const own = schema.type === 'string' ? pipe.filter(({ type }) => type === 'max_length') : [];
  return [...own.map(({ requirement }) => Number(requirement)), ...inside.flatMap(limitsIn)];
}

test('every text argument of an IPC call except column names accepts a text of the default maximum length', () => {
  const limits = Object.values(CALLS).flatMap(({ args }) => limitsIn(args));
  expect(Math.min(...limits.filter((limit) => limit > 206))).toBe(LONGEST.shortText);
});

test('text and password fields have a default maximum length', () => {
  const shared = { label: 'Name', value: '', onChange: () => undefined };
  expect(renderToStaticMarkup(<TextField {...shared} />)).toContain(`maxLength="${LONGEST.shortText}"`);
  expect(renderToStaticMarkup(<SecretField {...shared} />)).toContain(`maxLength="${LONGEST.key}"`);
});

test('a message appears if the user copies a text that is too long for the IPC call', async () => {
  const { bridge, calls } = scriptedBridge({ 'app.copy': () => ok(null) });
  const store = createAppStore(bridge);
  for (const length of [LONGEST.listPiece, LONGEST.listPiece + 1])
    await store.getState().copy('x'.repeat(length), 'Response');
  expect(calls.map(({ channel }) => channel)).toEqual(['app.copy']);
  expect(store.getState().message.text).toContain('This text is too long to copy');
});
