import * as v from 'valibot';
import { DRAWN, ITEM, ITEM_ID, PLACE, type Ink, type Item, type Point } from './items.ts';
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

const MESSAGE = v.variant('type', [
  v.object({ type: v.literal('hello'), token: v.string() }),
  v.object({ type: v.literal('draft'), draft: v.object(DRAWN) }),
  v.object({ type: v.literal('put'), item: ITEM }),
  v.object({ type: v.literal('remove'), ids: v.array(v.unknown()) }),
  v.object({ type: v.literal('cursor'), cursor: v.nullable(PLACE) }),
]);
const WRITTEN = v.pipe(v.string(), v.parseJson(), MESSAGE);

/**
 * Reads one message of a page.
 * @param by display name of the sender; empty before `hello`
 * @returns undefined when it is not a message
 */
export function readClientMessage(text: string, by: string): ClientMessage | undefined {
  const { success, output } = v.safeParse(WRITTEN, text);
  if (!success) return undefined;
  if (output.type === 'put') return { type: 'put', item: { ...output.item, by } };
  return output.type === 'remove' ? { type: 'remove', ids: output.ids.filter(isItemId) } : output;
}

function isItemId(value: unknown): value is string {
  return v.is(ITEM_ID, value);
}
