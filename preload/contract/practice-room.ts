/** Messages between a practice paper's web page and the practice service. Unknown fields are dropped. */
import * as v from 'valibot';

export const INKS = ['ink', 'blue', 'red', 'green', 'orange', 'violet'] as const;
export type Ink = (typeof INKS)[number];

const LIMIT = 1_000_000;
/** Coordinate in a practice paper. One unit is one CSS pixel at 100 % zoom. */
const coordinate = v.pipe(v.number(), v.minValue(-LIMIT), v.maxValue(LIMIT));

const itemId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** A point of a pen stroke: its position, and the pen pressure from 0 to 1. */
const point = v.pipe(
  v.tuple([coordinate, coordinate, v.pipe(coordinate, v.toMinValue(0), v.toMaxValue(1))]),
  v.readonly(),
);
export type Point = v.InferOutput<typeof point>;

export const ITEM = v.variant('kind', [
  v.pipe(
    v.object({
      kind: v.literal('stroke'),
      id: itemId,
      ink: v.picklist(INKS),
      size: v.pipe(v.number(), v.minValue(0.5), v.maxValue(80)),
      points: v.pipe(v.array(point), v.minLength(1), v.maxLength(5000), v.readonly()),
    }),
    v.readonly(),
  ),
  v.pipe(
    v.object({
      kind: v.literal('note'),
      id: itemId,
      color: v.picklist(['plain', 'yellow', 'pink', 'blue', 'green']),
      x: coordinate,
      y: coordinate,
      width: v.pipe(coordinate, v.minValue(20)),
      fontSize: v.pipe(coordinate, v.minValue(4)),
      text: v.pipe(v.string(), v.maxLength(2000)),
    }),
    v.readonly(),
  ),
]);

type By<T> = T extends unknown
  ? { readonly [K in keyof T | 'by']: K extends keyof T ? T[K] : string }
  : never;
/** A stroke or note on a practice paper. `by` is the author's display name, which the practice service adds. */
export type Item = By<v.InferOutput<typeof ITEM>>;
export type Note = Extract<Item, { readonly kind: 'note' }>;
export type Stroke = Extract<Item, { readonly kind: 'stroke' }>;

const cursor = v.nullable(v.pipe(v.tuple([coordinate, coordinate]), v.readonly()));
export type Cursor = v.InferOutput<typeof cursor>;

export const CLIENT_MESSAGE = v.variant('type', [
  v.pipe(v.object({ type: v.literal('hello'), token: v.string() }), v.readonly()),
  v.object({ type: v.literal('put'), item: ITEM }),
  v.pipe(v.object({ type: v.literal('remove'), id: itemId }), v.readonly()),
  v.pipe(v.object({ type: v.literal('cursor'), cursor }), v.readonly()),
]);
type Change =
  | { readonly type: 'put'; readonly item: Item }
  | { readonly type: 'remove'; readonly id: string };

/** Messages from a paper's web page. The practice service ignores all messages before `hello`. */
export type ClientMessage = Exclude<v.InferOutput<typeof CLIENT_MESSAGE>, { readonly type: 'put' }> | Change;

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly ink: Ink;
}

/** Why the practice service closes a paper for a visitor. `deleted`: the token is valid, but the paper is deleted. */
export type RoomRefusal = 'missing' | 'invalid' | 'expired' | 'other-paper' | 'deleted' | 'unknown';

export type ServerMessage =
  | {
      readonly type: 'welcome';
      readonly you: Person;
      readonly paper: { readonly id: string; readonly name: string };
      readonly people: readonly Person[];
      readonly items: readonly Item[];
    }
  | { readonly type: 'refused'; readonly reason: RoomRefusal }
  | { readonly type: 'joined'; readonly person: Person }
  | { readonly type: 'left'; readonly id: string }
  | Change
  | { readonly type: 'cursor'; readonly by: string; readonly cursor: Cursor };
