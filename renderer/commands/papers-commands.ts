import type { Paper } from '../../preload/contract/papers.ts';
import { isQueued } from '../store/job-facts.ts';
import { paperTitle } from '../store/papers-slice.ts';
import type { AppState } from '../store/store.ts';
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

/** The dialogs of the papers screen need its register open. */
export async function goToPapers(state: AppState): Promise<void> {
  await state.go({ kind: 'screen', screen: 'papers' });
  if (state.currentId !== null) await state.openPapers(state.currentId);
}

/** What a command does with the current paper; nothing while there is none. */
export function onCurrent(act: (paper: Paper, state: AppState) => void | Promise<void>): Command['run'] {
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
  async run(state) {
    await goToPapers(state);
    state.openDialog({ kind: 'new-paper', templateId: null });
  },
};

export const newPaperFromTemplate: Command = {
  ...shared,
  id: 'papers.create-from',
  caution,
  label: 'New paper from this one',
  enabled: (state) => both(toChange(state), onPaper(state)),
  run(state) {
    state.openDialog({ kind: 'new-paper', templateId: state.paperSelected });
  },
};

export const addPaper: Command = {
  ...shared,
  id: 'papers.add',
  label: 'Add by link or id',
  keys: ['Mod+Shift+A'],
  enabled: onConnection,
  async run(state) {
    await goToPapers(state);
    state.openDialog({ kind: 'add-paper' });
  },
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
  addPaper,
  refreshPapers,
  openPaper,
  previewPaper,
  copyJoinLink,
  copyPaperId,
  deletePaper,
  renamePaper,
  forgetPaper,
];
