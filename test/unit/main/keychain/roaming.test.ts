import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../..');
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test('keys may roam on Windows, as keytar’s source has it, and SECURITY.md says so', () => {
  const source = text('node_modules/keytar/src/keytar_win.cc');
  expect([...source.matchAll(/\bPersist = (\w+)/gu)].map(([, kind]) => kind)).toEqual([
    'CRED_PERSIST_ENTERPRISE',
  ]);
  expect(text('SECURITY.md')).toMatch(/On Windows a key in the Credential Manager may roam:/u);
});
