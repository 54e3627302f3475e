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

export type Item = Stroke | Note;

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

export type ClientMessage =
  | { readonly type: 'hello'; readonly token: string }
  | { readonly type: 'draft'; readonly draft: Draft }
  | { readonly type: 'put'; readonly item: Item }
  | { readonly type: 'remove'; readonly ids: readonly string[] }
  | { readonly type: 'cursor'; readonly cursor: Cursor };

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
  | { readonly type: 'cursor'; readonly by: string; readonly cursor: Cursor };
