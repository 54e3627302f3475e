/** Papers, as a page asks for them. */
import { endOf, ifDone } from '../activity/entries.ts';
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
      log: ifDone(({ connectionId }, { identifier, name }) => ({
        connectionId,
        action: 'paper-added',
        target: identifier,
        detail: name,
      })),
    },
    rename: {
      run: (args) => papers.rename(args),
      log: ifDone(({ connectionId, identifier }) => ({
        connectionId,
        action: 'notes-changed',
        target: identifier,
        detail: 'Name of the paper',
      })),
    },
    forget: {
      run: (args) => papers.forget(args),
      log: ifDone(({ connectionId, identifier }) => ({
        connectionId,
        action: 'paper-forgotten',
        target: identifier,
      })),
    },
  };
}
