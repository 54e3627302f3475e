import {
  isCoordinate,
  isItemId,
  isRecord,
  readItem,
  readPen,
  readPoints,
  type Ink,
  type Item,
  type Point,
} from './items.ts';
import type { TokenRefusal } from './tokens.ts';

/** Someone in a room. The identifier lasts as long as the connection. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly ink: Ink;
}

/** Further points of a stroke that is still being drawn; the finished stroke follows as `put`. */
export interface Draft {
  readonly id: string;
  readonly ink: Ink;
  readonly size: number;
  readonly points: readonly Point[];
}

/** x and y in units of the paper; null when the pointer left it. */
export type Cursor = readonly [x: number, y: number] | null;

/** Page to service. `hello` comes first, and nothing counts before it. */
export type ClientMessage =
  | { readonly type: 'hello'; readonly token: string }
  | { readonly type: 'draft'; readonly draft: Draft }
  | { readonly type: 'put'; readonly item: Item }
  | { readonly type: 'remove'; readonly ids: readonly string[] }
  | { readonly type: 'cursor'; readonly cursor: Cursor };

/** `deleted`: the token is right, but what it opens is gone. `unknown`: there is no such room. */
export type RoomRefusal = TokenRefusal | 'deleted' | 'unknown';

/** Service to page. `put` and `removed` also go to the sender: that is how it knows that they arrived. */
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
  | { readonly type: 'draft'; readonly by: string; readonly draft: Draft }
  | { readonly type: 'put'; readonly item: Item }
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  | { readonly type: 'cursor'; readonly by: string; readonly cursor: Cursor };

/**
 * Reads one message of a page.
 * @param by display name of the sender; empty before `hello`
 * @returns undefined when it is not a message
 */
export function readClientMessage(text: string, by: string): ClientMessage | undefined {
  const value = parse(text);
  if (!isRecord(value)) return undefined;
  switch (value['type']) {
    case 'hello':
      return typeof value['token'] === 'string' ? { type: 'hello', token: value['token'] } : undefined;
    case 'draft':
      return readDraft(value['draft']);
    case 'put': {
      const item = readItem(value['item'], by);
      return item && { type: 'put', item };
    }
    case 'remove': {
      const ids: unknown = value['ids'];
      return Array.isArray(ids) ? { type: 'remove', ids: ids.filter(isItemId) } : undefined;
    }
    case 'cursor':
      return readCursor(value['cursor']);
    default:
      return undefined;
  }
}

function readDraft(value: unknown): ClientMessage | undefined {
  if (!isRecord(value) || !isItemId(value['id'])) return undefined;
  const pen = readPen(value);
  const points = readPoints(value['points']);
  return pen && points && { type: 'draft', draft: { id: value['id'], ...pen, points } };
}

function readCursor(value: unknown): ClientMessage | undefined {
  if (value === null) return { type: 'cursor', cursor: null };
  if (!Array.isArray(value)) return undefined;
  const [x, y] = value as readonly unknown[];
  return isCoordinate(x) && isCoordinate(y) ? { type: 'cursor', cursor: [x, y] } : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
