import { placeOf, sharedAccount } from '../../store/changes.ts';
import { Eye, Link, ListPlus, PanelRight, Plus, Trash2, FilePlus2, Users } from 'lucide-react';
import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import {
  addPaper,
  classPack,
  classPackFromTemplate,
  copyBrowserLink,
  copyJoinLink,
  deletePaper,
  forgetPaper,
  newPaper,
  previewPaper,
  currentPaper,
  newPaperFromTemplate,
  renamePaper,
  addPapers,
  forgetDeletedPapers,
  markTemplate,
} from '../../commands/papers-commands.ts';
import { switchGallery, exportPapers } from '../../commands/list-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { runCommand } from '../../commands/run.ts';
import { Button } from '../../parts/button.tsx';
import { ListRows } from '../../parts/data-grid/data-grid.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { UnresolvedStrip } from '../../parts/unresolved-strip.tsx';
import { arrangedPapers } from '../../store/paper-query.ts';
import { isNarrowed } from '../../store/list-slice.ts';
import { listedPapers, papersPicked, templatesOnly } from '../../store/papers-slice.ts';
import { useActions, useApp, useAppStore, useList, useOpenList } from '../../store/use-app.ts';
import { counted } from '../../lib/format.ts';
import { showPaperActivity } from '../../commands/activity-commands.ts';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import { toggleInspector } from '../../commands/frame-commands.ts';
import { FindField } from '../../parts/find-field.tsx';
import { Toolbar } from '../../parts/pane.tsx';
import type { Paper } from '../../../preload/contract/papers.ts';
import { IdProperty, Inspector, Property, Quiet } from '../../parts/inspector/inspector.tsx';
import { LocalNotes } from '../boards/notes/local-notes.tsx';
import { Presence } from '../../parts/presence.tsx';
import { SmallPicture } from '../../parts/picture.tsx';
import { FilterLine } from '../boards/filters/filter-line.tsx';
import { ColumnsMenu, GallerySwitch } from '../boards/menus.tsx';
import { SelectionBar } from '../boards/selection-bar.tsx';
import { Lineage, SourceText, TemplateUses } from './lineage.tsx';
import { PAPER_COLUMNS, PaperGallery, standingText } from './paper-columns.tsx';
import { PersonName } from '../../parts/person-name.tsx';
import { RoomTitle } from '../../parts/room-title.tsx';
import { Instant } from '../../parts/relative-time/relative-time.tsx';
import styles from './papers-screen.module.css';

export function PapersScreen() {
  useOpenList(useApp((state) => state.openPapers));
  return (
    <ListScreen
      label="Papers"
      inspectorLabel="Paper details"
      toolbar={<PapersToolbar />}
      filters={<FilterLine of="paper" />}
      notices={<PapersNotices />}
      grid={<PapersGrid />}
      footer={<PapersFooter />}
      inspector={<PaperInspector />}
    />
  );
}

function useShownPapers() {
  const papers = useApp(useShallow(listedPapers));
  const query = useApp((state) => state.lists.paper.query);
  const at = useApp((state) => state.papersAt);
  return useMemo(() => arrangedPapers(papers, query, at), [papers, query, at]);
}

function PapersGrid() {
  const store = useAppStore();
  const { query, names } = useList('paper');
  const selected = useApp((state) => state.paperSelected);
  const shown = useShownPapers();
  const rank = shown.findIndex((paper) => paper.identifier === selected);
  const { selectPaper, paperPicking } = store.getState();
  return (
    <ListRows
      name="Papers"
      list={PAPER_COLUMNS}
      fields={names.fields}
      query={query}
      total={shown.length}
      rowAt={(at) => shown[at]}
      keyOf={identifierOf}
      idOf={identifierOf}
      pick={paperPicking}
      count={useApp(papersPicked)}
      matching={shown.length}
      activeRank={rank < 0 ? null : rank}
      selectedKey={selected}
      onSelect={(at) => {
        const paper = shown[at];
        if (paper !== undefined) selectPaper(paper.identifier);
      }}
      onOpen={() => void runCommand(previewPaper, store)}
      gallery={PaperGallery}
      empty={<NoPapers />}
    />
  );
}

const identifierOf = ({ identifier }: Paper): string => identifier;

function NoPapers() {
  const papers = useApp((state) => state.papers);
  const failure = useApp((state) => state.papersFailure);
  const { clear } = useApp((state) => state.paperList);
  const noTemplates = useApp(
    (state) => templatesOnly(state) && !state.papers?.some((each) => each.isTemplate),
  );
  if (papers === null) return failure === null ? <Empty>Loading papers…</Empty> : null;
  if (papers.length > 0) {
    return (
      <Empty
        drawing={noTemplates ? 'paper' : 'none-found'}
        action={<Button onClick={clear}>{noTemplates ? 'Show all papers' : 'Clear filters'}</Button>}
      >
        {noTemplates ? 'No templates yet. You can mark any paper as a template.' : 'No matching papers.'}
      </Empty>
    );
  }
  return (
    <Empty
      drawing="paper"
      action={
        <span className="row">
          <CommandButton command={newPaper} />
          <CommandButton command={addPaper} />
          <CommandButton command={addPapers} />
        </span>
      }
    >
      No papers yet.
    </Empty>
  );
}

function PapersNotices() {
  const failure = useApp((state) => state.papersFailure);
  const isShared = useApp((state) => sharedAccount(state, state.papersOf) !== null);
  const actions = useActions();
  return (
    <>
      {/* Explains which papers are in the list, because users may expect all papers of their account. */}
      <p className="info-strip">
        {isShared
          ? 'This list shows papers that your team created or added with Easel.'
          : 'This list shows papers that you created or added on this computer.'}{' '}
        The service can’t list other papers.
      </p>
      <UnresolvedStrip kind="paper" />
      <SelectionBar of="paper" />
      {failure !== null && (
        <FailureNotice
          look="strip"
          failure={failure}
          onRetry={() => void actions.reloadPapers()}
          onDismiss={actions.dismissPapersFailure}
        />
      )}
    </>
  );
}

function PapersFooter() {
  const count = useApp((state) => listedPapers(state)?.length ?? null);
  const hidden = useApp((state) => state.deletedPapers);
  const notFound = hidden.filter(({ standing }) => standing === 'not-found').length;
  const deleted = hidden.length - notFound;
  const finding = useApp(({ lists }) => isNarrowed(lists.paper.query));
  const shown = useShownPapers().length;
  const place = useApp(placeOf);
  if (count === null) return null;
  const remembered = `${counted(count, 'paper')} ${place}`;
  return (
    <>
      <span role="status" className={finding ? undefined : 'visually-hidden'}>
        {finding && `${shown} of ${remembered}`}
      </span>
      {!finding && <span>{remembered}</span>}
      {deleted > 0 && <span className="muted">{deleted} deleted</span>}
      {notFound > 0 && <span className="muted">{notFound} no longer found</span>}
    </>
  );
}

/** Commands in the menu of the papers screen. In wide windows, some commands are also buttons. */
export const MORE_OF_PAPERS: CommandGroups = [
  ['View', [switchGallery, previewPaper]],
  ['Add', [classPack, addPaper, addPapers]],
  ['File', [exportPapers, forgetDeletedPapers]],
];

function PapersToolbar() {
  const find = useApp((state) => state.lists.paper.find);
  const findPapers = useApp((state) => state.paperList.find);
  return (
    <Toolbar
      title="Papers"
      filters={<FindField label="Find in name, id, note, tag, customer" value={find} onChange={findPapers} />}
    >
      <span className={`row ${styles.roomy}`}>
        <ColumnsMenu of="paper" />
        <GallerySwitch />
        <CommandButton command={deletePaper} iconOnly icon={<Trash2 size={15} />} />
        <CommandButton command={addPaper} iconOnly icon={<ListPlus size={16} />} />
      </span>
      <CommandButton command={copyJoinLink} icon={<Link size={15} />} />
      <CommandButton command={classPack} className="folds" icon={<Users size={15} />} />
      <CommandButton command={previewPaper} className="folds" iconOnly icon={<Eye size={15} />} />
      <CommandButton command={newPaper} variant="primary" icon={<Plus size={15} />} />
      <CommandMenu groups={MORE_OF_PAPERS} />
      <CommandButton command={toggleInspector} iconOnly icon={<PanelRight size={15} />} />
    </Toolbar>
  );
}

const STANDINGS: Readonly<Record<NonNullable<Paper['standing']>, string>> = {
  accepted: 'The service accepted the request to create this paper, but hasn’t confirmed it (status 202).',
  'delete-accepted': 'The service accepted the request to delete this paper, but hasn’t confirmed it.',
  'not-found': 'The service didn’t find the paper to delete. The paper may already have been deleted.',
};

const ORIGINS: Readonly<Record<Paper['origin'], string>> = {
  created: 'Created with Easel',
  added: 'Added by link, id or file',
  sample: 'Practice data',
};

function PaperInspector() {
  const paper = useApp(currentPaper);
  const count = useApp(papersPicked);
  if (count > 1) return <Quiet>{counted(count, 'paper')} selected.</Quiet>;
  if (paper === null) return <Quiet>Select a paper to see its details.</Quiet>;
  return (
    <Inspector
      label="Paper details"
      title={<RoomTitle name={paper.name} id={paper.identifier} />}
      summary={
        <>
          <Presence id={paper.identifier} isNote />
          <SmallPicture id={paper.identifier} size="wide" />
          <dl className="column-3">
            <Property label="Name">{paper.name === '' ? UNKNOWN : <PersonName name={paper.name} />}</Property>
            <IdProperty label="Identifier" id={paper.identifier} what="paper identifier" />
            <Property label="Source">
              <SourceText {...paper} />
            </Property>
            <Property label="Template">
              <Lineage paper={paper} />
            </Property>
            {paper.isTemplate && (
              <Property label="Marked as template">
                <TemplateUses identifier={paper.identifier} />
              </Property>
            )}
            <Property label="Added">
              {ORIGINS[paper.origin]}, <Instant at={paper.rememberedAt} />
            </Property>
            {(paper.deletedAt !== null || paper.standing !== undefined) && (
              <Property label={standingText(paper)}>
                {paper.deletedAt === null ? (
                  STANDINGS[paper.standing ?? 'accepted']
                ) : (
                  <Instant at={paper.deletedAt} />
                )}
              </Property>
            )}
          </dl>
          <div className="wrap">
            <CommandButton command={newPaperFromTemplate} icon={<FilePlus2 size={14} />} />
            <CommandButton command={classPackFromTemplate} icon={<Users size={14} />} />
            <CommandMenu groups={ONE_PAPER} label="More paper actions" />
          </div>
          <LocalNotes key={paper.identifier} of="paper" id={paper.identifier} local={paper.local} />
        </>
      }
      fields={paper.raw === null ? null : paper.otherFields}
      raw={paper.raw}
      without="The service returns a paper’s fields only when the paper is created. This paper was added later."
    />
  );
}

const ONE_PAPER: CommandGroups = [
  ['Paper', [copyBrowserLink, renamePaper, markTemplate, showPaperActivity, forgetPaper]],
];

const UNKNOWN = <span className="muted">Unknown</span>;
