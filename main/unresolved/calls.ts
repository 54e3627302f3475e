/** Creates whose end was not seen, as a page asks for them. */
import type { CallsOf } from '../ipc/implementation.ts';
import type { Unknowns } from './unknowns.ts';

export function unknownCalls(unknowns: Unknowns): CallsOf<'unknowns'> {
  return {
    list: { run: (args) => unknowns.list(args) },
    check: { run: (args) => unknowns.check(args) },
    settle: {
      run: (args) => unknowns.settle(args),
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
