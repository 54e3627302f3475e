import { describe, expect, test } from 'vitest';
import { atOnce } from '../../../../main/files/digested-file.ts';
import { mergeLocal, mergePaper, mergeView, type LocalHere } from '../../../../main/transfer/merge-local.ts';
import {
  leadsToSameHosts,
  planImport,
  type FileEntry,
  type ImportContext,
} from '../../../../main/transfer/plan.ts';
import { originsOf } from '../../../../main/connections/key-origins.ts';
import type { KnownKey } from '../../../../main/connections/key-slots.ts';
import type { ExportedConnection } from '../../../../main/transfer/format.ts';
import type { ConnectionRecord } from '../../../../main/store/tables/connections.ts';
import type { KeyInfo } from '../../../../preload/contract/keys.ts';
import { connection, ID, OTHER_ID, paper } from './sample-file.ts';

const NOW = 1_800_000_000_000;

const ALIVE = { deletedAt: null };
const NOTHING: LocalHere = { papers: new Map(), notes: new Map(), views: [] };

function entry(change: Partial<ExportedConnection> = {}, target?: string, local = NOTHING): FileEntry {
  const made = connection(change);
  const id = target ?? made.id;
  return { connection: made, target: id, keys: [], local: atOnce(mergeLocal(made, id, local, NOW)) };
}

function record(change: Partial<ConnectionRecord> = {}): ConnectionRecord {
  const { papers: _, keys: __, notes: ___, ...plain } = connection();
  return { ...plain, createdAt: 1, ...change };
}

function here(change: Partial<ImportContext> = {}): ImportContext {
  return {
    records: [],
    keys: new Map(),
    whyNotAllowed: () => null,
    now: NOW,
    ...change,
  };
}

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
  const paperApi = 'https://papers.example.com/v2';
  const changed = entry({
    name: 'Acme',
    environment: 'test',
    color: 'blue',
    paperApi,
    separateBoardKey: true,
  });
  const known = record({ environment: 'staging', readOnly: false });
  const { shown, record: kept } = only([changed], here({ records: [known] }));
  expect(shown.kind).toBe('update');
  expect(shown.differences).toEqual([
    { field: 'Name', from: 'Acme boards', to: 'Acme' },
    { field: 'Environment', from: 'Staging', to: 'Test' },
    { field: 'Colour', from: 'red', to: 'blue' },
    { field: 'Paper API address', from: 'https://papers.example.com', to: paperApi },
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
  ['another port', { boardApi: 'https://boards.example.com:8443/eu' }, false],
  ['plain http', { paperApi: 'http://papers.example.com' }, false],
  ['another host', { paperApi: 'https://boards.example.com' }, false],
  ['no address at all', { paperApi: 'papers' }, false],
  ['another app', { appUrl: 'https://elsewhere.example.com' }, true],
])('%s: whether its keys may stay with it', (_, change, same) => {
  expect(leadsToSameHosts(record(), connection(change))).toBe(same);
});

test('the name of an imported connection is cleaned', () => {
  const { shown, record: kept } = only([entry({ name: 'Ac\u202eme\u2028boards' })], here());
  expect([shown.name, kept?.name]).toEqual(['Acme boards', 'Acme boards']);
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
  const keys = (slot: KeyInfo['slot']) => new Map([[ID, [keyHere(slot)]]]);
  const board = only([entry()], here({ records: [both], keys: keys('board') }));
  expect(board.shown).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('would remove') as unknown,
  });
  const main = only([entry()], here({ records: [both], keys: keys('main') }));
  expect(main.shown).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('a different host') as unknown,
  });
  expect(only([entry()], here({ records: [both] })).shown.kind).toBe('update');
});

test('what is new is counted, and of what differs nothing is: that is chosen', () => {
  const said = { note: '', tags: [], customer: '', protected: false };
  const notes = ['new', 'newer', 'same'].map((id) => ({ id, label: 'File', updatedAt: 100, ...said }));
  const known = [
    { boardId: 'newer', label: 'Here', updatedAt: 50, ...said },
    { boardId: 'same', label: 'File', updatedAt: 50, ...said },
  ];
  const papers = ['one', 'two', 'three'].map((identifier) => paper({ identifier }));
  const local = {
    ...NOTHING,
    papers: new Map([['two', { ...paper({ identifier: 'two', name: 'Other' }), ...ALIVE }]]),
    notes: new Map(known.map((one) => [one.boardId, one])),
  };
  const { shown } = only([entry({ papers, notes }, ID, local)], here({ records: [record()] }));
  expect(shown).toMatchObject({ kind: 'same', papers: 2, notes: 1, views: 0 });
  expect(shown.merge).toMatchObject({ added: 3, same: 1, differing: 2, newerThere: 1 });
  expect(shown.merge.differences).toMatchObject([
    { place: 1, of: 'paper', id: 'two', here: 'Name: Other', newer: 'unknown' },
    { place: 4, of: 'note', id: 'newer', newer: 'file' },
  ]);
});

describe('a paper of a file', () => {
  const made = { ...paper(), ...ALIVE };
  const added = {
    ...paper({ name: '', source: null, origin: 'added', otherFields: [], raw: null }),
    ...ALIVE,
  };

  test('fills in what is not known of it here', () => {
    const { kind, theirs } = mergePaper(added, paper());
    expect(kind).toBe('filled');
    expect(theirs).toEqual({ ...made, origin: 'added' });
    expect(mergePaper(made, added).kind).toBe('same');
  });

  test('is a template where either side has marked it', () => {
    const marked = { ...paper(), isTemplate: true };
    expect(mergePaper(made, marked)).toMatchObject({ kind: 'filled', theirs: { isTemplate: true } });
    expect(mergePaper({ ...made, isTemplate: true }, paper()).kind).toBe('same');
  });

  test('stays deleted where it was seen deleted', () => {
    expect(mergePaper({ ...made, name: 'Old', deletedAt: 5 }, paper())).toMatchObject({
      kind: 'same',
      mine: null,
    });
  });

  test('has another name only where that is chosen', () => {
    const { mine, theirs, before } = mergePaper({ ...added, name: 'Mine' }, paper());
    expect([mine?.name, mine?.raw, theirs?.name]).toEqual(['Mine', paper().raw, paper().name]);
    expect(before?.name).toBe('Mine');
  });
});

test('a view of a file is known by its name, and its question is replaced only where that is chosen', () => {
  const query = { find: '', filters: [], order: { by: 'created', descending: true } } as const;
  const around = { connectionId: ID, now: NOW };
  const ours = {
    id: 'v',
    connectionId: ID,
    of: 'board',
    name: 'Old ones',
    query: JSON.stringify(query),
    createdAt: 1,
  } as const;
  expect(mergeView(ours, { name: 'OLD ONES', query }, around).kind).toBe('same');
  expect(mergeView(null, { name: 'Old ones', query }, around)).toMatchObject({ kind: 'added', before: null });
  const ofPapers = mergeView(null, { of: 'paper', name: 'Old ones', query }, around);
  expect(ofPapers).toMatchObject({ kind: 'added', mine: { of: 'paper' } });
  const merged = mergeView(ours, { name: 'Old ones', query: { ...query, find: 'x' } }, around);
  expect(merged).toMatchObject({
    kind: 'differs',
    mine: null,
    theirs: { id: 'v', name: 'Old ones' },
    before: ours,
  });
  expect(merged.sides?.there).toContain('x');
});
