/**
 * What a paper holds: strokes and notes. The room page has the same types in renderer/room/messages.ts (neither side
 * may import the other); test/unit/main/practice/room-messages.test.ts fails to compile when they drift apart.
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

const LIMITS = { id: 64, points: 5_000, text: 2_000, coordinate: 1_000_000 } as const;

/** True for a plain JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a finite number whose size a paper allows. */
export function isCoordinate(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LIMITS.coordinate;
}

/** True for an identifier that a page may give to an item. */
export function isItemId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= LIMITS.id;
}

/**
 * Reads the points of a stroke as a page sent them.
 * @returns undefined when anything is not a point, or when there are none or too many
 */
export function readPoints(value: unknown): readonly Point[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > LIMITS.points) return undefined;
  const points: Point[] = [];
  for (const entry of value as readonly unknown[]) {
    if (!Array.isArray(entry)) return undefined;
    const [x, y, pressure] = entry as readonly unknown[];
    if (!isCoordinate(x) || !isCoordinate(y) || !isCoordinate(pressure)) return undefined;
    points.push([x, y, Math.min(1, Math.max(0, pressure))]);
  }
  return points;
}

/** Reads the ink and the width of a pen; undefined when either is not one. */
export function readPen(value: Readonly<Record<string, unknown>>): Pick<Stroke, 'ink' | 'size'> | undefined {
  const ink = INKS.find((name) => name === value['ink']);
  const size = value['size'];
  if (ink === undefined || !isCoordinate(size) || size < 0.5 || size > 80) return undefined;
  return { ink, size };
}

/**
 * Reads an item as a page sent it; only known fields survive.
 * @param by display name of the sender: who made something is the service's word, not the page's
 * @returns undefined when it is not an item
 */
export function readItem(value: unknown, by: string): Item | undefined {
  if (!isRecord(value) || !isItemId(value['id'])) return undefined;
  const id = value['id'];
  if (value['kind'] === 'stroke') {
    const pen = readPen(value);
    const points = readPoints(value['points']);
    return pen && points ? { kind: 'stroke', id, by, ...pen, points } : undefined;
  }
  if (value['kind'] !== 'note') return undefined;
  const { x, y, width, fontSize, text } = value;
  const color = NOTE_COLORS.find((name) => name === value['color']);
  if (color === undefined || !isCoordinate(x) || !isCoordinate(y)) return undefined;
  if (!isCoordinate(width) || width < 20 || !isCoordinate(fontSize) || fontSize < 4) return undefined;
  if (typeof text !== 'string' || text.length > LIMITS.text) return undefined;
  return { kind: 'note', id, by, color, x, y, width, fontSize, text };
}
