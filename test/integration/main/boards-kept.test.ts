/** What is kept of boards on this computer: over restarts, offline, until it is to be forgotten. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginWhole } from '../../../main/files/write-whole.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import type { BoardQuery, BoardsState, BoardWindow } from '../../../preload/contract/boards.ts';
import { must } from '../../support/must.ts';
import { draftFor, startServices, type TestServices } from '../../support/services.ts';

const BOARDS = 1230;
const NEWEST: BoardQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

let practice: PracticeService;
let services: TestServices;
let connectionId: string;

beforeEach(async () => {
  practice = await startPractice({ boards: BOARDS, boardPreviews: true });
  services = await startServices(undefined, {
    files: { saveStream: (_purpose, name) => beginWhole(path.join(services.folder, name)) },
  });
  const draft = draftFor(practice.origin, practice.apiKey);
  connectionId = must(await services.call('connections.save', draft)).id;
});

afterEach(async () => {
  await services.close();
  await practice.stop();
});

async function listAll(): Promise<BoardsState> {
  must(await services.call('boards.list', { connectionId }));
  await expect.poll(async () => (await state()).phase).toSatisfy((phase) => phase !== 'loading');
  return state();
}

const state = async (): Promise<BoardsState> => must(await services.call('boards.state', { connectionId }));

async function look(find = '', count = 1): Promise<BoardWindow> {
  const query = { ...NEWEST, find };
  return must(await services.call('boards.window', { connectionId, from: 0, count, query, fields: [] }));
}

async function newest(): Promise<string> {
  const id = (await look()).rows[0]?.id;
  if (id === null || id === undefined) throw new Error('no board listed');
  return id;
}

test('after a restart without the service the list is there at once, with its date', async () => {
  const { asOf } = await listAll();
  expect(asOf).toBeTypeOf('number');
  const id = await newest();
  await practice.stop();
  services = await services.restart();
  expect(await state()).toMatchObject({
    phase: 'done',
    completeness: 'complete',
    rows: BOARDS,
    asOf,
    failure: null,
  });
  expect(await look()).toMatchObject({ matching: BOARDS, rows: [{ id }] });
  expect(await look(id.slice(9, 20).toUpperCase())).toMatchObject({ rows: [{ id }] });
});

test('boards that the service no longer has are counted as vanished, and reappear when it has them again', async () => {
  await listAll();
  const boardId = await newest();
  const { boardApi } = draftFor(practice.origin, null);
  const headers = { authorization: `Bearer ${practice.apiKey}` };
  await fetch(`${boardApi}/api/board/${boardId}`, { method: 'DELETE', headers });
  expect(await listAll()).toMatchObject({ rows: BOARDS - 1, vanished: 1 });
  expect(await look(boardId)).toMatchObject({ matching: 0 });
  await practice.reset();
  expect(await listAll()).toMatchObject({ rows: BOARDS, vanished: 0 });
});

test('a board created or previewed here is still marked so after a restart', async () => {
  await listAll();
  const previewed = await newest();
  const { id: made } = must(await services.call('boards.create', { connectionId }));
  expect(await look(made)).toMatchObject({ rows: [{ id: made, madeHere: true, previewedAt: null }] });
  const target = { kind: 'board', id: previewed } as const;
  const visit = { connectionId, target, displayName: 'Ada', reason: '', minutes: 10 } as const;
  must(await services.call('previews.open', visit));
  await expect.poll(async () => (await look(previewed)).rows[0]?.previewedAt).toBeTypeOf('number');
  services = await services.restart();
  expect(await look(made)).toMatchObject({ rows: [{ madeHere: true }] });
  expect(await look(previewed)).toMatchObject({
    rows: [{ madeHere: false, previewedAt: expect.any(Number) }],
  });
});

test('a connection’s stored list is removed with it', async () => {
  await listAll();
  const kept = (): Promise<string[]> => readdir(path.join(services.folder, 'boards'));
  expect((await kept()).some((name) => name.startsWith(connectionId))).toBe(true);
  must(await services.call('connections.remove', { connectionId, keysMayStay: false }));
  await expect.poll(kept).toEqual([]);
});
