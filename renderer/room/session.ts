import { fit, zoomAt, type Box, type Camera, type Size } from './camera.ts';
import type { Link } from './link.ts';
import type { Ink, Item, NoteColor, Shape } from './messages.ts';
import { moved, Paper } from './paper.ts';

export const TOOLS = ['select', 'pen', 'shape', 'note', 'eraser', 'hand'] as const;
export type Tool = (typeof TOOLS)[number];

/** One person at one paper: their tool, their view, and what they do. */
export class Session {
  readonly paper = new Paper();
  tool: Tool = 'pen';
  ink: Ink = 'ink';
  size = 5;
  noteColor: NoteColor = 'yellow';
  form: Shape['form'] = 'rectangle';
  selected: ReadonlySet<string> = new Set();
  /** How far what is selected is being dragged. */
  moving: readonly [byX: number, byY: number] = [0, 0];
  /** The shape that is being drawn. */
  shape: Shape | undefined;
  /** The frame that is drawn around what is to be selected. */
  frame: Box | undefined;
  /** Whose view is followed, if anybody's. */
  following: string | undefined;
  camera: Camera = { x: 0, y: 0, zoom: 1 };
  /** Space is held, which makes every tool the hand. */
  spaceHeld = false;
  /** The note that is being written, if any. */
  editing: string | undefined;
  /** The camera that shows everything, as it was chosen last. */
  #fitted: Camera | undefined;
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

  /** Changes what is held, selected or looked at. */
  set(
    settings: Partial<
      Pick<
        Session,
        | 'tool'
        | 'ink'
        | 'size'
        | 'noteColor'
        | 'form'
        | 'camera'
        | 'editing'
        | 'selected'
        | 'moving'
        | 'shape'
        | 'frame'
        | 'following'
      >
    >,
  ): void {
    // Whoever takes another tool is done with what they had selected.
    if (settings.tool !== undefined && settings.tool !== 'select') this.selected = new Set();
    Object.assign(this, settings);
    this.#changed();
  }

  mention(message: Parameters<Link['mention']>[0]): void {
    this.#link.mention(message);
  }

  /** Changes the view because the person here wants it: they follow nobody any more. */
  look(camera: Camera): void {
    this.set({ camera, following: undefined });
  }

  /** Adds items to the paper, or replaces those with their identifiers; one step to undo. */
  put(...items: readonly Item[]): void {
    const before = items.map(({ id }) => this.paper.items.get(id));
    this.paper.undo.push({
      remove: items.filter((_, index) => before[index] === undefined).map(({ id }) => id),
      put: before.filter((item) => item !== undefined),
    });
    this.#apply([], items);
  }

  /** The items that are selected, as far as they are still there. */
  selection(): readonly Item[] {
    return [...this.selected].flatMap((id) => this.paper.items.get(id) ?? []);
  }

  /** Moves what is selected, by units of the paper. */
  moveSelection(byX: number, byY: number): void {
    const items = this.selection().map((item) => moved(item, byX, byY));
    this.moving = [0, 0];
    if (items.length > 0 && (byX !== 0 || byY !== 0))
      this.put(...items.map((item) => ({ ...item, by: this.name })));
    else this.#changed();
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
    this.look(zoomAt(this.camera, zoom, width / 2, height / 2));
  }

  /** Shows everything that is on the paper. */
  fit(window: Size): void {
    this.look(fit(this.paper.bounds(), window));
    this.#fitted = this.camera;
  }

  /** The window has another size: everything stays in view, unless the person has looked elsewhere since. */
  refit(window: Size): void {
    if (this.camera === this.#fitted) this.fit(window);
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
