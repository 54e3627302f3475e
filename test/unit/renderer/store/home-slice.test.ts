import { describe, expect, test } from 'vitest';
import type { BoardFilter } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { failed, type Script } from '../scripted-bridge.ts';
import { CONNECTION, setUp } from './boards-store.ts';
import { paperOf } from '../../../support/paper-of.ts';

const NOVEMBER: BoardFilter = { kind: 'created', from: Date.UTC(2026, 10), to: Date.UTC(2026, 11) };
const TAG: BoardFilter = { kind: 'tag', tag: 'exam' };
const COUNTS = { months: [{ month: '2026-11', boards: 3 }], undated: 1 };

const paper = (at: number) => paperOf(`p-${at}`, { rememberedAt: at });

function home(script: Script = {}) {
  const set = setUp({
    'boards.overview': () => ok(COUNTS),
    'papers.list': () => ok([1, 7, 3, 14, 4, 13, 5, 12, 6, 11, 2, 10, 9, 8].map(paper)),
    'keys.list': ({ connectionId }) => ok({ connectionId, keys: [], rehearsal: null }),
    ...script,
  });
  set.store.setState({ currentId: CONNECTION });
  return { ...set, state: () => set.store.getState() };
}

describe('home', () => {
  test('counts all boards, whatever Boards is narrowed to, and names the newest', async () => {
    const { state, asked } = home();
    state().setBoardQuery({ find: 'a', filters: [TAG] });
    await state().readHome();
    expect(asked('boards.overview')[0]?.args).toMatchObject({ query: { find: '', filters: [] } });
    expect(state().homeFacts).toMatchObject({
      ...COUNTS,
      connectionId: CONNECTION,
      ages: [4, 4, 4, 4],
      total: 4,
      papers: 14,
    });
    expect(state().homeFacts?.newest.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(state().homeFacts?.newestPapers.map(({ rememberedAt }) => rememberedAt)).toEqual([
      14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
    ]);
    expect(state().keysById[CONNECTION]?.keys).toEqual([]);
  });

  test('names what was opened last as it is called now, as far as it is still there', async () => {
    const { state, store } = home();
    const room = (kind: 'board' | 'paper', id: string) => ({ kind, id, name: 'Before', at: 1 }) as const;
    const recent = [room('board', 'c'), room('paper', 'p-3'), room('board', 'gone'), room('paper', 'gone')];
    store.setState({ recent });
    await state().readHome();
    expect(state().homeFacts?.recent).toEqual([{ ...room('board', 'c'), name: '' }]);
    expect(state().homeFacts?.recentPapers).toEqual([{ ...room('paper', 'p-3'), name: '' }]);
  });

  test('shows the newest keys, however long boards take to be counted', async () => {
    const counted = Promise.withResolvers<void>();
    const { state, emit } = home({ 'boards.overview': () => counted.promise.then(() => ok(COUNTS)) });
    const reading = state().readHome();
    await expect.poll(() => state().keysById[CONNECTION]).toBeDefined();
    const rehearsal = { at: 1, cells: [], switched: [] };
    emit('keys.changed', { connectionId: CONNECTION, keys: [], rehearsal });
    counted.resolve();
    await reading;
    expect(state().keysById[CONNECTION]?.rehearsal).toEqual(rehearsal);
  });

  test('asked for while it reads, reads once more and no oftener', async () => {
    const { state, asked } = home();
    await Promise.all([1, 2, 3].map(() => state().readHome()));
    await state().readHome();
    expect(asked('boards.overview')).toHaveLength(3);
  });

  test('keeps its counts when they can’t be read again', async () => {
    let works = true;
    const { state } = home({ 'boards.overview': () => (works ? ok(COUNTS) : failed('internal')) });
    await state().readHome();
    works = false;
    await state().readHome();
    expect(state().homeFacts).toMatchObject(COUNTS);
    expect(state().homeFailure?.code).toBe('internal');
  });

  test('takes in no answer that comes once another connection is in front', async () => {
    const { state, store } = home();
    const read = state().readHome();
    store.setState({ currentId: 'another' });
    await read;
    expect(state().homeFacts).toBeNull();
  });

  test('leads to the boards of a range, and clears what they were narrowed to before', async () => {
    const { state } = home();
    state().setBoardQuery({ find: 'a', filters: [TAG] });
    await state().showBoardsOf([NOVEMBER]);
    expect(state().screen).toBe('boards');
    expect(state().boardQuery).toMatchObject({ find: '', filters: [NOVEMBER] });
  });

  test('leads to a paper, even where another text or a filter hides it; what hides nothing stays', async () => {
    const { state } = home();
    await state().openPapers(CONNECTION);
    state().findPapers('nothing');
    await state().showPaper('p-4');
    expect([state().screen, state().paperFind, state().paperSelected]).toEqual(['papers', '', 'p-4']);
    state().showTemplates(true);
    await state().showPaper('p-4');
    expect(state().paperQuery.filters).toEqual([]);
    state().findPapers('p-4');
    await state().showPaper('p-4');
    expect(state().paperFind).toBe('p-4');
  });
});
