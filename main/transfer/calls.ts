/** Connections in files, as a page asks for them. */
import type { Exported, Imported } from '../../preload/contract/connections.ts';
import { ok } from '../../preload/contract/failure.ts';
import { tally, unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Transfer } from './transfer.ts';

export function transferCalls(transfer: Transfer): CallsOf<'transfer'> {
  return {
    export: {
      ask: (request) => transfer.exportQuestion(request),
      run: (request, answered) => transfer.export(request, answered),
      log: (_args, result) =>
        result.ok && result.value !== null
          ? {
              connectionId: '',
              action: 'connections-exported',
              target: '',
              outcome: 'done',
              detail: tally([[result.value.connections, 'connection'], ...carried(result.value)]),
            }
          : null,
    },
    open: { run: () => transfer.open() },
    unlock: { run: (args) => transfer.unlock(args) },
    apply: {
      ask: (args) => transfer.applyQuestion(args),
      run: (args, answered) => transfer.apply(args, answered),
      log: (_args, result) => {
        if (!result.ok) return null;
        const { added, updated, problems } = result.value;
        return {
          connectionId: '',
          action: 'connections-imported',
          target: '',
          outcome: added + updated > 0 || problems.length === 0 ? 'done' : 'failed',
          detail: tally([
            [added, 'connection added', 'connections added'],
            [updated, 'connection updated', 'connections updated'],
            ...carried(result.value),
            [problems.length, 'connection not imported', 'connections not imported'],
          ]),
        };
      },
    },
    close: { run: (args) => ok(transfer.close(args)), log: unlogged },
  };
}

/** What to include with connections. */
function carried(moved: Pick<Exported | Imported, 'keys' | 'papers' | 'notes' | 'views'>) {
  return [
    [moved.keys, 'API key'],
    [moved.papers, 'paper'],
    [moved.notes, 'board with notes', 'boards with notes'],
    [moved.views, 'saved view'],
  ] as const;
}
