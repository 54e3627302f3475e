import type { Item, Person, ServerMessage } from '../../preload/contract/practice-room.ts';
import { fit, zoomAt, type Camera, type Size } from './camera.ts';
import type { Link } from './link.ts';

export type Tool = 'pen' | 'note' | 'hand';

export class Room {
  readonly items = new Map<string, Item>();
  readonly people = new Map<string, Person>();
  you: Person | undefined;
  tool: Tool = 'pen';
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  #fitted: Camera | undefined;
  readonly #link: Link;
  readonly #changed: () => void;

  constructor(link: Link, changed: () => void) {
    this.#link = link;
    this.#changed = changed;
  }

  set(settings: Partial<Pick<Room, 'tool' | 'camera'>>): void {
    Object.assign(this, settings);
    this.#changed();
  }

  receive(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.you = message.you;
      for (const item of message.items) this.items.set(item.id, item);
      for (const person of [message.you, ...message.people]) this.people.set(person.id, person);
    } else if (message.type === 'joined') this.people.set(message.person.id, message.person);
    else if (message.type === 'left') this.people.delete(message.id);
    else if (message.type === 'put') this.items.set(message.item.id, message.item);
    else if (message.type === 'remove') this.items.delete(message.id);
    this.#changed();
  }

  put(item: Item): void {
    this.#link.send({ type: 'put', item });
    this.draw(item);
  }

  /** Shows an item to this user only, such as an unfinished stroke. `put` also sends it to the other people. */
  draw(item: Item): void {
    this.items.set(item.id, item);
    this.#changed();
  }

  remove(id: string): void {
    this.items.delete(id);
    this.#link.send({ type: 'remove', id });
    this.#changed();
  }

  zoom(zoom: number, { width, height }: Size): void {
    this.set({ camera: zoomAt(this.camera, zoom, width / 2, height / 2) });
  }

  fit(window: Size): void {
    this.#fitted = fit([...this.items.values()], window);
    this.set({ camera: this.#fitted });
  }

  refit(window: Size): void {
    if (this.camera === this.#fitted) this.fit(window);
  }
}
