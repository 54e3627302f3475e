/** Commands that make many things at once, and for cleanup plans. */
import { goToPapers, onCurrent, onPaper } from './papers-commands.ts';
import { both, cautionOf, toChange, toDelete } from './reasons.ts';
import type { Command } from './command.ts';

const shared = { keys: [], scope: 'app', enabled: toChange } as const;

export const newBoards: Command = {
  ...shared,
  id: 'boards.create-many',
  label: 'New boards…',
  group: 'Boards',
  caution: cautionOf('board-api'),
  run: (state) => state.openDialog({ kind: 'new-boards' }),
};

export const newPapers: Command = {
  ...shared,
  id: 'papers.create-many',
  label: 'New papers…',
  group: 'Papers',
  caution: cautionOf('paper-api'),
  async run(state) {
    // Any paper of the register may be the template.
    await goToPapers(state);
    state.openDialog({ kind: 'new-papers', templateId: null });
  },
};

export const makeJoinLinks: Command = {
  ...shared,
  id: 'papers.make-links',
  label: 'Make join links…',
  group: 'Papers',
  scope: 'rows',
  screens: ['papers'],
  enabled: (state) => both(toChange(state), onPaper(state)),
  caution: cautionOf('paper-api'),
  run: onCurrent(({ identifier }, { openDialog }) => openDialog({ kind: 'make-links', identifier })),
};

export const openCleanupPlan: Command = {
  ...shared,
  id: 'jobs.open-plan',
  label: 'Open cleanup plan…',
  group: 'Jobs',
  enabled: toDelete,
  caution: cautionOf('board-api'),
  async run({ openPlan, openDialog, raise }) {
    const opened = await openPlan();
    if (!opened.ok) raise(opened.error);
    else if (opened.value !== null) openDialog({ kind: 'run-plan', review: opened.value });
  },
};

export const bulkCommands: readonly Command[] = [newBoards, newPapers, makeJoinLinks, openCleanupPlan];
