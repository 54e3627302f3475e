import {
  Eye,
  Link,
  ListPlus,
  PanelRight,
  Plus,
  Trash2,
  Unlink,
  X,
  Pencil,
  FilePlus2,
  History,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useMemo } from 'react';
import {
  addPaper,
  copyJoinLink,
  deletePaper,
  forgetPaper,
  newPaper,
  openPaper,
  previewPaper,
  currentPaper,
  newPaperFromTemplate,
  renamePaper,
  makeJoinLinks,
  newPapers,
} from '../../commands/papers-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { runCommand } from '../../commands/run.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { DataGrid, type GridColumn } from '../../parts/data-grid/data-grid.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { EmptyRows, ListScreen, ResultStrip } from '../../parts/list-screen.tsx';
import { UnresolvedStrip } from '../../parts/unresolved-strip.tsx';
import { arrangedPapers, type PaperSort, paperTitle } from '../../store/papers-slice.ts';
import { useActions, useApp, useAppStore } from '../../store/use-app.ts';
import { counted } from '../../parts/format.ts';
import { showPaperActivity } from '../../commands/activity-commands.ts';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import { toggleInspector } from '../../commands/frame-commands.ts';
import { FindField } from '../../parts/find-field.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import type { Paper } from '../../../preload/contract/papers.ts';
import { Inspector } from '../../parts/inspector/inspector.tsx';
import { IdProperty, Properties, Property, Quiet } from '../../parts/inspector/properties.tsx';
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
  const papers = useApp((state) => state.papers);
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
  const { selectPaper, sortPapers } = store.getState();
  return (
    <DataGrid
      name="Papers"
      columns={COLUMNS}
      total={shown.length}
      rowAt={(at) => shown[at]}
      keyOf={(paper) => paper.identifier}
      activeRank={rank < 0 ? null : rank}
      selectedKey={selected}
      sort={sort}
      // Every sortable column of this grid is one of these.
      onSort={(column) => sortPapers(column as PaperSort['column'])}
      arrangement={`${sort.column} ${sort.descending} ${find}`}
      onSelect={(at) => {
        const paper = shown[at];
        if (paper !== undefined) selectPaper(paper.identifier);
      }}
      onOpen={() => void runCommand(openPaper, store)}
      empty={<NoPapers />}
    />
  );
}

function NoPapers() {
  const papers = useApp((state) => state.papers);
  const failure = useApp((state) => state.papersFailure);
  const findPapers = useApp((state) => state.findPapers);
  if (papers === null) return failure === null ? <EmptyRows>Loading papers…</EmptyRows> : null;
  if (papers.length > 0) {
    return (
      <EmptyRows action={<Button onClick={() => findPapers('')}>Clear search</Button>}>
        No papers match.
      </EmptyRows>
    );
  }
  return (
    <EmptyRows
      action={
        <span className="row">
          <CommandButton command={newPaper} />
          <CommandButton command={addPaper} />
        </span>
      }
    >
      No papers yet.
    </EmptyRows>
  );
}

function PapersNotices() {
  const failure = useApp((state) => state.papersFailure);
  const actions = useActions();
  const notice = useApp((state) => state.papersNotice);
  const dismissButton = (
    <IconButton label="Dismiss" icon={<X size={16} />} onClick={actions.dismissPapersNotice} />
  );
  return (
    <>
      {/* People may look here for all papers of the account. */}
      <p className="info-strip">Papers created or added here: the service lists none.</p>
      <UnresolvedStrip kind="paper" />
      {failure !== null && (
        <FailureNotice
          look="strip"
          failure={failure}
          onRetry={() => void actions.reloadPapers()}
          onDismiss={actions.dismissPapersFailure}
        />
      )}
      {notice?.kind === 'delete' && <ResultStrip action={dismissButton}>{notice.text}</ResultStrip>}
      {notice?.kind === 'forgotten' && (
        <ResultStrip
          action={
            <span className="row">
              <Button onClick={() => void actions.addPaper(notice.paper.identifier, notice.paper.name)}>
                Add again
              </Button>
              {dismissButton}
            </span>
          }
        >
          Removed {paperTitle(notice.paper)} from this computer. It is still at the service as{' '}
          <code>{notice.paper.identifier}</code>.
        </ResultStrip>
      )}
    </>
  );
}

function PapersFooter() {
  const count = useApp((state) => state.papers?.length ?? null);
  const finding = useApp((state) => state.paperFind.trim() !== '');
  const shown = useShownPapers().length;
  if (count === null) return null;
  const remembered = `${counted(count, 'paper')} on this computer`;
  return <span>{finding ? `${shown} of ${remembered}` : remembered}</span>;
}

const GROUPS: CommandGroups = [
  ['Bulk', [newPapers, makeJoinLinks]],
  ['Activity', [showPaperActivity]],
];

/** Find, and what can be done with papers. */
function PapersToolbar() {
  const find = useApp((state) => state.paperFind);
  const findPapers = useApp((state) => state.findPapers);
  return (
    <Toolbar
      title="Papers"
      filters={<FindField label="Find by name or id" value={find} onChange={findPapers} />}
    >
      <CommandButton command={deletePaper} iconOnly icon={<Trash2 size={15} />} />
      <CommandButton command={forgetPaper} iconOnly icon={<Unlink size={15} />} />
      <CommandButton command={copyJoinLink} iconOnly icon={<Link size={15} />} />
      <CommandButton command={addPaper} iconOnly icon={<ListPlus size={16} />} />
      <CommandButton command={previewPaper} icon={<Eye size={15} />} />
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
  if (paper === null) return <Quiet>Select a paper.</Quiet>;
  return (
    <Inspector
      label="Paper details"
      summary={<Summary paper={paper} />}
      fields={paper.raw === null ? null : paper.otherFields}
      raw={paper.raw}
      without="No service data: not created here."
    />
  );
}

const UNKNOWN = <span className="muted">unknown</span>;

function Summary({ paper }: { readonly paper: Paper }) {
  return (
    <>
      <Properties>
        <Property label="Name">
          {paper.name === '' ? UNKNOWN : <span className="sensitive">{paper.name}</span>}
        </Property>
        <IdProperty label="Identifier" id={paper.identifier} what="the paper’s identifier" />
        <Property label="Source">{paper.source ?? UNKNOWN}</Property>
        <Property label="Template">
          <Lineage paper={paper} />
        </Property>
        <Property label="On this computer">
          {ORIGINS[paper.origin]}, <Instant at={paper.rememberedAt} />
        </Property>
      </Properties>
      <div className="wrap">
        <CommandButton command={newPaperFromTemplate} icon={<FilePlus2 size={14} />} />
        <CommandButton command={renamePaper} icon={<Pencil size={14} />} />
        <CommandButton command={forgetPaper} icon={<Unlink size={14} />} />
        <CommandButton command={showPaperActivity} icon={<History size={14} />} />
      </div>
    </>
  );
}

/** Which paper it was copied from, and the papers known to be copied from it. */
function Lineage({ paper }: { readonly paper: Paper }) {
  const papers = useApp((state) => state.papers);
  const copies = papers?.filter((each) => each.templateId === paper.identifier).length ?? 0;
  return (
    <span className="column-1">
      {paper.templateId === null ? (
        <span className="muted">{paper.origin === 'added' ? 'unknown' : 'none'}</span>
      ) : (
        <>
          <span>
            Copied from <span className="sensitive">{templateName(papers, paper.templateId)}</span>
          </span>
          <code className="sensitive">{paper.templateId}</code>
        </>
      )}
      {paper.template === 'not-confirmed' && (
        <span className="warning">Not confirmed: check the paper first.</span>
      )}
      {copies > 0 && <span className="muted">Template of {counted(copies, 'paper')} here</span>}
    </span>
  );
}

const COLUMNS: readonly GridColumn<Paper>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(130px, 1.6fr)',
    sortable: true,
    cell: (paper) =>
      paper.name === '' ? (
        <span className="muted">name unknown</span>
      ) : (
        <span className="sensitive">{paper.name}</span>
      ),
  },
  {
    id: 'identifier',
    title: 'Identifier',
    width: 'minmax(60px, 280px)',
    sortable: true,
    cell: (paper) => (
      <>
        <QueuedMark id={paper.identifier} />
        <code className="sensitive">{paper.identifier}</code>
      </>
    ),
  },
  {
    id: 'source',
    title: 'Source',
    width: '46px',
    sortable: true,
    cell: (paper) => paper.source ?? <Unknown />,
  },
  {
    id: 'template',
    title: 'Template',
    width: 'minmax(72px, 1fr)',
    cell: (paper) => <TemplateCell paper={paper} />,
  },
  {
    id: 'remembered',
    title: 'Added',
    width: 'minmax(100px, 0.5fr)',
    sortable: true,
    cell: (paper) => <RelativeTime at={paper.rememberedAt} />,
  },
];

function Unknown() {
  return (
    <span className="muted" title="Unknown">
      –<span className="visually-hidden">unknown</span>
    </span>
  );
}

function TemplateCell({ paper }: { readonly paper: Paper }) {
  const papers = useApp((state) => state.papers);
  if (paper.templateId === null) return null;
  const name = templateName(papers, paper.templateId);
  if (paper.template !== 'not-confirmed')
    return (
      <span className="sensitive" title={name}>
        {name}
      </span>
    );
  return (
    <span className="row-tight" title={`Not confirmed: ${name}`}>
      <TriangleAlert className="warning" size={13} />
      <span className="ellipsis">
        <span className="sensitive">{name}</span> <span className="warning">not confirmed</span>
      </span>
    </span>
  );
}

/** How the template of a paper is called: by its name where the register knows it, else by its identifier. */
function templateName(papers: readonly Paper[] | null, templateId: string): string {
  const template = papers?.find((paper) => paper.identifier === templateId);
  return template === undefined || template.name === '' ? templateId : template.name;
}
