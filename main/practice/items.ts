import * as v from 'valibot';

/**
 * What a paper holds: strokes and notes. The room page has the same types in renderer/room/messages.ts (neither side
 * may import the other); test/unit/main/practice/rooms.test.ts fails to compile when they drift apart.
 */

/** Names of ink, not colour values: the page chooses the value for its light or dark look. */
export const INKS = ['ink', 'blue', 'red', 'green', 'orange', 'violet'] as const;
export type Ink = (typeof INKS)[number];

/** Paper of a note; `plain` is text without any. */
export const NOTE_COLORS = ['plain', 'yellow', 'pink', 'blue', 'green'] as const;
export type NoteColor = (typeof NOTE_COLORS)[number];

/** x and y in units of the paper (1 = one CSS pixel at 100 %), and pen pressure from 0 to 1. */
export type Point = readonly [x: number, y: number, pressure: number];

export interface Stroke {
  readonly kind: 'stroke';
  readonly id: string;
  /** Display name of the person who made it. */
  readonly by: string;
  readonly ink: Ink;
  /** Width of the pen in units of the paper. */
  readonly size: number;
  readonly points: readonly Point[];
}

export interface Note {
  readonly kind: 'note';
  readonly id: string;
  readonly by: string;
  readonly color: NoteColor;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Text height in units of the paper. */
  readonly fontSize: number;
  readonly text: string;
}

export type Item = Stroke | Note;

const LIMIT = 1_000_000;
const coordinate = v.pipe(v.number(), v.minValue(-LIMIT), v.maxValue(LIMIT));

/** A place of a paper. */
export const PLACE = v.tuple([coordinate, coordinate]);

/** An identifier that a page may give to an item. */
export const ITEM_ID = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

const pressure = v.pipe(coordinate, v.toMinValue(0), v.toMaxValue(1));
const points = v.pipe(
  v.array(v.tuple([coordinate, coordinate, pressure])),
  v.minLength(1),
  v.maxLength(5000),
);

/** What a stroke is drawn with, and where. */
export const DRAWN = {
  id: ITEM_ID,
  ink: v.picklist(INKS),
  size: v.pipe(v.number(), v.minValue(0.5), v.maxValue(80)),
  points,
};

/** An item as a page sends it; only known fields survive. Who made it is the service's word, and not in here. */
export const ITEM = v.variant('kind', [
  v.object({ kind: v.literal('stroke'), ...DRAWN }),
  v.object({
    kind: v.literal('note'),
    id: ITEM_ID,
    color: v.picklist(NOTE_COLORS),
    x: coordinate,
    y: coordinate,
    width: v.pipe(coordinate, v.minValue(20)),
    fontSize: v.pipe(coordinate, v.minValue(4)),
    text: v.pipe(v.string(), v.maxLength(2000)),
  }),
]);
