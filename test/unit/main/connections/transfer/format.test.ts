import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readExport } from '../../../../../main/connections/transfer/format.ts';
import { body, connection, exportedKey, openSample, paper, readFile, sampleFile } from './sample-file.ts';

// Reloads the modules, because an earlier test file in this process may have loaded them with the real scrypt.
vi.hoisted(() => vi.resetModules());
vi.mock('node:crypto', async (original) =>
  (await import('../../../../support/quick-scrypt.ts')).quickScrypt(await original()),
);

const NOTE = { id: 'b', label: '', note: '', tags: [], customer: '', protected: false };
const said = (text: string): string | null => {
  const read = readExport(text, []);
  return read.ok ? null : read.error.message;
};

test('an import removes control characters from the names, labels and notes in the file', () => {
  const notes = [
    { ...NOTE, label: 'Les\u2029son', customer: '\u202eAcme', note: 'one\u2028two', tags: ['a\u202eb'] },
  ];
  const dirty = { name: 'Ac\u202eme\u2028boards', papers: [paper({ name: 'Ma\u2028ths' })], notes };
  expect(readFile(openSample(dirty)).connections).toMatchObject([
    {
      name: 'Acme boards',
      papers: [{ name: 'Ma ths' }],
      notes: [{ label: 'Les son', customer: 'Acme', note: 'one\ntwo', tags: ['ab'] }],
    },
  ]);
});

test('the reader of import files throws no exception, whatever the file contains', () => {
  const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  for (const text of ['', 'null', '[]', '"text"', '12', nested, '\u0000']) {
    expect(readExport(text, []).ok).toBe(false);
  }
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => !readExport(text, []).ok));
});

test.each([
  ['cut off', JSON.stringify(openSample()).slice(0, -9), /damaged/u],
  ['not an export', '{"name":"easel"}', /wasn’t exported by Easel/u],
  ['of a newer version', JSON.stringify({ ...openSample(), version: 2, boards: [] }), /newer version/u],
])('Easel refuses an import file that is %s', (_, text, words) => {
  expect(said(text)).toMatch(words);
});

test.each([
  ['an unknown field', openSample({ extra: 1 })],
  ['the practice service', openSample({ environment: 'practice' })],
  ['missing keys', openSample({ keys: [exportedKey()] })],
  ['a time that no date can represent', openSample({ papers: [paper({ rememberedAt: 8.64e15 + 1 })] })],
  ['a paper twice', openSample({ papers: [paper(), paper()] })],
  ['a note without id', openSample({ notes: [{ ...NOTE, id: ' ' }] })],
  ['a connection twice', { ...body, connections: [connection(), connection()] }],
  ['an invalid date', { ...openSample(), exportedAt: 'yesterday' }],
])('Easel refuses an import file with %s', (_, file) => {
  expect(said(JSON.stringify(file))).toMatch(/wasn’t exported by Easel/u);
});

test.each(['sk-key-"12345', 'eyJhbGciOiJub25l.eyJz.c'])(
  'Easel refuses an import file with the secret %s',
  (text) => {
    const file = JSON.stringify(openSample({ notes: [{ ...NOTE, label: text }] }));
    const read = readExport(file, ['sk-key-"12345']);
    expect(read).toMatchObject({ error: { message: expect.stringContaining('isn’t encrypted') as unknown } });
  },
);

test('Easel refuses an import file that lists a key twice or a key that its connection does not use', async () => {
  const file = await sampleFile();
  const saidOf = (...keys: readonly object[]) =>
    said(JSON.stringify({ ...file, connections: [{ ...connection(), keys }] }));
  expect(saidOf(exportedKey())).toBeNull();
  expect(saidOf(exportedKey(), exportedKey())).toMatch(/wasn’t exported by Easel/u);
  expect(saidOf(exportedKey({ slot: 'board' }))).toMatch(/wasn’t exported by Easel/u);
});
