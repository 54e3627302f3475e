import {
  Eye,
  Link,
  ListPlus,
  PanelRight,
  Plus,
  Trash2,
  Unlink,
  X,
  ShieldCheck,
  FilePlus2,
  Users,
  Star,
} from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import {
  addPaper,
  classPack,
  classPackFromTemplate,
  copyJoinLink,
  copyPaperCurl,
  showPaperCode,
  deletePaper,
  forgetPaper,
  newPaper,
  previewPaper,
  currentPaper,
  newPaperFromTemplate,
  renamePaper,
  makeJoinLinks,
  newPapers,
  addPapers,
  editPaperNotes,
  exportPapers,
  switchDeletedPapers,
  forgetDeletedPapers,
  markTemplate,
  switchTemplates,
} from '../../commands/papers-commands.ts';
import { switchGallery, undoNotes } from '../../commands/board-list-commands.ts';
import { AtRest } from '../../commands/at-rest.tsx';
import { CommandButton } from '../../commands/command-button.tsx';
import { runCommand } from '../../commands/run.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { DataGrid, type GridColumn } from '../../parts/data-grid/data-grid.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ListScreen, ResultStrip } from '../../parts/list-screen.tsx';
import { UnresolvedStrip } from '../../parts/unresolved-strip.tsx';
import { arrangedPapers, listedPapers, type PaperSort, paperTitle } from '../../store/papers-slice.ts';
import { useActions, useApp, useAppStore } from '../../store/use-app.ts';
import { counted } from '../../parts/format.ts';
import { showPaperActivity } from '../../commands/activity-commands.ts';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import { toggleInspector } from '../../commands/frame-commands.ts';
import { FindField } from '../../parts/find-field.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import type { Paper } from '../../../preload/contract/papers.ts';
import { Inspector } from '../../parts/inspector/inspector.tsx';
import { IdProperty, Properties, Property } from '../../parts/inspector/properties.tsx';
import { Facts } from '../boards/board-summary.tsx';
import { LocalNotes } from '../boards/notes/local-notes.tsx';
import { SmallPicture } from '../../parts/picture.tsx';
import { SecondClick } from '../../parts/rename.tsx';
import { GallerySwitch, SortMenu } from '../boards/menus.tsx';
import { Lineage, TemplateCell, TemplateUses } from './lineage.tsx';
import {
  PaperGallery,
  PaperSelection,
  PapersSummary,
  RenamePaper,
  summaryOf,
  usePicking,
} from './paper-rows.tsx';
import { RoomTitle, ShortId } from '../../parts/room-title.tsx';
import { Customer, Tags } from '../../parts/tags.tsx';
import { QueuedMark } from '../../parts/queued-mark.tsx';
import { Instant, RelativeTime } from '../../parts/relative-time/relative-time.tsx';

/** The papers that this computer remembers for the connection in front. */
export function PapersScreen() {
  const connectionId = useApp((state) => state.currentId);
  const openPapers = useApp((state) => state.openPapers);
  useEffect(() => {
    if (connectionId !== null) void openPapers(connectionId);
  }, [connectionId, openPapers]);

  return (
    <ListScreen
      label="Papers"
      inspectorLabel="Paper details"
      toolbar={<PapersToolbar />}
      notices={<PapersNotices />}
      grid={<PapersGrid />}
      footer={<PapersFooter />}
      inspector={<PaperInspector />}
    />
  );
}

/** The papers as they are shown. */
function useShownPapers() {
  const papers = useApp(useShallow(listedPapers));
  const find = useApp((state) => state.paperFind);
  const sort = useApp((state) => state.paperSort);
  return useMemo(() => arrangedPapers(papers, find, sort), [papers, find, sort]);
}

function PapersGrid() {
  const store = useAppStore();
  const sort = useApp((state) => state.paperSort);
  const find = useApp((state) => state.paperFind);
  const selected = useApp((state) => state.paperSelected);
  const shown = useShownPapers();
  const rank = shown.findIndex((paper) => paper.identifier === selected);
  const templatesOnly = useApp((state) => state.templatesOnly);
  const inGallery = useApp((state) => state.preferences?.gallery === true);
  const picking = usePicking();
  const { selectPaper, sortPapers } = store.getState();
  const rows = {
    name: 'Papers',
    total: shown.length,
    rowAt: (at: number) => shown[at],
    keyOf: (paper: Paper) => paper.identifier,
    activeRank: rank < 0 ? null : rank,
    selectedKey: selected,
    arrangement: `${sort.column} ${sort.descending} ${templatesOnly} ${find}`,
    onSelect: (at: number) => {
      const paper = shown[at];
      if (paper !== undefined) selectPaper(paper.identifier);
    },
    onOpen: () => void runCommand(previewPaper, store),
    picking,
    empty: <NoPapers />,
  };
  return (
    <div className="panes relative">
      <SecondClick key={String(inGallery)} onRename={() => void runCommand(renamePaper, store)} />
      {inGallery ? (
        <PaperGallery {...rows} />
      ) : (
        <DataGrid
          {...rows}
          columns={templatesOnly ? TEMPLATE_COLUMNS : COLUMNS}
          sort={sort}
          // Every sortable column of this grid is one of these.
          onSort={(column) => sortPapers(column as PaperSort['column'])}
        />
      )}
    </div>
  );
}

function NoPapers() {
  const papers = useApp((state) => state.papers);
  const failure = useApp((state) => state.papersFailure);
  const findPapers = useApp((state) => state.findPapers);
  const noTemplates = useApp(
    (state) => state.templatesOnly && !state.papers?.some((each) => each.isTemplate),
  );
  const showTemplates = useApp((state) => state.showTemplates);
  if (papers === null) return failure === null ? <Empty>Loading papers…</Empty> : null;
  if (papers.length > 0 && noTemplates) {
    return (
      <Empty drawing="paper" action={<Button onClick={() => showTemplates(false)}>All papers</Button>}>
        No templates yet. Any paper can be marked as one.
      </Empty>
    );
  }
  if (papers.length > 0) {
    return (
      <Empty drawing="none-found" action={<Button onClick={() => findPapers('')}>Clear search</Button>}>
        No papers match.
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
  const actions = useActions();
  const forgotten = useApp((state) => state.papersForgotten);
  return (
    <>
      {/* People may look here for all papers of the account. */}
      <p className="info-strip">
        The papers you made or added on this computer. The service can’t list others.
      </p>
      <UnresolvedStrip kind="paper" />
      <PaperSelection />
      {failure !== null && (
        <FailureNotice
          look="strip"
          failure={failure}
          onRetry={() => void actions.reloadPapers()}
          onDismiss={actions.dismissPapersFailure}
        />
      )}
      {forgotten[0] !== undefined && (
        <ResultStrip
          action={
            <span className="row">
              <Button onClick={() => void actions.addPapersAgain()}>Add again</Button>
              <IconButton label="Dismiss" icon={<X size={16} />} onClick={actions.dismissPapersForgotten} />
            </span>
          }
        >
          {forgotten.length === 1 ? (
            <>
              Removed {paperTitle(forgotten[0])} from this computer. It is still at the service as{' '}
              <code>{forgotten[0].identifier}</code>.
            </>
          ) : (
            `Removed ${counted(forgotten.length, 'paper')} from this computer. They are still at the service.`
          )}
        </ResultStrip>
      )}
    </>
  );
}

function PapersFooter() {
  const count = useApp((state) => state.papers?.length ?? null);
  const deleted = useApp((state) => state.deletedPapers.length);
  const finding = useApp((state) => state.paperFind.trim() !== '');
  const shown = useShownPapers().length;
  if (count === null) return null;
  const remembered = `${counted(count, 'paper')} on this computer`;
  return (
    <>
      <span>{finding ? `${shown} of ${remembered}` : remembered}</span>
      {deleted > 0 && <span className="muted">{deleted} deleted</span>}
    </>
  );
}

const GROUPS: CommandGroups = [
  ['Paper', [previewPaper]],
  ['View', [switchGallery]],
  ['Bulk', [classPack, addPapers, newPapers, makeJoinLinks]],
  ['Templates', [switchTemplates, markTemplate, newPaperFromTemplate]],
  ['Notes', [editPaperNotes, undoNotes]],
  ['File', [exportPapers]],
  ['Deleted', [switchDeletedPapers, forgetDeletedPapers]],
  ['Copy', [copyPaperCurl, showPaperCode]],
  ['Activity', [showPaperActivity]],
];

const SORTS = [
  ['remembered', 'Added', 'Oldest first', 'Newest first'],
  ['name', 'Name', 'A to Z', 'Z to A'],
] as const;

/** The order of the gallery; the list has headings for it. */
function SortPapers() {
  const inGallery = useApp((state) => state.preferences?.gallery === true);
  const sort = useApp((state) => state.paperSort);
  const sortPapers = useApp((state) => state.sortPapers);
  if (!inGallery) return null;
  return (
    <SortMenu
      sorts={SORTS}
      sort={sort}
      onSort={sortPapers}
      onTurn={(descending) => descending !== sort.descending && sortPapers(sort.column)}
    />
  );
}

/** Find, and what can be done with papers. */
function PapersToolbar() {
  const find = useApp((state) => state.paperFind);
  const findPapers = useApp((state) => state.findPapers);
  const templatesOnly = useApp((state) => state.templatesOnly);
  const { showTemplates } = useActions();
  return (
    <Toolbar
      title="Papers"
      filters={<FindField label="Find in name, id, note, tag, customer" value={find} onChange={findPapers} />}
    >
      <SortPapers />
      <span className="row folds">
        <IconButton
          label="Templates"
          icon={<Star size={15} />}
          aria-pressed={templatesOnly}
          onClick={() => showTemplates(!templatesOnly)}
        />
        <GallerySwitch />
      </span>
      <CommandButton command={deletePaper} iconOnly icon={<Trash2 size={15} />} />
      <CommandButton command={forgetPaper} iconOnly icon={<Unlink size={15} />} />
      <CommandButton command={copyJoinLink} iconOnly icon={<Link size={15} />} />
      <CommandButton command={addPaper} iconOnly icon={<ListPlus size={16} />} />
      <CommandButton command={previewPaper} className="folds" icon={<Eye size={15} />} />
      <CommandButton command={newPaper} variant="primary" icon={<Plus size={15} />} />
      <CommandMenu groups={GROUPS} />
      <CommandButton command={toggleInspector} iconOnly icon={<PanelRight size={15} />} />
    </Toolbar>
  );
}

const ORIGINS: Readonly<Record<Paper['origin'], string>> = {
  created: 'Created',
  added: 'Added',
  sample: 'Practice data',
};

/** What this computer remembers of the selected paper. */
function PaperInspector() {
  const paper = useApp(currentPaper);
  const areMany = useApp((state) => state.paperPicks.size > 1);
  if (areMany) return <PapersSummary />;
  if (paper === null) return <PapersAtRest />;
  return (
    <Inspector
      label="Paper details"
      title={<RoomTitle name={paper.name} id={paper.identifier} />}
      summary={<Summary paper={paper} />}
      fields={paper.raw === null ? null : paper.otherFields}
      raw={paper.raw}
      without="The service only describes a paper when it is made, and this one was added."
    />
  );
}

/** While none is selected. */
function PapersAtRest() {
  const papers = useShownPapers();
  const findPapers = useApp((state) => state.findPapers);
  const summary = useMemo(() => summaryOf(papers), [papers]);
  return (
    <AtRest of="paper" total={papers.length} keys={KEYS}>
      <Facts of="paper" summary={summary} onTag={findPapers} onCustomer={findPapers} />
    </AtRest>
  );
}

const KEYS = [previewPaper, copyJoinLink, newPaperFromTemplate, renamePaper, deletePaper];

const ONE_PAPER: CommandGroups = [['Paper', [renamePaper, markTemplate, showPaperActivity, forgetPaper]]];

const UNKNOWN = <span className="muted">unknown</span>;

function Summary({ paper }: { readonly paper: Paper }) {
  return (
    <>
      <SmallPicture id={paper.identifier} size="wide" />
      <Properties>
        <Property label="Name">
          {paper.name === '' ? UNKNOWN : <span className="sensitive">{paper.name}</span>}
        </Property>
        <IdProperty label="Identifier" id={paper.identifier} what="the paper’s identifier" />
        <Property label="Source">{paper.source ?? UNKNOWN}</Property>
        <Property label="Template">
          <Lineage paper={paper} />
        </Property>
        {paper.isTemplate && (
          <Property label="Marked as template">
            <TemplateUses identifier={paper.identifier} />
          </Property>
        )}
        <Property label="On this computer">
          {ORIGINS[paper.origin]}, <Instant at={paper.rememberedAt} />
        </Property>
        {paper.deletedAt !== null && (
          <Property label="Deleted">
            <Instant at={paper.deletedAt} />
          </Property>
        )}
      </Properties>
      <div className="wrap">
        <CommandButton command={newPaperFromTemplate} icon={<FilePlus2 size={14} />} />
        <CommandButton command={classPackFromTemplate} variant="quiet" icon={<Users size={14} />} />
        <CommandMenu groups={ONE_PAPER} label="More for this paper" />
      </div>
      <LocalNotes key={paper.identifier} of="paper" id={paper.identifier} local={paper.local} />
    </>
  );
}

const NAME: GridColumn<Paper> = {
  id: 'name',
  title: 'Name',
  width: 'minmax(150px, 2.2fr)',
  sortable: true,
  cell: (paper) => (
    <span className="row medium">
      <QueuedMark id={paper.identifier} />
      {paper.local?.protected === true && <ShieldCheck className="fixed" size={13} aria-label="Protected" />}
      {paper.isTemplate && <Star className="fixed" size={13} aria-label="Template" />}
      <PaperName paper={paper} />
      <SmallPicture id={paper.identifier} size="inline" />
    </span>
  ),
};

const TAGS: GridColumn<Paper> = {
  id: 'tags',
  title: 'Customer, tags',
  width: 'minmax(96px, 1fr)',
  cell: ({ local }) =>
    local !== null && (
      <span className="row">
        {local.customer !== '' && <Customer text={local.customer} />}
        <Tags tags={local.tags} />
      </span>
    ),
};

const COLUMNS: readonly GridColumn<Paper>[] = [
  NAME,
  {
    id: 'template',
    title: 'Template',
    width: 'minmax(72px, 1fr)',
    cell: (paper) => <TemplateCell paper={paper} />,
  },
  TAGS,
  {
    id: 'remembered',
    title: 'Added',
    width: 'minmax(100px, 0.5fr)',
    sortable: true,
    cell: ({ deletedAt, rememberedAt }) =>
      deletedAt === null ? (
        <RelativeTime at={rememberedAt} />
      ) : (
        <span className="muted">
          Deleted <RelativeTime at={deletedAt} />
        </span>
      ),
  },
];

/** While only templates are listed. */
const TEMPLATE_COLUMNS: readonly GridColumn<Paper>[] = [
  NAME,
  {
    id: 'note',
    title: 'Note',
    width: 'minmax(96px, 1.2fr)',
    cell: ({ local }) => local !== null && <span className="sensitive">{local.note}</span>,
  },
  TAGS,
  {
    id: 'used',
    title: 'Used',
    width: 'minmax(130px, 0.6fr)',
    cell: ({ identifier }) => <TemplateUses identifier={identifier} />,
  },
];

function PaperName({ paper: { identifier, name, deletedAt } }: { readonly paper: Paper }) {
  const isRenamed = useApp(({ renaming }) => renaming?.id === identifier);
  if (deletedAt !== null) {
    return (
      <s className="muted ellipsis">
        <RoomTitle name={name} id={identifier} spread />
      </s>
    );
  }
  if (!isRenamed) return <RoomTitle name={name} id={identifier} spread />;
  return (
    <>
      <RenamePaper id={identifier} name={name} />
      <ShortId id={identifier} />
    </>
  );
}
