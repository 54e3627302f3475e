import * as v from 'valibot';
import { assertNever } from '../../preload/contract/failure.ts';
import {
  CLIENT_MESSAGE,
  INKS,
  type ClientMessage,
  type Ink,
  type Person,
  type RoomRefusal,
  type ServerMessage,
} from '../../preload/contract/practice-room.ts';
import type { RoomContent } from './state.ts';

const WRITTEN = v.pipe(v.string(), v.parseJson(), CLIENT_MESSAGE);

/** Parses a message from the web page of a room. Returns undefined if invalid. `by`: the sender's display name. */
export function readClientMessage(text: string, by: string): ClientMessage | undefined {
  const { success, output } = v.safeParse(WRITTEN, text);
  if (!success) return undefined;
  return output.type === 'put' ? { type: 'put', item: { ...output.item, by } } : output;
}

const ITEM_LIMIT = 5_000;
const PENS = INKS.filter((ink) => ink !== 'ink');

export interface Link {
  send(text: string): void;
  close(): void;
}

export interface Member {
  readonly person: Person;
  readonly link: Link;
}

export class Rooms {
  readonly #members = new Map<string, Set<Member>>();
  #lastPerson = 0;

  join(content: RoomContent, name: string, link: Link) {
    const members = this.#members.get(content.id) ?? new Set<Member>();
    this.#members.set(content.id, members);
    const others = [...members];
    this.#lastPerson += 1;
    const uses = (pen: Ink): number => others.filter((other) => other.person.ink === pen).length;
    const [ink = 'blue'] = PENS.toSorted((a, b) => uses(a) - uses(b));
    const person = { id: `p${this.#lastPerson}`, name, ink };
    const member: Member = { person, link };
    members.add(member);
    tell([member], {
      type: 'welcome',
      you: person,
      paper: { id: content.id, name: content.name },
      people: others.map((other) => other.person),
      items: [...content.items.values()],
    });
    tell(others, { type: 'joined', person });
    return {
      receive: (message: ClientMessage): void => this.#receive(content, member, message),
      leave: (): void => {
        members.delete(member);
        if (members.size === 0) this.#members.delete(content.id);
        tell(members, { type: 'left', id: person.id });
      },
    };
  }

  close(id: string): void {
    for (const member of this.members(id)) refuse(member.link, 'deleted');
  }

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
        if (!content.items.has(item.id) && content.items.size >= ITEM_LIMIT) return;
        content.items.set(item.id, item);
        return tell(members, message, sender);
      }
      case 'remove':
        content.items.delete(message.id);
        return tell(members, message, sender);
      case 'cursor':
        return tell(members, { type: 'cursor', by, cursor: message.cursor }, sender);
      default:
        return assertNever(message);
    }
  }
}

export type Visit = ReturnType<Rooms['join']>;

export function refuse(link: Link, reason: RoomRefusal): void {
  link.send(written({ type: 'refused', reason }));
  link.close();
}

function tell(members: Iterable<Member>, message: ServerMessage, except?: Member): void {
  const text = written(message);
  for (const member of members) if (member !== except) member.link.send(text);
}

const written = (message: ServerMessage): string => JSON.stringify(message);
