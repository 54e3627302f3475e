/** Creates whose end was not seen, as a page asks for them. */
import { ifDone } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { UnresolvedCreates } from './unresolved.ts';

export function unresolvedCalls(unresolved: UnresolvedCreates): CallsOf<'unresolved'> {
  return {
    list: { run: (args) => unresolved.list(args) },
    check: { run: (args) => unresolved.check(args) },
    settle: {
      run: (args) => unresolved.settle(args),
      log: ifDone(({ connectionId, boardId }) => ({
        connectionId,
        action: 'unknown-settled',
        target: boardId ?? '',
        detail: boardId === null ? 'Dismissed.' : 'It created this board.',
      })),
    },
  };
}
