/** Rooms: who is in them, and what a room's page and the service say to each other. */
import * as v from 'valibot';
import { assertNever } from '../../preload/contract/failure.ts';
import { COORDINATE, DRAFT, INKS, ITEM, ITEM_ID, PLACE, type Ink, type Item } from './items.ts';
import type { RoomContent } from './state.ts';
import type { TokenRefusal } from './tokens.ts';

/** Someone in a room. The identifier lasts as long as the connection. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly ink: Ink;
}

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
  | { readonly type: 'draft'; readonly by: string; readonly draft: v.InferOutput<typeof DRAFT> }
  | { readonly type: 'put'; readonly item: Item }
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  | { readonly type: 'cursor'; readonly by: string; readonly cursor: v.InferOutput<typeof CURSOR> }
  | { readonly type: 'view'; readonly by: string; readonly view: v.InferOutput<typeof VIEW> };

/** A place of the paper; null when the pointer left it. */
const CURSOR = v.nullable(PLACE);
/** The part of the paper that someone sees. */
const VIEW = v.pipe(
  v.object({ left: COORDINATE, top: COORDINATE, right: COORDINATE, bottom: COORDINATE }),
  v.readonly(),
);
const isItemId = (value: unknown): value is string => v.is(ITEM_ID, value);
const MESSAGE = v.variant('type', [
  v.pipe(v.object({ type: v.literal('hello'), token: v.string() }), v.readonly()),
  v.pipe(v.object({ type: v.literal('draft'), draft: DRAFT }), v.readonly()),
  v.object({ type: v.literal('put'), item: ITEM }),
  v.pipe(
    v.object({
      type: v.literal('remove'),
      ids: v.pipe(
        v.array(v.unknown()),
        v.transform((ids): readonly string[] => ids.filter(isItemId)),
      ),
    }),
    v.readonly(),
  ),
  v.pipe(v.object({ type: v.literal('cursor'), cursor: CURSOR }), v.readonly()),
  v.pipe(v.object({ type: v.literal('view'), view: VIEW }), v.readonly()),
]);
/** Page to service. `hello` comes first, and nothing counts before it. */
export type ClientMessage =
  | Exclude<v.InferOutput<typeof MESSAGE>, { readonly type: 'put' }>
  | { readonly type: 'put'; readonly item: Item };
const WRITTEN = v.pipe(v.string(), v.parseJson(), MESSAGE);

/**
 * Reads one message of a page.
 * @param by display name of the sender; empty before `hello`
 * @returns undefined when it is not a message
 */
export function readClientMessage(text: string, by: string): ClientMessage | undefined {
  const { success, output } = v.safeParse(WRITTEN, text);
  if (!success) return undefined;
  return output.type === 'put' ? { type: 'put', item: { ...output.item, by } } : output;
}

/** Most items that a paper may hold, and most images among them. */
const ITEM_LIMIT = 5_000;
const IMAGE_LIMIT = 25;

/** What a room needs of a connection. */
export interface Link {
  /** A message as `written` gives it: what goes to all is written once. */
  send(text: string): void;
  close(): void;
}

/** Someone in a room, and their connection. */
export interface Member {
  readonly person: Person;
  readonly link: Link;
  /** What they see now; null until they have said. */
  view: Extract<ServerMessage, { readonly type: 'view' }>['view'] | null;
}

/** The people in each room. Content belongs to the papers: see state.ts. */
export class Rooms {
  readonly #members = new Map<string, Set<Member>>();
  #lastPerson = 0;

  /** Lets someone in: they get the content and the list of people, and the others are told. */
  join(content: RoomContent, name: string, link: Link): Visit {
    const members = this.#members.get(content.id) ?? new Set<Member>();
    this.#members.set(content.id, members);
    const others = [...members];
    this.#lastPerson += 1;
    const person = { id: `p${this.#lastPerson}`, name, ink: leastUsedInk(others) };
    const member: Member = { person, link, view: null };
    members.add(member);
    tell([member], {
      type: 'welcome',
      you: person,
      paper: { id: content.id, name: content.name },
      people: others.map((other) => other.person),
      items: [...content.items.values()],
    });
    for (const { person: other, view } of others)
      if (view !== null) tell([member], { type: 'view', by: other.id, view });
    tell(others, { type: 'joined', person });
    return {
      receive: (message) => this.#receive(content, member, message),
      leave: () => {
        members.delete(member);
        if (members.size === 0) this.#members.delete(content.id);
        tell(members, { type: 'left', id: person.id });
      },
    };
  }

  /** Tells everyone that the room is gone, and disconnects them. */
  close(id: string): void {
    for (const member of this.members(id)) refuse(member.link, 'deleted');
  }

  /** The people in a room, in order of arrival. */
  members(id: string): readonly Member[] {
    return [...(this.#members.get(id) ?? [])];
  }

  #receive(content: RoomContent, sender: Member, message: ClientMessage): void {
    const members = this.#members.get(content.id) ?? new Set();
    const by = sender.person.id;
    switch (message.type) {
      case 'hello':
        return;
      case 'put': {
        const { item } = message;
        if (!content.items.has(item.id) && isFull(content, item)) return;
        content.items.set(item.id, item);
        return tell(members, { type: 'put', item });
      }
      case 'remove':
        for (const id of message.ids) content.items.delete(id);
        return tell(members, { type: 'removed', ids: message.ids });
      case 'draft':
        return tell(members, { type: 'draft', by, draft: message.draft }, sender);
      case 'cursor':
        return tell(members, { type: 'cursor', by, cursor: message.cursor }, sender);
      case 'view':
        sender.view = message.view;
        return tell(members, { type: 'view', by, view: message.view }, sender);
      default:
        return assertNever(message);
    }
  }
}

/** One person's stay in a room. */
export interface Visit {
  receive(message: ClientMessage): void;
  leave(): void;
}

/** Tells someone why they can't join, and disconnects them. */
export function refuse(link: Link, reason: RoomRefusal): void {
  link.send(written({ type: 'refused', reason }));
  link.close();
}

function tell(members: Iterable<Member>, message: ServerMessage, except?: Member): void {
  const text = written(message);
  for (const member of members) if (member !== except) member.link.send(text);
}

const written = (message: ServerMessage): string => JSON.stringify(message);

/** Whether a paper takes no more of such items. */
function isFull({ items }: RoomContent, { kind }: Item): boolean {
  if (items.size >= ITEM_LIMIT) return true;
  return kind === 'image' && [...items.values()].filter((item) => item.kind === kind).length >= IMAGE_LIMIT;
}

/** `ink` itself is left to the drawings: people get the colours. */
function leastUsedInk(others: readonly Member[]): Ink {
  const uses = (ink: Ink): number => others.filter((other) => other.person.ink === ink).length;
  return INKS.filter((ink) => ink !== 'ink').reduce((best, ink) => (uses(ink) < uses(best) ? ink : best));
}
