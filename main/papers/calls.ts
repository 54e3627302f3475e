import { ok } from '../../preload/contract/failure.ts';
import { endOf, ifDone, tally, unlogged } from '../activity/entries.ts';
import type { Core } from '../ipc/core.ts';
import type { CallsOf } from '../lib/implementation.ts';
import type { Notes } from '../notes/notes.ts';
import type { Sharing } from '../team/copies.ts';
import { Papers, type PapersOptions } from './papers.ts';

export function paperCalls(papers: Papers): CallsOf<'papers'> {
  return {
    list: { run: async (args) => ok(await papers.list(args)) },
    create: {
      run: (paper) => papers.create(paper),
      log: ({ connectionId, name }, result) => ({
        connectionId,
        action: 'paper-created',
        target: result.ok ? result.value.identifier : '',
        ...endOf(result, name),
        ...(result.ok && result.value.standing === 'accepted' && { outcome: 'accepted' as const }),
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
    addMany: {
      run: (args) => papers.addMany(args),
      log: ifDone(({ connectionId }, lines) => ({
        connectionId,
        action: 'paper-added',
        target: '',
        detail: tally([[lines.filter(({ outcome }) => outcome === 'added').length, 'paper']]),
      })),
    },
    readList: { run: () => papers.readList() },
    export: { run: (args) => papers.export(args), log: unlogged },
    copy: { run: (args) => papers.copy(args), log: unlogged },
    rename: {
      run: (args) => papers.rename(args),
      log: ifDone(({ connectionId, identifier }) => ({
        connectionId,
        action: 'notes-changed',
        target: identifier,
        detail: 'Name of the paper',
      })),
    },
    markTemplates: {
      run: (args) => papers.markTemplates(args),
      log: ifDone(({ connectionId, which, isTemplate }) => ({
        connectionId,
        action: 'notes-changed',
        target: which.length === 1 ? (which[0] ?? '') : '',
        detail: `${isTemplate ? 'Marked as template' : 'No longer marked as template'}: ${tally([[which.length, 'paper']])}`,
      })),
    },
    forget: {
      run: (args) => papers.forget(args),
      log: ifDone(({ connectionId, which }) => ({
        connectionId,
        action: 'paper-forgotten',
        target: which.length === 1 ? (which[0] ?? '') : '',
        ...(which === 'deleted'
          ? { detail: 'All deleted papers' }
          : which.length !== 1 && { detail: tally([[which.length, 'paper']]) }),
      })),
    },
  };
}

export function openPapers(
  core: Core,
  notes: Notes,
  sharing: Sharing,
  around: Pick<PapersOptions, 'apiOf' | 'appUrlOf' | 'watchCreate'>,
) {
  const { store, signals, publish } = core;
  const papers = new Papers({
    ...core,
    ...around,
    register: store.papers,
    notes,
    sharing,
    beingDeleted: (...args) => core.beingDeleted('delete-papers', ...args),
  });
  signals.notesChanged.on((connectionId) => publish('papers.changed', { connectionId }));
  signals.visited.on(papers.visited.bind(papers));
  return { papers, calls: paperCalls(papers) };
}
