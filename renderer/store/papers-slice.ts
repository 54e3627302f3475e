import type { RowNames, CountedName } from '../../preload/contract/boards.ts';
import type { AddedLine, Paper } from '../../preload/contract/papers.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { counted, roomTitle } from '../lib/format.ts';
import { copiedSentence, exportedSentence, type CopyAs } from './board-export-slice.ts';
import { failureOf, required } from './calls.ts';
import { sharedAccount } from './changes.ts';
import { onLocked } from './lock-slice.ts';
import { arrangedPapers, matchesQuery } from './paper-query.ts';
import {
  isPicked,
  NO_PICKS,
  pickActions,
  pickedCount,
  type PickableRows,
  type PickActions,
} from './row-picks.ts';
import type { AppState, SliceContext } from './store.ts';
import { sendEdit, type Editing } from './team-slice.ts';

export function listedPapers({ papers, deletedPapers, lists }: AppState): readonly Paper[] | null {
  const { query } = lists.paper;
  const withDeleted =
    query.find !== '' || query.filters.some((filter) => filter.kind === 'mark' && filter.mark === 'vanished');
  return papers === null || !withDeleted ? papers : [...papers, ...deletedPapers];
}

export function templatesOnly({ lists }: AppState): boolean {
  return lists.paper.query.filters.some(
    (filter) => filter.kind === 'mark' && filter.mark === 'template' && filter.is,
  );
}

interface TemplateUse {
  readonly times: number;
  readonly lastAt: number;
}

type Register = Pick<AppState, 'papers' | 'deletedPapers'>;

let lastUses: (Register & { readonly uses: ReadonlyMap<string, TemplateUse> }) | null = null;

export function usesOf({ papers, deletedPapers }: Register): ReadonlyMap<string, TemplateUse> {
  if (lastUses?.papers === papers && lastUses.deletedPapers === deletedPapers) return lastUses.uses;
  const uses = new Map<string, TemplateUse>();
  for (const { templateId, rememberedAt } of [...(papers ?? []), ...deletedPapers]) {
    if (templateId === null) continue;
    const { times, lastAt } = uses.get(templateId) ?? { times: 0, lastAt: 0 };
    uses.set(templateId, { times: times + 1, lastAt: Math.max(lastAt, rememberedAt) });
  }
  lastUses = { papers, deletedPapers, uses };
  return uses;
}

export function templateChoices(register: Register): readonly Paper[] {
  const uses = usesOf(register);
  const lastAt = ({ identifier, rememberedAt }: Paper): number =>
    Math.max(rememberedAt, uses.get(identifier)?.lastAt ?? 0);
  return (register.papers ?? []).toSorted(
    (one, other) => Number(other.isTemplate) - Number(one.isTemplate) || lastAt(other) - lastAt(one),
  );
}

export function knownPaper({ papers, deletedPapers }: Register, identifier: string | null): Paper | null {
  const known = [...(papers ?? []), ...deletedPapers];
  return known.find((paper) => paper.identifier === identifier) ?? null;
}

export function shownPapers(state: AppState): readonly Paper[] {
  return arrangedPapers(listedPapers(state), state.lists.paper.query, state.papersAt);
}

function registerOf(state: AppState, register: Register): Partial<AppState> {
  const before = shownPapers(state);
  const idsOf = (papers: readonly Paper[]) => new Set(papers.map(({ identifier }) => identifier));
  const after = idsOf(shownPapers({ ...state, ...register }));
  const there = idsOf(state.papers ?? []);
  const wasThere = ({ identifier }: Paper): boolean => there.has(identifier);
  // Deselects papers that were removed from Easel, and papers that were deleted while they were selected.
  const known = idsOf([
    ...(register.papers ?? []),
    ...register.deletedPapers.filter((each) => !wasThere(each)),
  ]);
  const at = before.findIndex(({ identifier }) => identifier === state.paperSelected);
  const isThere = ({ identifier }: Paper): boolean => after.has(identifier);
  const next = before.slice(at).find(isThere) ?? before.slice(0, Math.max(0, at)).findLast(isThere);
  const { picks } = state.lists.paper;
  const remaining =
    picks.kind === 'ids'
      ? { ...picks, ids: new Set([...picks.ids].filter((id) => known.has(id))) }
      : NO_PICKS;
  return {
    ...register,
    lists: {
      ...state.lists,
      // Clears the row at which Shift+click starts a range, because it may have moved to another position.
      paper: { ...state.lists.paper, picks: picks.kind === 'all' ? picks : remaining, anchor: null },
    },
    ...(at >= 0 && { paperSelected: next?.identifier ?? null }),
  };
}

function pickablePapers(state: AppState): PickableRows {
  const shown = shownPapers(state);
  const at = (rank: number) => shown[rank] && { id: shown[rank].identifier };
  return { matching: shown.length, counting: false, revision: state.papersAt, isFresh: true, at };
}

function currentRank(state: AppState): number | null {
  const rank = shownPapers(state).findIndex(({ identifier }) => identifier === state.paperSelected);
  return rank < 0 ? null : rank;
}

export function hiddenPapers(state: AppState): readonly Paper[] {
  const { picks } = state.lists.paper;
  if (picks.kind !== 'ids' || picks.ids.size === 0) return [];
  const shown = new Set(shownPapers(state).map(({ identifier }) => identifier));
  return [...(state.papers ?? []), ...state.deletedPapers].filter(
    ({ identifier }) => picks.ids.has(identifier) && !shown.has(identifier),
  );
}

export function papersPicked(state: AppState): number {
  const { picks } = state.lists.paper;
  return pickedCount(picks, picks.kind === 'all' ? shownPapers(state).length : 0);
}

export function selectedPapers(state: AppState): readonly Paper[] {
  const { picks } = state.lists.paper;
  if (papersPicked(state) > 0) {
    const hidden = hiddenPapers(state);
    const shown = shownPapers(state).filter(({ identifier }, rank) => isPicked(picks, identifier, rank));
    return [...shown, ...hidden];
  }
  const current = isPaperElsewhere(state) ? null : knownPaper(state, state.paperSelected);
  return current === null ? [] : [current];
}

/** True if the paper in the inspector is not in the list, for example because of a filter. */
export function isPaperElsewhere(state: AppState): boolean {
  const paper = knownPaper(state, state.paperSelected);
  if (paper === null) return false;
  const isListed = listedPapers(state)?.includes(paper) === true;
  return !isListed || !matchesQuery(paper, state.lists.paper.query, state.papersAt);
}

const PIECE = 20_000;
/** Maximum length in characters of a piece of a pasted list. Equals main's limit. */
const MOST_SENT = 50_000;
/** Maximum length in characters of a pasted list's first line, which Easel repeats in later pieces of the list. */
const LONGEST_HEAD = 4000;

/** Splits a pasted list into pieces at line ends, if possible outside quotes. `line`: index of a piece's first line. */
export function piecesOf(list: string): readonly { readonly text: string; readonly line: number }[] {
  const lines = list.split(/\r\n|\r|\n/u);
  const pieces: { text: string; line: number }[] = [];
  let from = 0;
  let length = 0;
  let isQuoted = false;
  for (const [at, line] of lines.entries()) {
    length += line.length + 1;
    if (at > from && length > (isQuoted ? MOST_SENT : PIECE)) {
      pieces.push({ text: lines.slice(from, at).join('\n'), line: from });
      [from, length, isQuoted] = [at, line.length + 1, false];
    }
    if (line.split('"').length % 2 === 0) isQuoted = !isQuoted;
  }
  return [...pieces, { text: lines.slice(from).join('\n'), line: from }];
}

export function paperTitle(paper: Paper): string {
  return roomTitle(paper.name, paper.identifier);
}

function namesOf(papers: readonly Paper[]): RowNames {
  const countedIn = (named: (paper: Paper) => readonly string[]): readonly CountedName[] =>
    [...Map.groupBy(papers.flatMap(named), (name) => name)]
      .filter(([name]) => name !== '')
      .map(([name, { length: boards }]) => ({ name, boards }));
  return {
    fields: countedIn(({ otherFields }) => otherFields.map(({ name }) => name)).map(({ name }) => name),
    tags: countedIn(({ local }) => local?.tags ?? []),
    customers: countedIn(({ local }) => [local?.customer ?? '']),
  };
}

const NOTHING_READ = {
  papers: null as readonly Paper[] | null,
  deletedPapers: [] as readonly Paper[],
  papersFailure: null as Failure | null,
  paperSelected: null as string | null,
};

export function createPapersSlice(context: SliceContext) {
  const { bridge, store, set, get, attempt, saved } = context;
  const paperPicking: PickActions = pickActions(context, 'paper', pickablePapers, currentRank);
  const opened = (): string => required(get().papersOf);
  const placeOf = (connectionId: string): string =>
    sharedAccount(get(), connectionId) === null ? 'this computer' : 'the team register';

  let opening = Promise.resolve();

  async function switchTo(papersOf: string | null): Promise<void> {
    set({ ...NOTHING_READ, papersOf });
    await get().paperList.open();
  }

  let readings = 0;

  async function read(connectionId: string): Promise<void> {
    readings += 1;
    const mine = readings;
    const result = await bridge.papers.list({ connectionId });
    if (get().papersOf !== connectionId || mine !== readings) return;
    if (!result.ok) return set({ papersFailure: result.error });
    const papers = result.value.filter(({ deletedAt }) => deletedAt === null);
    const deletedPapers = result.value.filter(({ deletedAt }) => deletedAt !== null);
    set((state) => ({ ...registerOf(state, { papers, deletedPapers }), papersFailure: null }));
    get().paperList.change({ names: namesOf(result.value) });
  }

  const reload = async (connectionId: string): Promise<void> => {
    if (get().papersOf === connectionId) await read(connectionId);
  };

  async function keepPaper(done: string, call: Promise<Result<Paper>>): Promise<Result<Paper>> {
    const connectionId = opened();
    const result = await call;
    if (!result.ok) return result;
    const paper = result.value;
    if (get().papersOf === connectionId) {
      await read(connectionId);
      if (!matchesQuery(paper, get().lists.paper.query, get().papersAt)) get().paperList.clear();
      get().paperList.change({ picks: NO_PICKS });
      set({ paperSelected: paper.identifier });
      get().remember({ kind: 'paper', id: paper.identifier });
    }
    if (paper.standing === 'accepted' && done === 'created')
      get().announce(
        `Paper ${paperTitle(paper)} may not exist yet: the service accepted the request but hasn’t confirmed the paper.`,
        'problem',
      );
    else get().announce(`The paper ${paperTitle(paper)} was ${done}.`);
    return result;
  }

  /** Adds papers that `forgetPapers` removed. Restores ids and names, but no other data of the papers. */
  async function addAgain(connectionId: string, forgotten: readonly Paper[]): Promise<void> {
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const rows = forgotten.map(({ identifier, name }) => `${cell(identifier)},${cell(name)}`);
    if (get().papersOf === connectionId)
      get().raise(await get().addPapers(['identifier,name', ...rows].join('\n'), () => true));
  }

  onLocked(store, () => void switchTo(null));
  /** Last known state of each bulk delete of papers, by job id. Each change of a state reloads the papers. */
  const lastStates = new Map<string, string>();
  bridge.on('jobs.changed', ({ job }) => {
    if (job.kind !== 'delete-papers' || job.about !== '' || job.connectionId !== get().papersOf) return;
    if (lastStates.get(job.id) === job.state) return;
    lastStates.set(job.id, job.state);
    void read(job.connectionId);
  });
  bridge.on('papers.changed', ({ connectionId }) => void reload(connectionId));

  return {
    ...NOTHING_READ,
    /** Time (epoch ms) for age filters. Changes only once a minute, so that row numbers fit the rows on screen. */
    papersAt: Date.now(),
    paperPicking,

    openPapers: async (connectionId: string) => {
      if (get().papersOf !== connectionId) opening = switchTo(connectionId).then(() => reload(connectionId));
      await opening;
    },

    reloadPapers: () => read(opened()),

    selectPaper: (identifier: string) => set({ paperSelected: identifier }),

    readPaperList: () => bridge.papers.readList({}),

    exportPapers: (which: readonly string[] | 'all', format: ArgsOf<'papers.export'>['format']) =>
      saved(bridge.papers.export({ connectionId: opened(), which, format }), (file) =>
        exportedSentence(file, 'paper'),
      ),

    copyPapers: (which: readonly string[], as: Exclude<CopyAs, 'links'>) =>
      attempt(bridge.papers.copy({ connectionId: opened(), which, as }), () =>
        get().announce(copiedSentence(as, which.length), 'copied'),
      ),

    renamePaper: (identifier: string, name: string, { seen, onEnd }: Editing<string>) => {
      const connectionId = opened();
      const send = (texts: { readonly name: string }) =>
        failureOf(bridge.papers.rename({ connectionId, identifier, name, seen: texts.name }), (renamed) => {
          if (get().papersOf !== connectionId) return;
          void read(connectionId);
          get().announce(`Paper renamed to “${renamed.name}”.`);
        });
      return sendEdit(get, connectionId, { kind: 'paper', id: identifier }, send, {
        seen: { name: seen },
        onEnd,
      });
    },

    markTemplates: (which: readonly string[], isTemplate: boolean) =>
      attempt(bridge.papers.markTemplates({ connectionId: opened(), which, isTemplate }), () => {
        const what = which.length === 1 ? 'Paper' : counted(which.length, 'paper');
        get().announce(isTemplate ? `${what} marked as template.` : `${what} no longer marked as template.`);
      }),

    dismissPapersFailure: () => set({ papersFailure: null }),

    /** Adds a pasted list of papers in pieces. `onLines` receives each piece's results, and returns false to stop. */
    addPapers: async (list: string, onLines: (lines: readonly AddedLine[]) => boolean) => {
      const connectionId = opened();
      const first = /^(?:\uFEFF?"?sep=[^\r\n]*(?:\r\n?|\n))?[^\r\n]*/iu.exec(list)?.[0] ?? '';
      // Sends the list's first line with each later piece of the list, because this line may contain column names.
      const head = first.length > LONGEST_HEAD ? '' : first;
      for (const { text, line } of piecesOf(list)) {
        if (text.length > MOST_SENT) {
          if (!onLines([{ line: line + 1, outcome: 'not-understood', why: 'This line is too long.' }])) break;
          continue;
        }
        const pastedHead = line === 0 ? '' : head;
        const added = await bridge.papers.addMany({ connectionId, pasted: text, pastedHead });
        if (!added.ok) return added.error;
        if (!onLines(added.value.map((each) => ({ ...each, line: each.line + line })))) break;
      }
      return null;
    },

    createPaper: (name: string, templateId: string | null, startedAt: number) =>
      keepPaper('created', bridge.papers.create({ connectionId: opened(), name, templateId, startedAt })),

    addPaper: (pasted: string, name: string) =>
      keepPaper('added', bridge.papers.add({ connectionId: opened(), pasted, name })),

    restorePaper: ({ identifier, name }: Paper) =>
      attempt(keepPaper('restored', bridge.papers.add({ connectionId: opened(), pasted: identifier, name }))),

    forgetDeletedPapers: () => {
      const connectionId = opened();
      return attempt(bridge.papers.forget({ connectionId, which: 'deleted' }), () => {
        get().announce(`Deleted papers removed from ${placeOf(connectionId)}.`);
        void reload(connectionId);
      });
    },

    /** Removes papers from Easel, not from the service. Offers to undo this, because the papers' ids could be lost. */
    forgetPapers: async (papers: readonly Paper[]) => {
      const connectionId = opened();
      const which = papers.map(({ identifier }) => identifier);
      const result = await bridge.papers.forget({ connectionId, which });
      if (!result.ok) return get().raise(result.error);
      await reload(connectionId);
      const there = papers.filter(({ deletedAt }) => deletedAt === null);
      const [only, ...others] = there;
      const removed = `${which.length === 1 ? 'Paper' : 'Papers'} removed from ${placeOf(connectionId)}.`;
      if (only === undefined) return get().announce(removed);
      const still =
        others.length === 0
          ? `The paper hasn’t been deleted from the service. Its identifier is ${only.identifier}.`
          : 'The papers haven’t been deleted from the service.';
      get().announceUndo(`${removed} ${still}`, () => addAgain(connectionId, there), connectionId);
    },
  };
}
