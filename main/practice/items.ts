/**
 * What a paper holds: strokes, notes, shapes and images, as a page sends them; only known fields survive. The room page has the same types
 * in renderer/room/messages.ts (neither side may import the other); test/unit/main/practice/rooms.test.ts fails to compile
 * when they drift apart.
 */
import * as v from 'valibot';

/** Names of ink, not colour values: the page chooses the value for its light or dark look. */
export const INKS = ['ink', 'blue', 'red', 'green', 'orange', 'violet'] as const;
export type Ink = (typeof INKS)[number];

const LIMIT = 1_000_000;
/** In units of the paper: 1 is one CSS pixel at 100 %. */
export const COORDINATE = v.pipe(v.number(), v.minValue(-LIMIT), v.maxValue(LIMIT));

/** A place of a paper. */
export const PLACE = v.pipe(v.tuple([COORDINATE, COORDINATE]), v.readonly());

/** An identifier that a page may give to an item. */
export const ITEM_ID = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/** A place, and the pen's pressure from 0 to 1. */
const point = v.pipe(
  v.tuple([COORDINATE, COORDINATE, v.pipe(COORDINATE, v.toMinValue(0), v.toMaxValue(1))]),
  v.readonly(),
);
export type Point = v.InferOutput<typeof point>;

const ink = v.picklist(INKS);
/** Width of the pen in units of the paper. */
const size = v.pipe(v.number(), v.minValue(0.5), v.maxValue(80));
/** Length of the `data:` address of an image. */
const LONGEST_IMAGE = 400_000;

/** What a stroke is drawn with, and where. */
const drawn = {
  id: ITEM_ID,
  ink,
  size,
  points: v.pipe(v.array(point), v.minLength(1), v.maxLength(5000), v.readonly()),
};

/** Further points of a stroke that is still being drawn; the finished stroke follows as `put`. */
export const DRAFT = v.pipe(v.object(drawn), v.readonly());

export const ITEM = v.variant('kind', [
  v.pipe(v.object({ kind: v.literal('stroke'), ...drawn }), v.readonly()),
  v.pipe(
    v.object({
      kind: v.literal('note'),
      id: ITEM_ID,
      /** Of its paper; `plain` is text without any. */
      color: v.picklist(['plain', 'yellow', 'pink', 'blue', 'green']),
      x: COORDINATE,
      y: COORDINATE,
      width: v.pipe(COORDINATE, v.minValue(20)),
      /** Text height in units of the paper. */
      fontSize: v.pipe(COORDINATE, v.minValue(4)),
      text: v.pipe(v.string(), v.maxLength(2000)),
    }),
    v.readonly(),
  ),
  v.pipe(
    v.object({
      kind: v.literal('shape'),
      id: ITEM_ID,
      form: v.picklist(['rectangle', 'ellipse', 'line', 'arrow']),
      ink,
      size,
      /** From one corner or end to the other: width and height may be negative. */
      x: COORDINATE,
      y: COORDINATE,
      width: COORDINATE,
      height: COORDINATE,
    }),
    v.readonly(),
  ),
  v.pipe(
    v.object({
      kind: v.literal('image'),
      id: ITEM_ID,
      x: COORDINATE,
      y: COORDINATE,
      width: v.pipe(COORDINATE, v.minValue(1)),
      height: v.pipe(COORDINATE, v.minValue(1)),
      source: v.pipe(
        v.string(),
        v.maxLength(LONGEST_IMAGE),
        v.regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/u),
      ),
    }),
    v.readonly(),
  ),
]);

type By<T> = T extends unknown
  ? { readonly [K in keyof T | 'by']: K extends keyof T ? T[K] : string }
  : never;
/** `by`: the display name of the person who made it. That is the service's word, and no page's. */
export type Item = By<v.InferOutput<typeof ITEM>>;
export type Note = Extract<Item, { readonly kind: 'note' }>;
export type Stroke = Extract<Item, { readonly kind: 'stroke' }>;
