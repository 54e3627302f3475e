import { expect, test } from 'vitest';
import { readDraft } from '../../../../main/connections/forms.ts';
import { NO_POLICY, type Policy } from '../../../../main/ipc/policy/policy.ts';
import type { ConnectionDraft } from '../../../../preload/contract/connections.ts';
import type { KeySlot } from '../../../../preload/contract/keys.ts';
import { formOf } from './connections-under-test.ts';

const fieldsOf = (
  draft: ConnectionDraft,
  keysKnown: readonly KeySlot[] = [],
  policy: Policy = NO_POLICY,
): readonly string[] => {
  const read = readDraft(draft, keysKnown, policy);
  return read.ok ? [] : Object.keys(read.error.fields ?? {}).toSorted();
};

test('the connection form reports all invalid fields at once', () => {
  const draft = formOf({
    name: 'x'.repeat(81),
    environment: 'practice',
    paperApi: 'http://papers.example',
    boardApi: 'boards',
    appUrl: 'https://app.example/room/1',
    apiKey: 'two words',
    separateBoardKey: true,
    boardApiKey: 'key\u200b1',
  });
  expect(fieldsOf(draft).join(' ')).toBe('apiKey appUrl boardApi boardApiKey environment name paperApi');
  expect(JSON.stringify(readDraft(draft, [], NO_POLICY))).not.toContain('two words');
});

const separate = formOf({ separateBoardKey: true, boardApiKey: null });

test('the connection form requires the separate board key if none is saved', () => {
  expect(fieldsOf(separate)).toEqual(['boardApiKey']);
  expect(fieldsOf({ ...separate, boardApiKey: '  ' }, ['main'])).toEqual(['boardApiKey']);
});

test('the connection form ignores the separate board key if one key serves both APIs', () => {
  const read = readDraft(formOf({ separateBoardKey: false, boardApiKey: 'two words' }), [], NO_POLICY);
  expect(read).toMatchObject({ ok: true, value: { keys: { board: null } } });
});

test('the connection form requires the main API key even if a separate board key is saved', () => {
  expect(fieldsOf({ ...separate, apiKey: null, boardApiKey: 'b' }, ['board'])).toEqual(['apiKey']);
});
