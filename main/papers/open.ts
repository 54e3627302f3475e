import type { Core } from '../ipc/core.ts';
import type { Notes } from '../notes/notes.ts';
import { paperCalls } from './calls.ts';
import { Papers, type PapersOptions } from './papers.ts';

export function openPapers(
  core: Core,
  notes: Notes,
  around: Pick<PapersOptions, 'apiOf' | 'appUrlOf' | 'watchCreate'>,
) {
  const { store, signals, publish, recordOf } = core;
  const onChange = (connectionId: string): void => publish('papers.changed', { connectionId });
  const papers = new Papers({
    ...core,
    ...around,
    register: store.papers,
    notes,
    addressesOf: recordOf,
    beingDeleted: (...asked) => core.beingDeleted('delete-papers', ...asked),
    onChange,
  });
  signals.notesChanged.on(onChange);
  signals.visited.on(papers.visited.bind(papers));
  return { papers, calls: paperCalls(papers) };
}
