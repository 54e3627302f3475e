/** Rows by their pictures: the same ones, in the same order and selection as in the list, of which only those in view are in the document. */
import {
  memo,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ComponentType,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import type { DataGridProps } from '../data-grid/data-grid.tsx';
import { actionOf, type GridAction } from '../data-grid/grid-keys.ts';
import { pressKey, pressMouse, rankUnder } from '../data-grid/grid-picking.ts';
import { visible } from '../../lib/format.ts';
import { Shown, usePicture } from '../picture.tsx';
import { ShortId } from '../room-title.tsx';
import { Tags } from '../tags.tsx';
import { useReplacedRows } from '../use-replaced.ts';
import styles from './gallery.module.css';
import { depthAt, depthFor, GAP, rankBeside, rowsAround, scrollTopAt, tilesIn } from './tiles.ts';

/** What stands in the tile of a row: its face, and its caption. */
type TileOf<Row> = ComponentType<{ readonly row: Row }>;

export interface GalleryProps<Row> extends Omit<
  DataGridProps<Row>,
  'columns' | 'layout' | 'onSort' | 'sort'
> {
  readonly tile: TileOf<Row>;
}

interface View {
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
}

/** The gallery; as in the list it holds the focus itself, and points to the current tile. */
export function Gallery<Row>(props: GalleryProps<Row>) {
  const { total, selectedKey, arrangement, onRange, onSelect, picking } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ width: 0, height: 0, scrollTop: 0 });
  const id = useId();
  const tiles = tilesIn(view.width, total);
  const depth = depthAt(tiles, view.scrollTop, view.height);
  const { from, to, inView } = rowsAround(tiles, depth, view.height);
  const active = props.activeRank !== null && props.activeRank < total ? props.activeRank : null;
  const activeRow = active === null ? null : Math.floor(active / tiles.columns);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = (): void =>
      setView({ width: element.clientWidth, height: element.clientHeight, scrollTop: element.scrollTop });
    const onScroll = (): void => flushSync(measure);
    const resized = new ResizeObserver(measure);
    element.addEventListener('scroll', onScroll, { passive: true });
    resized.observe(element);
    measure();
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, []);

  const [first, last] = [inView.from * tiles.columns, Math.min(total, inView.to * tiles.columns)];
  useEffect(() => {
    if (view.width > 0 && last > first) onRange?.(first, last);
  }, [first, last, view.width, onRange]);

  function reveal(rank: number | null): void {
    const element = scroller.current;
    if (element === null || rank === null || view.width === 0) return;
    const row = Math.floor(rank / tiles.columns);
    element.scrollTop = scrollTopAt(tiles, depthFor(tiles, row, depth, view.height), view.height);
  }
  const revealSelected = useEffectEvent(() => reveal(active));
  const isMeasured = view.width > 0;
  useEffect(() => {
    if (selectedKey !== null) revealSelected();
  }, [selectedKey, isMeasured, tiles.columns]);

  const arranged = useRef(arrangement);
  useLayoutEffect(() => {
    if (arranged.current !== arrangement) scroller.current?.scrollTo(0, 0);
    arranged.current = arrangement;
  }, [arrangement]);

  const shown = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  // What the grid points to stays in the document.
  if (activeRow !== null && activeRow < tiles.rows && !shown.includes(activeRow)) shown.push(activeRow);
  const ranks = shown.flatMap((row) =>
    Array.from(
      { length: Math.min(tiles.columns, total - row * tiles.columns) },
      (_, at) => row * tiles.columns + at,
    ),
  );
  const isReplaced = useReplacedRows(ranks, (rank) => {
    const row = props.rowAt(rank);
    return row === undefined ? undefined : props.keyOf(row);
  });

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget) return;
    const { columns, pitch } = tiles;
    const page = columns * Math.max(1, Math.floor(view.height / pitch));
    const beside = rankBeside(event, { at: active, total, across: columns });
    const several = picking !== undefined;
    const action: GridAction | null =
      beside === null
        ? actionOf(event, { at: active, total, page, several })
        : { kind: event.shiftKey && several ? 'extend' : 'go', rank: beside };
    const rank = pressKey(event, action, props);
    if (rank === null) return;
    reveal(rank);
    onSelect(rank);
  }

  function onMouseDown(event: MouseEvent<HTMLDivElement>): void {
    const rank = rankUnder(event.target);
    if (rank === null || event.button === 1) return;
    pressMouse(event, rank, props, isReplaced);
  }

  function onFocus(event: FocusEvent<HTMLDivElement>): void {
    if (event.target === event.currentTarget && event.target.matches(':focus-visible')) reveal(active);
  }

  return (
    <div className="rest relative sunken grid-frame">
      <div
        ref={scroller}
        className={`cover scroll sunken ${styles.scroller}`}
        role="grid"
        aria-label={props.name}
        aria-rowcount={tiles.rows}
        aria-colcount={tiles.columns}
        aria-multiselectable={picking === undefined ? undefined : true}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        tabIndex={0}
        data-pane-focus
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onMouseDown={onMouseDown}
        onDoubleClick={(event) => {
          if (rankUnder(event.target) !== null) props.onOpen?.();
        }}
      >
        <div role="rowgroup" className="relative" style={{ height: total === 0 ? 0 : tiles.tall }}>
          {view.width > 0 &&
            shown.map((row) => (
              <div
                key={row}
                role="row"
                aria-rowindex={row + 1}
                className={styles.row}
                style={{
                  top: row * tiles.pitch + GAP - depth + view.scrollTop,
                  height: tiles.height,
                  gridTemplateColumns: `repeat(${tiles.columns}, ${tiles.width}px)`,
                }}
              >
                {Array.from({ length: Math.min(tiles.columns, total - row * tiles.columns) }, (_, column) => {
                  const rank = row * tiles.columns + column;
                  const there = props.rowAt(rank);
                  const isCurrent = there !== undefined && props.keyOf(there) === selectedKey;
                  const picked = there !== undefined && picking?.isPicked(there, rank) === true;
                  return (
                    <Tile
                      key={column}
                      id={`${id}-${rank}`}
                      rank={rank}
                      column={column}
                      row={there}
                      tile={props.tile}
                      active={rank === active}
                      picked={picked}
                      selected={picking === undefined || picking.count === 0 ? isCurrent : picked}
                    />
                  );
                })}
              </div>
            ))}
        </div>
      </div>
      {total === 0 && <div className={`muted scroll padded ${styles.empty}`}>{props.empty}</div>}
    </div>
  );
}

interface TileProps<Row> {
  readonly id: string;
  readonly rank: number;
  readonly column: number;
  readonly row: Row | undefined;
  readonly tile: TileOf<Row>;
  readonly active: boolean;
  readonly picked: boolean;
  readonly selected: boolean;
}

function TileFrame<Row>(props: TileProps<Row>) {
  const { id, rank, column, row, tile: Content, active, picked, selected } = props;
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={selected}
      aria-busy={row === undefined ? true : undefined}
      className={`surface ${styles.tile}`}
      data-rank={rank}
      data-active={active || undefined}
    >
      {row === undefined ? (
        <>
          <span className={styles.face} />
          <span className="visually-hidden">Loading</span>
        </>
      ) : (
        <Content row={row} />
      )}
      <span className={styles.pick} data-pick>
        {/* The whole corner is pressed. */}
        <input type="checkbox" checked={picked} readOnly inert aria-label="Selected" />
      </span>
    </div>
  );
}

const Tile = memo(TileFrame) as typeof TileFrame;

interface TileContentProps {
  readonly id: string | null;
  /** Empty for none. */
  readonly name: string;
  readonly age: ReactNode;
  readonly tags: readonly string[];
  /** Above the caption; empty for none. */
  readonly note?: string;
  /** Before its name, such as that it is about to be deleted. */
  readonly marks: ReactNode;
  /** In place of the caption, such as while it is renamed. */
  readonly caption?: ReactNode;
}

/** What was seen of a thing; of one that was never seen, what is known: its name and its age. */
export function TileContent({ id, name, age, tags, note = '', marks, caption }: TileContentProps) {
  const picture = usePicture(id);
  return (
    <>
      {picture !== null ? (
        <Shown source={picture.source} size="filling" />
      ) : (
        <span className={`column-1 ${styles.face} ${styles.unseen}`}>
          {name === '' ? (
            <span className={`large muted ${styles.words}`}>{age}</span>
          ) : (
            <>
              <span className={`large sensitive ${styles.words}`} data-name>
                {visible(name)}
              </span>
              <span className="muted">{age}</span>
            </>
          )}
        </span>
      )}
      {note !== '' && (
        <span className={`small muted ellipsis sensitive ${styles.note}`} title={visible(note)}>
          {visible(note)}
        </span>
      )}
      <span className={`row line-above small ${styles.caption}`}>
        {caption ?? (
          <>
            {marks}
            {picture !== null && name !== '' ? (
              <span className="medium ellipsis sensitive" title={visible(name)} data-name>
                {visible(name)}
              </span>
            ) : (
              id !== null && <ShortId id={id} />
            )}
            <span className={`push muted nowrap ${picture === null ? styles.tags : 'fixed'}`}>
              {picture === null ? <Tags tags={tags} /> : age}
            </span>
          </>
        )}
      </span>
    </>
  );
}
