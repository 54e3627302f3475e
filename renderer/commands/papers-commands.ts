import type { Paper } from '../../preload/contract/papers.ts';
import { isQueued } from '../store/job-facts.ts';
import { hasLabels } from '../store/list-slice.ts';
import {
  isPaperElsewhere,
  knownPaper,
  papersPicked,
  paperTitle,
  selectedPapers,
  shownPapers,
} from '../store/papers-slice.ts';
import type { AppState } from '../store/store.ts';
import type { DialogState } from '../store/ui-slice.ts';
import { ON_LIST, ON_SELECTION, onPaper } from './list-commands.ts';
import {
  all,
  both,
  cautionOf,
  onConnection,
  onDeletableRow,
  onVisits,
  toChange,
  toDelete,
  toVisit,
  toEditShared,
} from './reasons.ts';
import { commandsOf, type Command } from './command.ts';
import { VISIT_KEY } from '../lib/keys.ts';

export function currentPaper(state: AppState): Paper | null {
  return knownPaper(state, state.paperSelected);
}

function onThere(state: AppState): true | string {
  const isDeleted = (currentPaper(state)?.deletedAt ?? null) !== null;
  return isDeleted ? 'This paper is deleted' : onPaper(state);
}

function onOne(state: AppState): true | string {
  return papersPicked(state) > 1 ? 'Select only one paper' : onThere(state);
}

function onDeletable({ jobs, papersOf }: AppState, paper: Paper): true | string {
  if (paper.deletedAt !== null) return 'This paper is deleted';
  return onDeletableRow('paper', paper, isQueued(jobs, papersOf, paper.identifier));
}

export function openingInPapers(dialog: DialogState): Command['run'] {
  return async (state) => {
    if ((await state.openList('paper')) !== null) state.openDialog(dialog);
  };
}

function onCurrent(act: (paper: Paper, state: AppState) => void | Promise<void>): Command['run'] {
  return (state) => {
    const paper = currentPaper(state);
    return paper === null ? undefined : act(paper, state);
  };
}

const caution = cautionOf('paper-api');

const onPapers = commandsOf({ group: 'Papers', screens: ['papers'] });
const onRow = commandsOf({ group: 'Papers', screens: ['papers'], scope: 'rows', enabled: onPaper });

const TO_CREATE = { caution, enabled: toChange };
const TO_ADD = { enabled: onConnection };

export const newPaper = onPapers(
  'papers.create',
  'New paper',
  { ...TO_CREATE, keys: ['Mod+N'] },
  openingInPapers({ kind: 'new-paper', templateId: null }),
);
export const classPack = onPapers(
  'papers.class-pack',
  'Class pack…',
  TO_CREATE,
  openingInPapers({ kind: 'class-pack', templateId: null }),
);
export const addPaper = onPapers(
  'papers.add',
  'Add by link or id…',
  { ...TO_ADD, keys: ['Mod+Shift+A'] },
  openingInPapers({ kind: 'add-paper' }),
);
export const addPapers = onPapers(
  'papers.add-many',
  'Add papers from a list…',
  TO_ADD,
  openingInPapers({ kind: 'add-papers' }),
);

export const newPaperFromTemplate = onRow(
  'papers.create-from',
  'New paper from this paper',
  { keys: ['N'], caution, enabled: all(toChange, onOne) },
  (state) => state.openDialog({ kind: 'new-paper', templateId: state.paperSelected }),
);

export const classPackFromTemplate = onPapers(
  'papers.class-pack-from',
  'Class pack from this paper…',
  { caution, enabled: all(toChange, onPaper) },
  (state) => state.openDialog({ kind: 'class-pack', templateId: state.paperSelected }),
);

export const refreshPapers = onPapers(
  'papers.refresh',
  'Refresh papers',
  { keys: ['F5', 'Mod+R'], enabled: ON_LIST.paper },
  (state) => state.reloadPapers(),
);

export const openPaper = onRow('papers.open', 'Show paper details', { keys: ['Enter'] }, (state) =>
  state.setInspectorOpen(true),
);

export const previewPaper = onRow(
  'papers.preview',
  'Visit…',
  { keys: ['P', VISIT_KEY], caution, enabled: all(toVisit, onThere) },
  onCurrent((paper, { openDialog }) => {
    const target = { kind: 'paper', id: paper.identifier } as const;
    openDialog({ kind: 'open-preview', target, title: paperTitle(paper) });
  }),
);

export const copyJoinLink = onRow(
  'papers.copy-link',
  'Copy join link…',
  { keys: ['L'], caution, enabled: all(toChange, onThere) },
  onCurrent(({ identifier: id }, { openDialog }) =>
    openDialog({ kind: 'copy-link', target: { kind: 'paper', id } }),
  ),
);

/** Copies a link that opens a room in a browser. Needs write access, because Easel can't block input in a browser. */
export const copyBrowserLink = onRow(
  'papers.browser-link',
  'Copy link for browser…',
  { caution, enabled: all(onVisits, toChange, onThere) },
  onCurrent((paper, { openDialog }) => {
    const target = { kind: 'paper', id: paper.identifier } as const;
    openDialog({ kind: 'open-preview', target, title: paperTitle(paper), inBrowser: true });
  }),
);

export const showPaperCode = onRow(
  'papers.snippets',
  'Show code snippets…',
  { developer: true },
  onCurrent(({ identifier: id, name }, { openDialog }) =>
    openDialog({ kind: 'snippets', about: 'paper', id, name }),
  ),
);

export const deletePaper = onRow(
  'papers.delete',
  'Delete…',
  {
    keys: ['Delete'],
    caution,
    enabled: (state) => {
      const [paper, ...others] = selectedPapers(state);
      const isOne = paper !== undefined && others.length === 0;
      return both(toDelete(state), isOne ? onDeletable(state, paper) : ON_SELECTION.paper(state));
    },
  },
  async (state) => {
    const ids = selectedPapers(state).map(({ identifier }) => identifier);
    const [id = '', ...others] = ids;
    if (others.length === 0) await state.askToDelete({ kind: 'paper', id });
    else state.askToReview('paper', { kind: 'ids', ids });
  },
);

export const renamePaper = onRow(
  'papers.rename',
  'Rename paper',
  {
    keys: ['F2'],
    enabled: all(
      onOne,
      (state) => !isPaperElsewhere(state) || 'The selected paper isn’t in the list',
      (state) => hasLabels(state, 'paper') || 'The column “Name” is hidden',
      toEditShared('paper'),
    ),
  },
  onCurrent(({ identifier: id, name: seen }, { rename }) =>
    rename({ id, text: seen, seen, until: Infinity }),
  ),
);

export const forgetPaper = onRow(
  'papers.forget',
  'Forget paper',
  { enabled: all(ON_SELECTION.paper, toEditShared('paper')) },
  (state) => state.forgetPapers(selectedPapers(state)),
);

export const selectAllPapers = onRow(
  'papers.select-all',
  'Select all papers',
  { keys: ['Mod+A'], enabled: (state) => shownPapers(state).length > 0 || 'No papers' },
  (state) => state.paperPicking.all(),
);

export const markTemplate = onRow(
  'papers.mark-template',
  'Mark or unmark as template',
  { keys: ['M'], enabled: all(onThere, ON_SELECTION.paper, toEditShared('paper')) },
  (state) => {
    const papers = selectedPapers(state).filter(({ deletedAt }) => deletedAt === null);
    const which = papers.map(({ identifier }) => identifier);
    return state.markTemplates(
      which,
      papers.some(({ isTemplate }) => !isTemplate),
    );
  },
);

export const restorePaper = onRow(
  'papers.restore',
  'Restore paper',
  {
    enabled: (state) => {
      const paper = currentPaper(state);
      if (paper === null) return 'Select a paper first';
      return paper.standing === 'not-found' || 'Only papers marked as no longer found can be restored';
    },
  },
  onCurrent((paper, state) => state.restorePaper(paper)),
);

export const forgetDeletedPapers = onPapers(
  'papers.forget-deleted',
  'Forget deleted papers',
  { enabled: (state) => both(ON_LIST.paper(state), state.deletedPapers.length > 0 || 'No deleted papers') },
  (state) => state.forgetDeletedPapers(),
);
