import { memo, useEffect, useId, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { ShieldCheck, Star } from 'lucide-react';
import type { RowNotes } from '../../../preload/contract/boards.ts';
import { activeOf, useRows, useScroller, type RowsProps } from '../data-grid/grid-rows.ts';
import { visible } from '../../lib/format.ts';
import { useApp } from '../../store/use-app.ts';
import { Shown, usePicture } from '../picture.tsx';
import { Presence } from '../presence.tsx';
import { ShortId, QueuedMark } from '../room-title.tsx';
import { Tags } from '../tags.tsx';
import styles from './gallery.module.css';

type TileOf<Row> = ComponentType<{ readonly row: Row }>;

const TILE_WIDTH = 196;
const GAP = 12;
const CAPTION = 34;
/** Maximum height of the gallery in px, because Chromium limits an element to about 33.5 million px. */
const TALLEST = 30_000_000;
const OVERSCAN = 2;

interface Tiles {
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  readonly pitch: number;
  readonly rows: number;
  readonly tall: number;
}

function tilesIn(
  width: number,
  total: number,
  columns = Math.floor((width - GAP) / (TILE_WIDTH + GAP)),
): Tiles {
  if (columns < 1) return tilesIn(width, total, 1);
  const tile = Math.max(TILE_WIDTH / 2, Math.floor((width - GAP) / columns - GAP));
  const height = Math.round((tile * 5) / 8) + CAPTION;
  const pitch = height + GAP;
  const rows = Math.ceil(total / columns);
  const tall = rows * pitch + GAP;
  return tall > TALLEST
    ? tilesIn(width, total, columns + 1)
    : { columns, width: tile, height, pitch, rows, tall };
}

function rowsAround({ rows, pitch }: Tiles, { scrollTop, height }: View) {
  const inView = {
    from: Math.floor(Math.max(0, scrollTop - GAP) / pitch),
    to: Math.ceil((scrollTop + height) / pitch),
  };
  return {
    from: Math.max(0, inView.from - OVERSCAN),
    to: Math.min(rows, inView.to + OVERSCAN),
    inView: { from: Math.min(rows, inView.from), to: Math.min(rows, inView.to) },
  };
}

interface View {
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
}

function scrollTopFor({ pitch }: Tiles, row: number, { scrollTop, height }: View): number {
  return Math.max((row + 1) * pitch + GAP - height, Math.min(row * pitch, scrollTop));
}

export function Gallery<Row>(props: RowsProps<Row> & { readonly tile: TileOf<Row> }) {
  const { total, selectedKey, onRange, picking } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ width: 0, height: 0, scrollTop: 0 });
  const id = useId();
  const tiles = tilesIn(view.width, total);
  const { from, to, inView } = rowsAround(tiles, view);
  const active = activeOf(props);
  const activeRow = active === null ? null : Math.floor(active / tiles.columns);

  useScroller(scroller, ({ clientWidth: width, clientHeight: height, scrollTop }) =>
    setView({ width, height, scrollTop }),
  );

  const [first, last] = [inView.from * tiles.columns, Math.min(total, inView.to * tiles.columns)];
  useEffect(() => {
    if (view.width > 0 && last > first) onRange?.(first, last);
  }, [first, last, view.width, onRange]);

  function reveal(rank: number | null): void {
    const element = scroller.current;
    if (element === null || rank === null || view.width === 0) return;
    const row = Math.floor(rank / tiles.columns);
    element.scrollTop = scrollTopFor(tiles, row, view);
  }
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  // Renders the current tile even outside of the view, because `aria-activedescendant` must refer to an element.
  if (activeRow !== null && activeRow < tiles.rows && !shown.includes(activeRow)) shown.push(activeRow);
  const ranksIn = (row: number): readonly number[] => {
    const start = row * tiles.columns;
    return Array.from({ length: Math.min(tiles.columns, total - start) }, (_, column) => start + column);
  };
  const frame = useRows(props, {
    scroller,
    ranks: shown.flatMap(ranksIn),
    active,
    across: view.width > 0 ? tiles.columns : 0,
    page: tiles.columns * Math.max(1, Math.floor(view.height / tiles.pitch)),
    reveal,
  });

  return (
    <div className="rest relative sunken grid-frame">
      <div
        ref={scroller}
        className={`cover scroll sunken ${styles.scroller}`}
        {...frame}
        role="grid"
        tabIndex={0}
        data-pane-focus
        aria-rowcount={tiles.rows}
        aria-colcount={tiles.columns}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
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
                  top: row * tiles.pitch + GAP,
                  height: tiles.height,
                  gridTemplateColumns: `repeat(${tiles.columns}, ${tiles.width}px)`,
                }}
              >
                {ranksIn(row).map((rank) => {
                  const column = rank % tiles.columns;
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
      {total === 0 && <div className="muted scroll padded cover">{props.empty}</div>}
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
      className={`column relative surface box shrink ${styles.tile}`}
      data-rank={rank}
      data-active={active || undefined}
    >
      {row === undefined ? (
        <>
          <span className="rest" />
          <span className="visually-hidden">Loading</span>
        </>
      ) : (
        <Content row={row} />
      )}
      <span className={`centre ${styles.pick}`} data-pick>
        <input type="checkbox" checked={picked} readOnly inert aria-label="Selected" />
      </span>
    </div>
  );
}

const Tile = memo(TileFrame) as typeof TileFrame;

interface RoomTileProps {
  readonly id: string | null;
  readonly name: string;
  readonly age: ReactNode;
  readonly local: RowNotes | null;
  readonly queued?: boolean;
  readonly isTemplate?: boolean;
  readonly note?: string;
  readonly standing: string;
  readonly field: ReactNode;
}

export function RoomTile(props: RoomTileProps) {
  const { id, name, age, local, queued = false, isTemplate = false, note = '', standing, field } = props;
  const picture = usePicture(id);
  const isRenamed = useApp(({ renaming }) => id !== null && renaming?.id === id);
  const named = (
    <span className="medium ellipsis sensitive" title={visible(name)} data-name>
      {visible(name)}
    </span>
  );
  return (
    <>
      {picture !== null ? (
        <Shown source={picture.source} size="filling" />
      ) : (
        <span className={`column-1 rest ${styles.unseen}`}>
          {name !== '' && (
            <span className={`large sensitive ${styles.words}`} data-name>
              {visible(name)}
            </span>
          )}
          <span className={name === '' ? 'large muted' : 'muted'}>{age}</span>
        </span>
      )}
      {note !== '' && (
        <span className={`small muted ellipsis fixed sensitive ${styles.note}`} title={visible(note)}>
          {visible(note)}
        </span>
      )}
      <span className={`row fixed shrink line-above small ${styles.caption}`}>
        {id === null && <em className="muted">no id</em>}
        {isRenamed && field}
        {id !== null && !isRenamed && (
          <>
            {standing === '' && <QueuedMark id={id} amongMany={queued} />}
            <Presence id={id} />
            {standing !== '' && <em className="muted fixed">{standing}</em>}
            {local?.protected === true && <ShieldCheck className="fixed" size={13} aria-label="Protected" />}
            {isTemplate && <Star className="fixed" size={13} aria-label="Template" />}
            {picture !== null && name !== '' ? named : <ShortId id={id} />}
            <span className={`push muted nowrap ${picture === null ? styles.tags : 'fixed'}`}>
              {picture === null ? <Tags tags={local?.tags ?? []} /> : age}
            </span>
          </>
        )}
      </span>
    </>
  );
}
