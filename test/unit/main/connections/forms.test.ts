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

test.each<[string, ConnectionDraft, readonly KeySlot[], readonly string[]]>([
  ['a missing board key', separate, ['main'], ['boardApiKey']],
  ['a missing main key', { ...separate, apiKey: null, boardApiKey: 'b' }, ['board'], ['apiKey']],
  ['an unused board key', formOf({ boardApiKey: 'two words' }), [], []],
])('the connection form checks only API keys that are in use: %s', (_what, draft, keysKnown, fields) => {
  expect(fieldsOf(draft, keysKnown)).toEqual(fields);
});
