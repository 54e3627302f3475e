import { fit, zoomAt, type Camera, type Size } from './camera.ts';
import type { Link } from './link.ts';
import type { Ink, Item, NoteColor } from './messages.ts';
import { Paper } from './paper.ts';

export const TOOLS = ['pen', 'note', 'eraser', 'hand'] as const;
export type Tool = (typeof TOOLS)[number];

/** One person at one paper: their tool, their view, and what they do. */
export class Session {
  readonly paper = new Paper();
  tool: Tool = 'pen';
  ink: Ink = 'ink';
  size = 5;
  noteColor: NoteColor = 'yellow';
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  /** Space is held, which makes every tool the hand. */
  spaceHeld = false;
  /** The note that is being written, if any. */
  editing: string | undefined;
  readonly #link: Link;
  readonly #changed: () => void;

  /** @param changed called after every change that shows */
  constructor(link: Link, changed: () => void) {
    this.#link = link;
    this.#changed = changed;
  }

  /** The display name of the person here. */
  get name(): string {
    return this.paper.you?.name ?? '';
  }

  /** Changes what is held or looked at. */
  set(settings: Partial<Pick<Session, 'tool' | 'ink' | 'size' | 'noteColor' | 'camera' | 'editing'>>): void {
    Object.assign(this, settings);
    this.#changed();
  }

  mention(message: Parameters<Link['mention']>[0]): void {
    this.#link.mention(message);
  }

  /** Adds an item to the paper, or replaces the one with its identifier. */
  put(item: Item): void {
    const before = this.paper.items.get(item.id);
    this.paper.undo.push(before ? { remove: [], put: [before] } : { remove: [item.id], put: [] });
    this.#apply([], [item]);
  }

  remove(ids: readonly string[]): void {
    const gone = ids.flatMap((id) => this.paper.items.get(id) ?? []);
    if (gone.length === 0) return;
    this.paper.undo.push({ remove: [], put: gone });
    this.#apply(gone.map((item) => item.id));
  }

  /** Undoes this person's last step. */
  undo(): void {
    const step = this.paper.undo.pop();
    if (step) this.#apply(step.remove, step.put);
  }

  /** Zooms around the middle of the window. */
  zoom(zoom: number, { width, height }: Size): void {
    this.set({ camera: zoomAt(this.camera, zoom, width / 2, height / 2) });
  }

  /** Shows everything that is on the paper. */
  fit(window: Size): void {
    this.set({ camera: fit(this.paper.bounds(), window) });
  }

  #apply(remove: readonly string[], put: readonly Item[] = []): void {
    if (remove.length > 0) {
      this.paper.remove(remove);
      this.#link.change({ type: 'remove', ids: remove });
    }
    for (const item of put) {
      this.paper.put(item);
      this.#link.change({ type: 'put', item });
    }
    this.#changed();
  }
}
