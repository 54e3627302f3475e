/** Gallery of boards, and the summary of selected ones that main counts. */
import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { BoardRow, RowSummary } from '../../../preload/contract/boards.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import type { RowsProps } from '../../parts/data-grid/grid-rows.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { counted, formatNumber } from '../../lib/format.ts';
import { Gallery, RoomTile } from '../../parts/gallery/gallery.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { SmallPicture } from '../../parts/picture.tsx';
import { Instant, ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { RoomTitle } from '../../parts/room-title.tsx';
import { Customer, Tag } from '../../parts/tags.tsx';
import { boardsPicked, selectedBoards } from '../../store/board-selection.ts';
import type { ListOf } from '../../store/list-slice.ts';
import { useApp, useAppStore, useList } from '../../store/use-app.ts';
import { LabelField } from './notes/local-notes.tsx';
import styles from './board-summary.module.css';

export function BoardGallery(props: RowsProps<BoardRow>) {
  return <Gallery {...props} tile={BoardTile} />;
}

function BoardTile({ row }: { readonly row: BoardRow }) {
  const { id, local, created, vanishedAt } = row;
  const label = local?.label ?? '';
  return (
    <RoomTile
      {...row}
      name={label}
      age={<ServiceMoment time={created} />}
      standing={vanishedAt === null ? '' : 'vanished'}
      field={id !== null && <LabelField boardId={id} label={label} />}
    />
  );
}

/** Delay in ms, because keyboard and drag selection change quickly. */
const PAUSE = 150;

export function BoardsSummary() {
  const boards = useApp(boardsPicked);
  const summary = useSummary();
  return (
    <section className="column-3 padded-3 scroll rest" aria-label="Selected boards">
      <h2 className="title">{counted(boards, 'board')} selected</h2>
      {summary === null && (
        <p className="muted" role="status">
          Counting…
        </p>
      )}
      {summary?.ok === true && <SelectionFacts of="board" summary={summary.value} />}
      {summary?.ok === false && <FailureNotice failure={summary.error} />}
    </section>
  );
}

function useSummary(): Result<RowSummary> | null {
  const store = useAppStore();
  const picks = useApp((state) => state.lists.board.picks);
  const revision = useApp((state) => state.boardRows.revision);
  const [summary, setSummary] = useState<Result<RowSummary> | null>(null);
  useEffect(() => {
    let over = false;
    const timer = setTimeout(() => {
      const state = store.getState();
      const selection = selectedBoards(state);
      if (selection === null) return;
      void state.summarizeBoards(selection).then((answer) => !over && setSummary(answer));
    }, PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [store, picks, revision]);
  return summary;
}

/** Facts about selected rows. Papers are passed as board rows. A click on a tag or customer filters by it. */
export function SelectionFacts({ of, summary }: { readonly of: ListOf; readonly summary: RowSummary }) {
  const { boards, first, oldest, newest, undated, tags, moreTags, customers, moreCustomers } = summary;
  const { putFilter } = useList(of).actions;
  return (
    <>
      <ul className="column-2" aria-label="The first of them">
        {first.map((row) => (
          <Board key={row.rowKey} row={row} />
        ))}
        {boards > first.length && <li className="hint">and {formatNumber(boards - first.length)} more</li>}
      </ul>
      <Properties>
        {oldest !== null && (
          <Property label="Oldest">
            <Instant at={oldest} />
          </Property>
        )}
        {newest !== null && (
          <Property label="Newest">
            <Instant at={newest} />
          </Property>
        )}
        {undated > 0 && <Property label="No readable date">{counted(undated, of)}</Property>}
        {summary.protected > 0 && (
          <Property label="Protected">
            <span className="row-tight">
              <ShieldCheck className="fixed" size={13} aria-hidden />
              {counted(summary.protected, of)}, left out of deletes
            </span>
          </Property>
        )}
        {tags.length > 0 && (
          <Property label="Tags">
            <Counted
              names={tags}
              more={moreTags}
              of={Tag}
              onChoose={(tag) => putFilter({ kind: 'tag', tag }, null)}
            />
          </Property>
        )}
        {customers.length > 0 && (
          <Property label="Customers">
            <Counted
              names={customers}
              more={moreCustomers}
              of={Customer}
              onChoose={(customer) => putFilter({ kind: 'customer', customer }, null)}
            />
          </Property>
        )}
      </Properties>
    </>
  );
}

function Board({ row }: { readonly row: BoardRow }) {
  return (
    <li className="row">
      <SmallPicture id={row.id} size="small" />
      <span className={`column grow ${styles.words}`}>
        {row.id === null ? (
          <em className="muted">no id</em>
        ) : (
          <RoomTitle name={row.local?.label} id={row.id} />
        )}
        <span className="hint">
          <ServiceMoment time={row.created} />
        </span>
      </span>
    </li>
  );
}

interface CountedProps {
  readonly names: RowSummary['tags'];
  readonly more: number;
  readonly of: typeof Tag;
  readonly onChoose: (name: string) => void;
}

function Counted({ names, more, of: Name, onChoose }: CountedProps) {
  return (
    <>
      {names.map(({ name, boards }) => (
        <button
          key={name}
          type="button"
          className={`between bare wide round sensitive ${styles.choose}`}
          title="Show these alone"
          onClick={() => onChoose(name)}
        >
          <Name text={name} />
          <span className="muted">{formatNumber(boards)}</span>
        </button>
      ))}
      {more > 0 && <p className="hint">and {formatNumber(more)} more</p>}
    </>
  );
}
