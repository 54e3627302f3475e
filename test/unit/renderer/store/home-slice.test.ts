import { describe, expect, test } from 'vitest';
import type { BoardFilter } from '../../../../preload/contract/boards.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { type Script } from '../scripted-bridge.ts';
import { CONNECTION, setUp } from './boards-store.ts';
import { paperOf } from '../../../support/paper-of.ts';

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

  test('takes in no answer that comes once another connection is in front', async () => {
    const { state, store } = home();
    const read = state().readHome();
    store.setState({ currentId: 'another' });
    await read;
    expect(state().homeFacts).toBeNull();
  });
});
