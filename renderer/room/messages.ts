/**
 * What the room page and the practice service say to each other: the page's own copy of main/practice/items.ts and
 * main/practice/rooms.ts, for neither side may import the other. A test fails to compile when they differ.
 */

export type Ink = 'ink' | 'blue' | 'red' | 'green' | 'orange' | 'violet';
export type NoteColor = 'plain' | 'yellow' | 'pink' | 'blue' | 'green';

/** x and y in units of the paper (1 = one CSS pixel at 100 %), and pen pressure from 0 to 1. */
export type Point = readonly [x: number, y: number, pressure: number];

export interface Stroke {
  readonly kind: 'stroke';
  readonly id: string;
  readonly by: string;
  readonly ink: Ink;
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
  readonly fontSize: number;
  readonly text: string;
}

export interface Shape {
  readonly kind: 'shape';
  readonly id: string;
  readonly by: string;
  readonly form: 'rectangle' | 'ellipse' | 'line' | 'arrow';
  readonly ink: Ink;
  readonly size: number;
  readonly x: number;
  readonly y: number;
  /** Either may be negative: from one corner or end to the other. */
  readonly width: number;
  readonly height: number;
}

export interface Picture {
  readonly kind: 'image';
  readonly id: string;
  readonly by: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** A `data:` address. */
  readonly source: string;
}

export type Item = Stroke | Note | Shape | Picture;

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly ink: Ink;
}

/** Further points of a stroke that is still being drawn. */
export interface Draft {
  readonly id: string;
  readonly ink: Ink;
  readonly size: number;
  readonly points: readonly Point[];
}

export type Cursor = readonly [x: number, y: number] | null;

/** The part of the paper that someone sees. */
export interface View {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type ClientMessage =
  | { readonly type: 'hello'; readonly token: string }
  | { readonly type: 'draft'; readonly draft: Draft }
  | { readonly type: 'put'; readonly item: Item }
  | { readonly type: 'remove'; readonly ids: readonly string[] }
  | { readonly type: 'cursor'; readonly cursor: Cursor }
  | { readonly type: 'view'; readonly view: View };

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
  | { readonly type: 'draft'; readonly by: string; readonly draft: Draft }
  | { readonly type: 'put'; readonly item: Item }
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  | { readonly type: 'cursor'; readonly by: string; readonly cursor: Cursor }
  | { readonly type: 'view'; readonly by: string; readonly view: View };
