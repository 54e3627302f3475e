/** Papers, as a page asks for them. */
import { endOf } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Papers } from './papers.ts';

export function paperCalls(papers: Papers): CallsOf<'papers'> {
  return {
    list: { run: (args) => papers.list(args) },
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
      run: (args) => papers.add(args),
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
    rename: {
      run: (args) => papers.rename(args),
      log: ({ connectionId, identifier }, result) =>
        result.ok
          ? {
              connectionId,
              action: 'notes-changed',
              target: identifier,
              outcome: 'done',
              detail: 'Name of the paper',
            }
          : null,
    },
    forget: {
      run: (args) => papers.forget(args),
      log: ({ connectionId, identifier }, result) =>
        result.ok ? { connectionId, action: 'paper-forgotten', target: identifier, outcome: 'done' } : null,
    },
  };
}
