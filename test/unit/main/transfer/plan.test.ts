import { expect, test } from 'vitest';
import {
  leadsToSameHosts,
  planImport,
  type FileEntry,
  type ImportContext,
  type KnownHere,
} from '../../../../main/transfer/plan.ts';
import { originsOf } from '../../../../main/connections/key-origins.ts';
import type { KnownKey } from '../../../../main/connections/key-slots.ts';
import type { ExportedConnection } from '../../../../main/transfer/format.ts';
import type { ConnectionRecord } from '../../../../main/store/tables/connections.ts';
import type { KeyInfo } from '../../../../preload/contract/keys.ts';
import { connection, ID, OTHER_ID, paper } from './sample-file.ts';

const NOW = 1_800_000_000_000;

function entry(change: Partial<ExportedConnection> = {}, target?: string): FileEntry {
  const made = connection(change);
  return { connection: made, target: target ?? made.id, keys: [] };
}

function record(change: Partial<ConnectionRecord> = {}): ConnectionRecord {
  const { papers: _, keys: __, notes: ___, ...plain } = connection();
  return { ...plain, createdAt: 1, ...change };
}

function here(change: Partial<ImportContext> = {}): ImportContext {
  return {
    records: [],
    known: new Map(),
    whyNotAllowed: () => null,
    now: NOW,
    ...change,
  };
}

const NOTHING: KnownHere = { keys: [], papers: new Set(), notes: new Map() };

/** What is here of the entries' connection. */
const knownHere = (known: Partial<KnownHere>) => new Map([[ID, { ...NOTHING, ...known }]]);

function keyHere(slot: KeyInfo['slot']): KnownKey {
  const never = { remindAt: null, lastAcceptedAt: null, lastRefusedAt: null, useWhenGreen: false };
  return {
    id: slot,
    slot,
    stage: 'current',
    kept: 'session',
    fingerprint: 'f',
    addedAt: 0,
    note: '',
    owner: '',
    origins: originsOf(slot, record({ separateBoardKey: true })),
    ...never,
  };
}

function only(entries: readonly FileEntry[], around: ImportContext) {
  const [planned, ...rest] = planImport(entries, around);
  if (planned === undefined || rest.length > 0) throw new Error('not one plan');
  return planned;
}

test('an unknown connection is new, with its id and today’s date', () => {
  const { shown, record: kept } = only([entry()], here());
  expect(shown).toMatchObject({ index: 0, kind: 'new', why: '', differences: [], name: 'Acme boards' });
  expect(kept).toEqual(record({ createdAt: NOW }));
});

test('an identical connection is “same”, even with addresses written differently', () => {
  const twin = entry({ paperApi: ' https://PAPERS.example.com/ ' });
  expect(only([twin], here({ records: [record()] })).shown).toMatchObject({ kind: 'same', differences: [] });
});

test('every changed field is listed with both values, and the date of adding stays', () => {
  const changed = entry({
    name: 'Acme',
    environment: 'test',
    color: 'blue',
    paperApi: 'https://papers.example.com/v2',
    boardApi: 'https://boards.example.com',
    appUrl: 'https://room.example.com',
    separateBoardKey: true,
    readOnly: true,
  });
  const known = record({ environment: 'staging', readOnly: false });
  const { shown, record: kept } = only([changed], here({ records: [known] }));
  expect(shown.kind).toBe('update');
  expect(shown.differences).toEqual([
    { field: 'Name', from: 'Acme boards', to: 'Acme' },
    { field: 'Environment', from: 'Staging', to: 'Test' },
    { field: 'Colour', from: 'red', to: 'blue' },
    { field: 'Paper API address', from: 'https://papers.example.com', to: 'https://papers.example.com/v2' },
    { field: 'Board API address', from: 'https://boards.example.com/eu', to: 'https://boards.example.com' },
    { field: 'App address', from: 'https://app.example.com', to: 'https://room.example.com' },
    { field: 'Key for the board API', from: 'same as paper API', to: 'separate key' },
    { field: 'Read-only', from: 'off', to: 'on' },
  ]);
  expect(kept?.createdAt).toBe(1);
});

test('an import never makes a connection less strict, and the plan says so', () => {
  const known = record({ environment: 'production', readOnly: true });
  const { shown, record: kept } = only(
    [entry({ environment: 'test', readOnly: false })],
    here({ records: [known] }),
  );
  expect(kept).toMatchObject({ environment: 'production', readOnly: true });
  expect(shown).toMatchObject({ kind: 'same', differences: [], why: expect.stringContaining('less strict') });
});

test('a connection with other API hosts is added separately, and says why', () => {
  const elsewhere = entry({ boardApi: 'https://boards.example.net' }, OTHER_ID);
  const { shown, record: kept } = only([elsewhere], here({ records: [record()] }));
  expect(shown).toMatchObject({ kind: 'new', name: 'Acme boards (imported)' });
  expect(shown.why).toContain('other API hosts');
  expect(kept?.id).toBe(OTHER_ID);
});

test.each([
  ['the same hosts with other paths', { paperApi: 'https://papers.example.com/x' }, true],
  ['another host', { paperApi: 'https://papers.example.org' }, false],
  ['another port', { boardApi: 'https://boards.example.com:8443/eu' }, false],
  ['plain http', { paperApi: 'http://papers.example.com' }, false],
  [
    'the two changed about',
    { paperApi: 'https://boards.example.com', boardApi: 'https://papers.example.com' },
    false,
  ],
  ['no address at all', { paperApi: 'papers' }, false],
  ['another app', { appUrl: 'https://elsewhere.example.com' }, true],
])('%s: whether its keys may stay with it', (_, change, same) => {
  expect(leadsToSameHosts(record(), connection(change))).toBe(same);
});

test.each([
  [
    'credentials in an address',
    { paperApi: 'https://user:secret@papers.example.com' },
    /^Paper API address: Remove/u,
  ],
  ['plain http', { boardApi: 'http://boards.example.com' }, /^Board API address: Use https/u],
  ['no address', { appUrl: 'javascript:alert(1)' }, /^App address: /u],
  ['the practice service', { environment: 'practice' }, /practice connection/u],
  ['no name', { name: '  ' }, /name/u],
  ['a name without end', { name: 'x'.repeat(81) }, /name/u],
  ['a name on two lines', { name: 'Acme\nboards' }, /name/u],
] as const)('%s is refused, with the reason', (_, change, why) => {
  const { shown, record: kept } = only([entry(change)], here());
  expect(shown).toMatchObject({ kind: 'refused', keys: 0, papers: 0 });
  expect(shown.why).toMatch(why);
  expect(kept).toBeNull();
});

test('a policy violation is refused in the policy’s words', () => {
  const { shown } = only([entry()], here({ whyNotAllowed: ({ appUrl }) => `not ${appUrl}` }));
  expect(shown).toMatchObject({ kind: 'refused', why: 'not https://app.example.com' });
});

test('a connection listed twice in the file is imported once', () => {
  const kinds = planImport([entry(), entry({ name: 'Another' })], here()).map(({ shown }) => shown.kind);
  expect(kinds).toEqual(['new', 'refused']);
});

test('duplicate names, here or in the file, get a suffix, and stay short enough', () => {
  const records = [record({ id: 'one' }), record({ id: 'two', name: 'Acme boards (imported)' })];
  const long = 'y'.repeat(80);
  const others = ['4', '5'].map((digit) => entry({ id: `${digit}${ID.slice(1)}`, name: long }));
  const names = planImport([entry(), ...others], here({ records })).map(({ shown }) => shown.name);
  expect(names).toEqual(['Acme boards (imported 2)', long, `${'y'.repeat(69)} (imported)`]);
});

test('an import removes no board key, and sends no key to a host it was not entered for', () => {
  const both = record({ separateBoardKey: true });
  const known = (slot: KeyInfo['slot']) => knownHere({ keys: [keyHere(slot)] });
  const board = only([entry()], here({ records: [both], known: known('board') }));
  expect(board.shown).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('would remove') as unknown,
  });
  const main = only([entry()], here({ records: [both], known: known('main') }));
  expect(main.shown).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('a different host') as unknown,
  });
  expect(only([entry()], here({ records: [both] })).shown.kind).toBe('update');
});

test('papers that are already here are not counted', () => {
  const papers = ['one', 'two', 'three'].map((identifier) => paper({ identifier }));
  const known = knownHere({ papers: new Set(['two']) });
  const { shown, papers: fresh } = only([entry({ papers })], here({ records: [record()], known }));
  expect(shown).toMatchObject({ kind: 'same', papers: 2 });
  expect(fresh.map(({ identifier }) => identifier)).toEqual(['one', 'three']);
});

test('new and newer notes are counted and imported, together with the undo', () => {
  const said = { note: '', tags: [], customer: '', protected: false };
  const notes = ['new', 'newer', 'same', 'older', 'undecided'].map((id) => ({
    id,
    label: 'File',
    updatedAt: 100,
    ...said,
  }));
  const known = [
    { boardId: 'newer', label: 'Here', updatedAt: 50, ...said },
    { boardId: 'same', label: 'File', updatedAt: 50, ...said },
    { boardId: 'older', label: 'Here', updatedAt: 150, ...said },
    { boardId: 'undecided', label: 'Here', updatedAt: 100, ...said },
  ];
  const around = {
    records: [record()],
    known: knownHere({ notes: new Map(known.map((one) => [one.boardId, one])) }),
  };
  const planned = only([entry({ notes })], here(around));
  expect(planned.shown).toMatchObject({ kind: 'same', notes: 2 });
  expect(planned.notes).toEqual([
    {
      next: { boardId: 'new', label: 'File', updatedAt: 100, ...said },
      before: { boardId: 'new', label: '', updatedAt: 100, ...said },
    },
    { next: { boardId: 'newer', label: 'File', updatedAt: 100, ...said }, before: known[0] },
  ]);
});
