/**
 * Messages between a practice room's page (renderer/room) and the practice service (main/practice), and the strokes and notes
 * in them. Only known fields survive reading.
 */
import * as v from 'valibot';

/** Names of ink, not colour values: the page chooses the value for its light or dark look. */
export const INKS = ['ink', 'blue', 'red', 'green', 'orange', 'violet'] as const;
export type Ink = (typeof INKS)[number];

const LIMIT = 1_000_000;
/** In units of the paper: 1 is one CSS pixel at 100 %. */
const coordinate = v.pipe(v.number(), v.minValue(-LIMIT), v.maxValue(LIMIT));

/** An identifier that a page gives to an item. */
const itemId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** A place, and the pen's pressure from 0 to 1. */
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
      /** Width of the pen in units of the paper. */
      size: v.pipe(v.number(), v.minValue(0.5), v.maxValue(80)),
      points: v.pipe(v.array(point), v.minLength(1), v.maxLength(5000), v.readonly()),
    }),
    v.readonly(),
  ),
  v.pipe(
    v.object({
      kind: v.literal('note'),
      id: itemId,
      /** The colour of the note's paper; a `plain` note is text without paper. */
      color: v.picklist(['plain', 'yellow', 'pink', 'blue', 'green']),
      x: coordinate,
      y: coordinate,
      width: v.pipe(coordinate, v.minValue(20)),
      /** Text height in units of the paper. */
      fontSize: v.pipe(coordinate, v.minValue(4)),
      text: v.pipe(v.string(), v.maxLength(2000)),
    }),
    v.readonly(),
  ),
]);

type By<T> = T extends unknown
  ? { readonly [K in keyof T | 'by']: K extends keyof T ? T[K] : string }
  : never;
/** `by`: the display name of the person who made it, which the service adds. */
export type Item = By<v.InferOutput<typeof ITEM>>;
export type Note = Extract<Item, { readonly kind: 'note' }>;
export type Stroke = Extract<Item, { readonly kind: 'stroke' }>;

/** A place of the paper; null when the pointer left it. */
const cursor = v.nullable(v.pipe(v.tuple([coordinate, coordinate]), v.readonly()));
export type Cursor = v.InferOutput<typeof cursor>;

export const CLIENT_MESSAGE = v.variant('type', [
  v.pipe(v.object({ type: v.literal('hello'), token: v.string() }), v.readonly()),
  v.object({ type: v.literal('put'), item: ITEM }),
  v.pipe(v.object({ type: v.literal('remove'), id: itemId }), v.readonly()),
  v.pipe(v.object({ type: v.literal('cursor'), cursor }), v.readonly()),
]);
/** A change of the paper. A stroke that is being drawn is put again with each of its points. */
export type Change =
  | { readonly type: 'put'; readonly item: Item }
  | { readonly type: 'remove'; readonly id: string };

/** Messages from the page to the service. `hello` is the first; the service ignores what comes before it. */
export type ClientMessage = Exclude<v.InferOutput<typeof CLIENT_MESSAGE>, { readonly type: 'put' }> | Change;

/** Someone in a room. The identifier lasts as long as the connection. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly ink: Ink;
}

/** `deleted`: the token is right, but what it opens is gone. `unknown`: there is no such room. */
export type RoomRefusal = 'missing' | 'invalid' | 'expired' | 'other-paper' | 'deleted' | 'unknown';

/** Service to page, one or an array of them. */
export type ServerMessage =
  | {
      readonly type: 'welcome';
      readonly you: Person;
      readonly paper: { readonly id: string; readonly name: string };
      /** Everyone else. */
      readonly people: readonly Person[];
      readonly items: readonly Item[];
    }
  | { readonly type: 'refused'; readonly reason: RoomRefusal }
  | { readonly type: 'joined'; readonly person: Person }
  | { readonly type: 'left'; readonly id: string }
  | Change
  | { readonly type: 'cursor'; readonly by: string; readonly cursor: Cursor };
