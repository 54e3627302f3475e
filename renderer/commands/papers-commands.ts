import type { Paper } from '../../preload/contract/papers.ts';
import { isQueued } from '../store/job-facts.ts';
import { knownPaper, papersPicked, paperTitle, selectedPapers, shownPapers } from '../store/papers-slice.ts';
import type { AppState } from '../store/store.ts';
import type { DialogState } from '../store/ui-slice.ts';
import { ON_SELECTION } from './list-commands.ts';
import {
  both,
  cautionOf,
  onConnection,
  onVisits,
  toChange,
  toDelete,
  toVisit,
  toEditShared,
} from './reasons.ts';
import type { Command } from './command.ts';
import { VISIT_KEY } from '../lib/keys.ts';

export function currentPaper(state: AppState): Paper | null {
  return knownPaper(state, state.paperSelected);
}

/** Returns true if a paper is selected, even a deleted one. Otherwise returns a message for the user. */
export function onPaper(state: AppState): true | string {
  return selectedPapers(state).length === 0 ? 'Select a paper first' : true;
}

function onThere(state: AppState): true | string {
  const isDeleted = (currentPaper(state)?.deletedAt ?? null) !== null;
  return isDeleted ? 'This paper is deleted' : onPaper(state);
}

function onOne(state: AppState): true | string {
  return papersPicked(state) > 1 ? 'Select one paper' : onThere(state);
}

function onDeletable({ jobs, papersOf }: AppState, paper: Paper): true | string {
  if (paper.deletedAt !== null) return 'This paper is deleted';
  if (paper.local?.protected === true) return 'This paper is protected';
  const queued = paper.queued === true || isQueued(jobs, papersOf, paper.identifier);
  return queued ? 'Already queued for deletion' : true;
}

export function openingInPapers(dialog: DialogState): Command['run'] {
  return async (state) => {
    await state.go({ kind: 'screen', screen: 'papers' });
    if (state.currentId !== null) await state.openPapers(state.currentId);
    state.openDialog(dialog);
  };
}

function onCurrent(act: (paper: Paper, state: AppState) => void | Promise<void>): Command['run'] {
  return (state) => {
    const paper = currentPaper(state);
    return paper === null ? undefined : act(paper, state);
  };
}

const caution = cautionOf('paper-api');

const shared = { keys: [], group: 'Papers', scope: 'app', screens: ['papers'] } as const;
const onRow = { ...shared, scope: 'rows', enabled: onPaper } as const;

function opening(id: string, label: string, dialog: DialogState, more: Partial<Command> = {}): Command {
  const run = openingInPapers(dialog);
  return { ...shared, id: `papers.${id}`, label, caution, enabled: toChange, run, ...more };
}

const TO_ADD = { caution: () => null, enabled: onConnection };

export const newPaper = opening(
  'create',
  'New paper',
  { kind: 'new-paper', templateId: null },
  { keys: ['Mod+N'] },
);
/** The class pack opens without a template. Its dialog lets the user choose a paper to copy for each person. */
export const classPack = opening('class-pack', 'Class pack…', { kind: 'class-pack', templateId: null });
export const addPaper = opening(
  'add',
  'Add by link or id',
  { kind: 'add-paper' },
  { ...TO_ADD, keys: ['Mod+Shift+A'] },
);
export const addPapers = opening('add-many', 'Add papers from a list…', { kind: 'add-papers' }, TO_ADD);

export const newPaperFromTemplate: Command = {
  ...onRow,
  id: 'papers.create-from',
  caution,
  label: 'New paper from this one',
  keys: ['N'],
  enabled: (state) => both(toChange(state), onOne(state)),
  run: (state) => state.openDialog({ kind: 'new-paper', templateId: state.paperSelected }),
};

export const classPackFromTemplate: Command = {
  ...shared,
  id: 'papers.class-pack-from',
  label: 'Class pack from this one…',
  caution,
  enabled: (state) => both(toChange(state), onPaper(state)),
  run: (state) => state.openDialog({ kind: 'class-pack', templateId: state.paperSelected }),
};

export const refreshPapers: Command = {
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
  label: 'Visit…',
  keys: ['P', VISIT_KEY],
  enabled: (state) => both(toVisit(state), onThere(state)),
  run: onCurrent((paper, { openDialog }) => {
    const target = { kind: 'paper', id: paper.identifier } as const;
    openDialog({ kind: 'open-preview', target, title: paperTitle(paper) });
  }),
};

export const copyJoinLink: Command = {
  ...onRow,
  id: 'papers.copy-link',
  caution,
  label: 'Copy join link…',
  keys: ['L'],
  enabled: (state) => both(toChange(state), onThere(state)),
  run: onCurrent(({ identifier: id }, { openDialog }) =>
    openDialog({ kind: 'copy-link', target: { kind: 'paper', id } }),
  ),
};

/**
 * Copies a link to a room for the browser. Requires a connection that allows changes, because Easel can't block input
 * in a browser.
 */
export const copyBrowserLink: Command = {
  ...onRow,
  id: 'papers.browser-link',
  caution,
  label: 'Copy link for browser…',
  enabled: (state) => both(onVisits(state), both(toChange(state), onThere(state))),
  run: onCurrent((paper, { openDialog }) => {
    const target = { kind: 'paper', id: paper.identifier } as const;
    openDialog({ kind: 'open-preview', target, title: paperTitle(paper), inBrowser: true });
  }),
};

export const showPaperCode: Command = {
  ...onRow,
  id: 'papers.snippets',
  developer: true,
  label: 'Show code…',
  run: onCurrent(({ identifier: id, name }, { openDialog }) =>
    openDialog({ kind: 'snippets', about: 'paper', id, name }),
  ),
};

export const deletePaper: Command = {
  ...onRow,
  id: 'papers.delete',
  caution,
  label: 'Delete…',
  keys: ['Delete'],
  enabled: (state) => {
    const [paper, ...others] = selectedPapers(state);
    const isOne = paper !== undefined && others.length === 0;
    return both(toDelete(state), isOne ? onDeletable(state, paper) : ON_SELECTION.paper(state));
  },
  async run(state) {
    const ids = selectedPapers(state).map(({ identifier }) => identifier);
    const [id = '', ...others] = ids;
    if (others.length === 0) await state.askToDelete({ kind: 'paper', id });
    else state.openDialog({ kind: 'review-delete', of: 'paper', selection: { kind: 'ids', ids } });
  },
};

export const renamePaper: Command = {
  ...onRow,
  id: 'papers.rename',
  label: 'Rename paper',
  keys: ['F2'],
  enabled: (state) => both(onThere(state), toEditShared('paper')(state)),
  run: onCurrent(({ identifier: id, name: text }, { rename }) => rename({ id, text, until: Infinity })),
};

export const forgetPaper: Command = {
  ...onRow,
  id: 'papers.forget',
  label: 'Forget paper',
  enabled: (state) => both(ON_SELECTION.paper(state), toEditShared('paper')(state)),
  run: (state) => state.forgetPapers(selectedPapers(state)),
};

export const selectAllPapers: Command = {
  ...onRow,
  id: 'papers.select-all',
  label: 'Select all papers',
  enabled: (state) => shownPapers(state).length > 0 || 'No papers',
  run: (state) => state.paperPicking.all(),
};

export const markTemplate: Command = {
  ...onRow,
  id: 'papers.mark-template',
  label: 'Mark or unmark as template',
  keys: ['M'],
  enabled: (state) => both(both(onThere(state), ON_SELECTION.paper(state)), toEditShared('paper')(state)),
  run(state) {
    const papers = selectedPapers(state).filter(({ deletedAt }) => deletedAt === null);
    const which = papers.map(({ identifier }) => identifier);
    return state.markTemplates(
      which,
      papers.some(({ isTemplate }) => !isTemplate),
    );
  },
};

/** Restores a paper that the local register lists as not found, because a delete did not find it. */
export const restorePaper: Command = {
  ...onRow,
  id: 'papers.restore',
  label: 'Restore paper',
  enabled: (state) => {
    const paper = currentPaper(state);
    if (paper === null) return 'Select a paper first';
    return paper.standing === 'not-found' || 'Only papers that are no longer found can be restored';
  },
  run: onCurrent((paper, state) => state.restorePaper(paper)),
};

export const forgetDeletedPapers: Command = {
  ...shared,
  id: 'papers.forget-deleted',
  label: 'Forget deleted papers',
  enabled({ deletedPapers, papersOf }) {
    if (papersOf === null) return 'Go to Papers first';
    return deletedPapers.length > 0 || 'No deleted papers';
  },
  run: (state) => state.forgetDeletedPapers(),
};
