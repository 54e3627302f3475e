/** Commands that make many things at once, and for cleanup plans. */
import { troubleNote } from '../parts/health-wording.ts';
import type { AppState } from '../store/store.ts';
import { currentPaper } from './papers-commands.ts';
import { both, toChange, toDelete } from './reasons.ts';
import type { Command } from './command.ts';

const trouble =
  (part: 'board-api' | 'paper-api') =>
  (state: AppState): string | null =>
    troubleNote(state.health, part, Date.now());

export const newBoards: Command = {
  id: 'boards.create-many',
  label: 'New boards…',
  keys: [],
  group: 'Boards',
  scope: 'app',
  enabled: toChange,
  caution: trouble('board-api'),
  run: (store) => store.getState().openDialog({ kind: 'new-boards' }),
};

export const newPapers: Command = {
  id: 'papers.create-many',
  label: 'New papers…',
  keys: [],
  group: 'Papers',
  scope: 'app',
  enabled: toChange,
  caution: trouble('paper-api'),
  async run(store) {
    const state = store.getState();
    // Any paper of the register may be the template.
    await state.go({ kind: 'screen', screen: 'papers' });
    if (state.currentId !== null) await state.openPapers(state.currentId);
    store.getState().openDialog({ kind: 'new-papers', templateId: null });
  },
};

export const makeJoinLinks: Command = {
  id: 'papers.make-links',
  label: 'Make join links…',
  keys: [],
  group: 'Papers',
  scope: 'rows',
  screens: ['papers'],
  enabled: (state) => both(toChange(state), currentPaper(state) === null ? 'Select a paper first' : true),
  caution: trouble('paper-api'),
  run(store) {
    const state = store.getState();
    const paper = currentPaper(state);
    if (paper !== null) state.openDialog({ kind: 'make-links', identifier: paper.identifier });
  },
};

export const openCleanupPlan: Command = {
  id: 'jobs.open-plan',
  label: 'Open cleanup plan…',
  keys: [],
  group: 'Jobs',
  scope: 'app',
  enabled: toDelete,
  caution: trouble('board-api'),
  async run(store) {
    const { openPlan, openDialog, raise } = store.getState();
    const opened = await openPlan();
    if (!opened.ok) raise(opened.error);
    else if (opened.value !== null) openDialog({ kind: 'run-plan', review: opened.value });
  },
};

export const bulkCommands: readonly Command[] = [newBoards, newPapers, makeJoinLinks, openCleanupPlan];
