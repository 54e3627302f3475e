import type { Paper } from '../../preload/contract/papers.ts';
import { isQueued } from '../store/job-facts.ts';
import { paperTitle } from '../store/papers-slice.ts';
import type { AppState } from '../store/store.ts';
import type { DialogState } from '../store/ui-slice.ts';
import { both, cautionOf, onConnection, toChange, toDelete, toVisit } from './reasons.ts';
import type { Command } from './command.ts';

/** The paper of the current row, or null. */
export function currentPaper(state: AppState): Paper | null {
  return state.papers?.find((paper) => paper.identifier === state.paperSelected) ?? null;
}

/** Why there is no paper to speak of, or true. */
export function onPaper(state: AppState): true | string {
  return currentPaper(state) === null ? 'Select a paper first' : true;
}

function notQueued({ jobs, papersOf, paperSelected }: AppState): true | string {
  const queued = paperSelected !== null && isQueued(jobs, papersOf, paperSelected);
  return queued ? 'Already queued for deletion' : true;
}

/** Opens a dialog of the papers screen, which needs its register open. */
function openingInPapers(dialog: DialogState): Command['run'] {
  return async (state) => {
    await state.go({ kind: 'screen', screen: 'papers' });
    if (state.currentId !== null) await state.openPapers(state.currentId);
    state.openDialog(dialog);
  };
}

/** What a command does with the current paper; nothing while there is none. */
function onCurrent(act: (paper: Paper, state: AppState) => void | Promise<void>): Command['run'] {
  return (state) => {
    const paper = currentPaper(state);
    return paper === null ? undefined : act(paper, state);
  };
}

/** What everything sent about papers may fail at now. */
const caution = cautionOf('paper-api');

const shared = { keys: [], group: 'Papers', scope: 'app', screens: ['papers'] } as const;
const onRow = { ...shared, scope: 'rows', enabled: onPaper } as const;

export const newPaper: Command = {
  ...shared,
  id: 'papers.create',
  caution,
  label: 'New paper',
  keys: ['Mod+N'],
  enabled: toChange,
  run: openingInPapers({ kind: 'new-paper', templateId: null }),
};

export const newPaperFromTemplate: Command = {
  ...shared,
  id: 'papers.create-from',
  caution,
  label: 'New paper from this one',
  enabled: (state) => both(toChange(state), onPaper(state)),
  run: (state) => state.openDialog({ kind: 'new-paper', templateId: state.paperSelected }),
};

export const newPapers: Command = {
  ...shared,
  id: 'papers.create-many',
  label: 'New papers…',
  caution,
  enabled: toChange,
  // Any paper of the register may be the template.
  run: openingInPapers({ kind: 'new-papers', templateId: null }),
};

export const addPaper: Command = {
  ...shared,
  id: 'papers.add',
  label: 'Add by link or id',
  keys: ['Mod+Shift+A'],
  enabled: onConnection,
  run: openingInPapers({ kind: 'add-paper' }),
};

const refreshPapers: Command = {
  ...shared,
  id: 'papers.refresh',
  label: 'Refresh papers',
  keys: ['F5', 'Mod+R'],
  enabled: (state) => (state.papersOf === null ? 'Go to Papers first' : true),
  run: (state) => state.reloadPapers(),
};

export const openPaper: Command = {
  ...onRow,
  id: 'papers.open',
  label: 'Show paper details',
  keys: ['Enter'],
  run: (state) => state.setInspectorOpen(true),
};

export const previewPaper: Command = {
  ...onRow,
  id: 'papers.preview',
  caution,
  label: 'Preview paper',
  keys: ['Space'],
  enabled: (state) => both(toVisit(state), onPaper(state)),
  run: onCurrent((paper, { openDialog }) => {
    const target = { kind: 'paper', id: paper.identifier } as const;
    openDialog({ kind: 'open-preview', target, title: paperTitle(paper) });
  }),
};

export const copyJoinLink: Command = {
  ...onRow,
  id: 'papers.copy-link',
  caution,
  label: 'Copy join link',
  keys: ['L'],
  enabled: (state) => both(toChange(state), onPaper(state)),
  run: onCurrent(({ identifier }, { openDialog }) => openDialog({ kind: 'copy-link', identifier })),
};

export const makeJoinLinks: Command = {
  ...onRow,
  id: 'papers.make-links',
  label: 'Make join links…',
  enabled: (state) => both(toChange(state), onPaper(state)),
  caution,
  run: onCurrent(({ identifier }, { openDialog }) => openDialog({ kind: 'make-links', identifier })),
};

const copyPaperId: Command = {
  ...onRow,
  id: 'papers.copy-id',
  label: 'Copy paper identifier',
  keys: ['C'],
  run: onCurrent(({ identifier }, { copy }) => copy(identifier, 'the paper’s identifier')),
};

export const deletePaper: Command = {
  ...onRow,
  id: 'papers.delete',
  caution,
  label: 'Delete paper',
  keys: ['Delete'],
  enabled: (state) => both(toDelete(state), both(onPaper(state), notQueued(state))),
  run: onCurrent(({ identifier: id }, { openDialog }) =>
    openDialog({ kind: 'delete-one', target: { kind: 'paper', id } }),
  ),
};

export const renamePaper: Command = {
  ...onRow,
  id: 'papers.rename',
  label: 'Rename paper',
  keys: ['F2'],
  run: onCurrent(({ identifier }, { openDialog }) => openDialog({ kind: 'rename-paper', identifier })),
};

export const forgetPaper: Command = {
  ...onRow,
  id: 'papers.forget',
  label: 'Forget paper',
  run: onCurrent(({ identifier }, { forgetPaper }) => forgetPaper(identifier)),
};

export const papersCommands: readonly Command[] = [
  newPaper,
  newPaperFromTemplate,
  newPapers,
  addPaper,
  refreshPapers,
  openPaper,
  previewPaper,
  copyJoinLink,
  makeJoinLinks,
  copyPaperId,
  deletePaper,
  renamePaper,
  forgetPaper,
];
