import { INKS, type Ink } from './items.ts';
import type { ClientMessage, Person, RoomRefusal, ServerMessage } from './room-messages.ts';
import type { RoomContent } from './state.ts';
import { assertNever } from './answer.ts';

/** Most items that a paper may hold. */
const ITEM_LIMIT = 5_000;

/** What a room needs of a connection. */
export interface Link {
  send(message: ServerMessage): void;
  close(): void;
}

interface Member {
  readonly person: Person;
  readonly link: Link;
}

/** The people in each room. Content belongs to the papers: see state.ts. */
export class Rooms {
  readonly #members = new Map<string, Set<Member>>();
  #lastPerson = 0;

  /** Lets someone in: they get the content and who is there, the others get told. */
  join(content: RoomContent, name: string, link: Link): Visit {
    const members = this.#members.get(content.id) ?? new Set<Member>();
    this.#members.set(content.id, members);
    const others = [...members];
    this.#lastPerson += 1;
    const person = { id: `p${this.#lastPerson}`, name, ink: leastUsedInk(others) };
    const member = { person, link };
    members.add(member);
    link.send({
      type: 'welcome',
      you: person,
      paper: { id: content.id, name: content.name },
      people: others.map((other) => other.person),
      items: [...content.items.values()],
    });
    for (const other of others) other.link.send({ type: 'joined', person });
    return {
      receive: (message) => this.#receive(content, member, message),
      leave: () => {
        members.delete(member);
        if (members.size === 0) this.#members.delete(content.id);
        tell(members, { type: 'left', id: person.id });
      },
    };
  }

  /** Tells everyone that the room is gone, and lets go of them. */
  close(id: string): void {
    for (const member of this.#members.get(id) ?? []) refuse(member.link, 'deleted');
  }

  /** Drops every connection, as a network failure would: nobody is told why. */
  disconnect(): void {
    for (const members of this.#members.values()) for (const member of members) member.link.close();
  }

  /** Display names of those in a room, in order of arrival. */
  people(id: string): readonly string[] {
    return [...(this.#members.get(id) ?? [])].map((member) => member.person.name);
  }

  #receive(content: RoomContent, sender: Member, message: ClientMessage): void {
    const members = this.#members.get(content.id) ?? new Set();
    const by = sender.person.id;
    switch (message.type) {
      case 'hello':
        return;
      case 'put': {
        const { item } = message;
        if (content.items.size >= ITEM_LIMIT && !content.items.has(item.id)) return;
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

/** Says why someone can't be here, and lets go of them. */
export function refuse(link: Link, reason: RoomRefusal): void {
  link.send({ type: 'refused', reason });
  link.close();
}

function tell(members: Iterable<Member>, message: ServerMessage, except?: Member): void {
  for (const member of members) if (member !== except) member.link.send(message);
}

/** `ink` itself is left to the drawings: people get the colours. */
function leastUsedInk(others: readonly Member[]): Ink {
  const uses = (ink: Ink): number => others.filter((other) => other.person.ink === ink).length;
  return INKS.filter((ink) => ink !== 'ink').reduce((best, ink) => (uses(ink) < uses(best) ? ink : best));
}
