/** Creates whose end was not seen, as a page asks for them. */
import type { CallsOf } from '../ipc/implementation.ts';
import type { UnresolvedCreates } from './unresolved.ts';

export function unresolvedCalls(unresolved: UnresolvedCreates): CallsOf<'unresolved'> {
  return {
    list: { run: (args) => unresolved.list(args) },
    check: { run: (args) => unresolved.check(args) },
    settle: {
      run: (args) => unresolved.settle(args),
      log: ({ connectionId, boardId }, result) =>
        result.ok
          ? {
              connectionId,
              action: 'unknown-settled',
              target: boardId ?? '',
              outcome: 'done',
              detail: boardId === null ? 'It is dealt with.' : 'This board was created by it.',
            }
          : null,
    },
  };
}
