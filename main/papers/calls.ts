/** Papers, as a page asks for them. */
import { endOf } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Papers } from './papers.ts';

export function paperCalls(papers: Papers): CallsOf<'papers'> {
  return {
    list: { run: ({ connectionId }) => papers.list(connectionId) },
    create: {
      run: (paper) => papers.create(paper),
      log: ({ connectionId, name }, result) => ({
        connectionId,
        action: 'paper-created',
        target: result.ok ? result.value.identifier : '',
        ...endOf(result, name),
      }),
    },
    add: {
      run: ({ connectionId, pasted, name }) => papers.add(connectionId, pasted, name),
      log: ({ connectionId }, result) =>
        result.ok
          ? {
              connectionId,
              action: 'paper-added',
              target: result.value.identifier,
              outcome: 'done',
              detail: result.value.name,
            }
          : null,
    },
    forget: {
      run: ({ connectionId, identifier }) => papers.forget(connectionId, identifier),
      log: ({ connectionId, identifier }, result) =>
        result.ok ? { connectionId, action: 'paper-forgotten', target: identifier, outcome: 'done' } : null,
    },
  };
}
