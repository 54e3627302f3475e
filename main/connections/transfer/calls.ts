/** Implements the calls `transfer`. */
import type { Exported, Imported } from '../../../preload/contract/connections.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { tally, unlogged } from '../../activity/entries.ts';
import type { CallsOf } from '../../lib/implementation.ts';
import { exportConnections, exportQuestion, type Exporters } from './export.ts';
import type { Imports } from './imports.ts';

export function transferCalls(exporters: Exporters, imports: Imports): CallsOf<'transfer'> {
  const entry = { connectionId: '', target: '' } as const;
  return {
    export: {
      ask: (request) => exportQuestion(exporters, request),
      run: (request, answered) => exportConnections(exporters, request, answered),
      log: (_args, result) => {
        if (!result.ok || result.value === null) return null;
        const detail = tally([[result.value.connections, 'connection'], ...contentCounts(result.value)]);
        return { ...entry, action: 'connections-exported', outcome: 'done', detail };
      },
    },
    open: { run: (args) => imports.open(args) },
    unlock: { run: (args) => imports.unlock(args) },
    apply: {
      ask: (args) => imports.applyQuestion(args),
      run: (args, answered) => imports.apply(args, answered),
      log: (_args, result) => {
        if (!result.ok) return null;
        const { added, updated, stopped } = result.value;
        const detail = tally([
          [added, 'connection added', 'connections added'],
          [updated, 'connection updated', 'connections updated'],
          ...contentCounts(result.value),
          [stopped === null ? 0 : 1, 'connection not imported'],
        ]);
        const outcome = stopped === null ? 'done' : 'failed';
        return { ...entry, action: 'connections-imported', outcome, detail };
      },
    },
    close: { run: (args) => ok(imports.close(args)), log: unlogged },
  };
}

function contentCounts({ keys, papers, notes }: Pick<Exported | Imported, 'keys' | 'papers' | 'notes'>) {
  return [
    [keys, 'API key'],
    [papers, 'paper'],
    [notes, 'board with notes', 'boards with notes'],
  ] as const;
}
