/** Creates whose end was not seen, and what a person can do about them. Nothing here sends a create. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { UnresolvedCheck } from '../../preload/contract/service.ts';
import { ifDone } from '../activity/entries.ts';
import type { Boards } from '../boards/boards.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import { failure } from '../wording/failure.ts';
import type { CreateJournal } from './create-journal.ts';

export function unresolvedCalls(journal: CreateJournal, boards: Boards): CallsOf<'unresolved'> {
  return {
    list: { run: async ({ connectionId }) => ok(await journal.list(connectionId)) },
    check: { run: (args) => check(journal, boards, args) },
    settle: {
      run: async ({ connectionId, unresolvedId }) => {
        await journal.settle(connectionId, unresolvedId);
        return ok(null);
      },
      log: ifDone(({ connectionId, boardId }) => ({
        connectionId,
        action: 'unknown-settled',
        target: boardId ?? '',
        detail: boardId === null ? 'Dismissed.' : 'It created this board.',
      })),
    },
  };
}

/** How far the service's clock may be off, ms, and how long a create may take. */
const BEFORE_MS = 5 * 60_000;
const AFTER_MS = 10 * 60_000;

/** Reads the list anew and offers the boards that came about then; for papers, says what can and can't be known. */
async function check(
  journal: CreateJournal,
  boards: Boards,
  { connectionId, unresolvedId }: ArgsOf<'unresolved.check'>,
): Promise<Result<UnresolvedCheck>> {
  const unknown = await journal.find(connectionId, unresolvedId);
  if (unknown === null) {
    const message = 'This was already settled.';
    return fail(failure('not-found', { message, nextStep: 'There is nothing left to do.' }));
  }
  if (unknown.kind === 'paper') return ok({ kind: 'paper', sentence: PAPER_SENTENCE });
  const listed = await boards.listToEnd(connectionId);
  if (!listed.ok) return listed;
  const { sentAt } = unknown;
  const about = await boards.ask(connectionId, (mirror) =>
    mirror.createdBetween(connectionId, sentAt - BEFORE_MS, sentAt + AFTER_MS),
  );
  if (!about.ok) return about;
  const newcomers = about.value.filter((row) => row.id !== null && !row.madeHere);
  return ok({ kind: 'board', newcomers, completeness: listed.value.completeness });
}

const PAPER_SENTENCE =
  'The service can’t list papers, so Easel can’t tell whether this one exists. If you find it in the web app, add it by its link. Creating it again may make a duplicate.';
