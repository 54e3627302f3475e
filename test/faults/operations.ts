/** Runs the operations of the fault matrix by IPC calls, then reads the boards and papers. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint } from '../../main/practice/endpoints.ts';
import type { RowQuery, BoardRow, BoardsState } from '../../preload/contract/boards.ts';
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { deleteNow, type Deletion } from '../support/delete-now.ts';
import type { TestServices } from '../support/services.ts';
import type { Operation, Outcome } from './expectations.ts';

export interface Scene {
  readonly services: TestServices;
  readonly connectionId: string;
  readonly viewed: string;
  readonly doomed: string;
  readonly doomedPaper: string;
  readonly joined: string;
}

export interface Ran {
  readonly outcome: Outcome;
  /** Failure of the IPC call or of the delete job. Null after a success, or if only the deleted item failed. */
  readonly failure: Failure | null;
  readonly made: string | null;
  readonly deletion: Deletion | null;
}

export const ENDPOINT_OF: Readonly<Record<Operation, Endpoint>> = {
  list: 'listBoards',
  view: 'viewBoard',
  'create board': 'createBoard',
  'create paper': 'createPaper',
  'delete board': 'deleteBoard',
  'delete paper': 'deletePaper',
  mint: 'accessToken',
};

const RUN: Readonly<Record<Operation, (scene: Scene) => Promise<Ran>>> = {
  list: async ({ services, connectionId }) => {
    const { failure } = await listToEnd(services, connectionId);
    return ran(failure === null ? { ok: true, value: null } : { ok: false, error: failure });
  },
  view: async ({ services, connectionId, viewed }) =>
    ran(await services.call('boards.view', { connectionId, boardId: viewed })),
  'create board': async ({ services, connectionId }) =>
    ran(await services.call('boards.create', { connectionId }), ({ id }) => id),
  'create paper': async ({ services, connectionId }) =>
    ran(
      await services.call('papers.create', { connectionId, name: 'Lesson 5', templateId: null }),
      ({ identifier }) => identifier,
    ),
  'delete board': (scene) => deletes(scene, { kind: 'board', id: scene.doomed }),
  'delete paper': (scene) => deletes(scene, { kind: 'paper', id: scene.doomedPaper }),
  mint: async ({ services, connectionId, joined }) =>
    ran(
      await services.call('previews.copyLink', {
        connectionId,
        target: { kind: 'paper', id: joined },
        displayName: 'Ann',
      }),
    ),
};

function ran<T>(result: Result<T>, madeOf: (value: T) => string | null = () => null): Ran {
  const failure = result.ok ? null : result.error;
  const made = result.ok ? madeOf(result.value) : null;
  return { outcome: failure?.code ?? 'ok', failure, made, deletion: null };
}

async function deletes(scene: Scene, target: RoomTarget): Promise<Ran> {
  const { services, connectionId } = scene;
  const deleted = await deleteNow(services, connectionId, target);
  if (!deleted.ok) return ran(deleted);
  const deletion = deleted.value;
  const { failure } = deletion.job;
  const outcome = failure?.code ?? outcomeOf(deletion);
  if (outcome === 'ok') await leaving(scene, target.id);
  return { outcome, failure, made: null, deletion };
}

async function leaving(scene: Scene, id: string): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const { boards, papers } = await look(scene);
    if (!papers.includes(id) && !boards.some((board) => board.id === id)) return;
    await delay(LOOK_MS);
  }
}

/** Returns the outcome of a delete. A failed item has no error code, so the outcome depends on its HTTP status. */
function outcomeOf({ item }: Deletion): Outcome {
  if (item.state === 'done' || item.state === 'already-gone') return 'ok';
  if (item.state === 'unknown') return 'outcome-unknown';
  if (item.state !== 'failed') return 'internal';
  return item.status === 402 || item.status === 403 ? 'not-allowed' : 'refused';
}

const LONGEST_MS = 180_000;

export function runOperation(operation: Operation, scene: Scene): Promise<Ran> {
  const late = delay(LONGEST_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${operation} did not end`);
  });
  return Promise.race([RUN[operation](scene), late]);
}

/** Pause in real ms between two reads of a list's state, because the main process limits the rate of calls. */
const LOOK_MS = 50;
const MOST_LOOKS = 100;

export async function listToEnd(services: TestServices, connectionId: string): Promise<BoardsState> {
  let state = await services.must('boards.list', { connectionId });
  while (state.phase === 'loading') {
    await delay(LOOK_MS);
    state = await services.must('boards.state', { connectionId });
  }
  return state;
}

export interface Shown {
  readonly boards: readonly BoardRow[];
  readonly papers: readonly string[];
  readonly unresolved: readonly string[];
  readonly clipboard: string;
}

const BY_ID: RowQuery = { find: '', filters: [], order: { by: 'id', descending: false } };

export async function look({
  services,
  connectionId,
}: Pick<Scene, 'services' | 'connectionId'>): Promise<Shown> {
  const papers = await services.must('papers.list', { connectionId });
  const window = { connectionId, from: 0, count: 1000, query: BY_ID, fields: [] };
  return {
    boards: (await services.must('boards.window', window)).rows,
    papers: papers.filter(({ deletedAt }) => deletedAt === null).map(({ identifier }) => identifier),
    unresolved: (await services.must('unresolved.list', { connectionId })).map(({ kind }) => kind),
    clipboard: services.clipboard(),
  };
}
