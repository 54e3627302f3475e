import { expect, test } from 'vitest';
import { planEntry, type Here } from '../../../../../main/connections/transfer/plan.ts';
import type { ExportedConnection } from '../../../../../main/connections/transfer/format.ts';
import type { ConnectionRecord } from '../../../../../main/store/tables/connections.ts';
import { noteOf } from '../../notes/records.ts';
import { connection, ID, paper } from './sample-file.ts';

const NOW = 1_800_000_000_000;
const around = { now: NOW, whyNotAllowed: () => null };

function record(change: Partial<ConnectionRecord> = {}): ConnectionRecord {
  const { papers: _, keys: __, notes: ___, ...plain } = connection();
  return { ...plain, createdAt: 1, ...change };
}

const plan = (change: Partial<ExportedConnection> = {}, here: Partial<Here> = {}) =>
  planEntry(0, connection(change), { record: null, hasKeys: false, papers: [], notes: [], ...here }, around);
const known = (here: Partial<ConnectionRecord> = {}) => ({ record: record(here) });

test('the preview of an import shows the old and new values of changed settings', async () => {
  const paperApi = 'https://papers.example.com/v2';
  const change = { name: 'Acme', environment: 'test', color: 'blue', paperApi } as const;
  const { shown, record: kept } = await plan(
    { ...change, separateBoardKey: true },
    known({ environment: 'staging', readOnly: false }),
  );
  expect(shown.differences).toEqual([
    'Name: Acme boards → Acme',
    'Environment: Staging → Test',
    'Colour: Red → Blue',
    `Paper API address: https://papers.example.com → ${paperApi}`,
    'Read-only: Off → On',
  ]);
  expect(kept).toMatchObject({ createdAt: 1, separateBoardKey: false });
});

test('an import does not make the settings of an existing connection less strict', async () => {
  const { shown } = await plan({ environment: 'test', readOnly: false }, known());
  expect(shown).toMatchObject({ differences: [], why: expect.stringContaining('less strict') as unknown });
});

test.each([
  ['another port', { boardApi: 'https://boards.example.com:8443/eu' }, known(), /different API hosts/u],
  ['another host', { paperApi: 'https://boards.example.com' }, known(), /different API hosts/u],
  ['credentials in an address', { paperApi: 'https://user:secret@a.test' }, {}, /^Paper API address: /u],
  ['no name', { name: '' }, {}, /name/u],
])('Easel refuses to import a connection with %s', async (_, change, here, why) => {
  const planned = await plan(change, here);
  expect(planned).toMatchObject({ record: null, shown: { kind: 'refused', keys: 0 } });
  expect(planned.shown.why).toMatch(why);
});

test('an import does not restore papers that the user has deleted', async () => {
  const here = (change: object) => ({ ...paper(change), deletedAt: null });
  const papers = [
    here({ identifier: 'same', rememberedAt: 5, origin: 'added', standing: 'not-found' }),
    here({ identifier: 'named', name: 'Mine' }),
    { ...here({ identifier: 'gone' }), deletedAt: 5 },
  ];
  const file = ['new', 'same', 'named', 'gone'].map((identifier) => paper({ identifier }));
  const planned = await plan({ papers: file }, { ...known(), papers });
  expect(planned.shown).toMatchObject({ papers: 1, differences: ['1 paper'] });
  expect(planned.papers.added).toMatchObject([{ identifier: 'new' }]);
  expect(planned.papers.replaced).toMatchObject([{ identifier: 'named', name: 'Plan “Ärzte”' }]);
});

test('an import never removes the protection of a board', async () => {
  const notes = [
    noteOf('same', { label: 'A' }),
    noteOf('other', { label: 'Mine', customer: 'Acme', protected: true }),
  ];
  const file = ['new', 'same', 'other'].map((id) => ({ id, label: 'A', protected: false }));
  Object.assign(file.at(-1) ?? {}, { note: 'New' });
  const planned = await plan({ notes: [...file, { id: 'empty', label: '' }] }, { ...known(), notes });
  const differences = ['The notes for 1 board', 'Label of other: Mine → A', 'Note of other: empty → New'];
  expect(planned.shown).toMatchObject({ notes: 1, differences });
  expect(planned.notes).toEqual({
    added: [noteOf('new', { label: 'A', updatedAt: NOW })],
    replaced: [
      noteOf('other', { label: 'A', note: 'New', customer: 'Acme', protected: true, updatedAt: NOW }),
    ],
  });
  expect(planned.record?.id).toBe(ID);
});
