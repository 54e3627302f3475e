import type { Box } from './camera.ts';
import type { Draft, Item, Note, Person, Stroke } from './messages.ts';

/** How a step is undone: what to remove, and what to restore. */
export interface Undo {
  readonly remove: readonly string[];
  readonly put: readonly Item[];
}

/** The page's state: the paper's items, unfinished strokes, and who is here. */
export class Paper {
  readonly items = new Map<string, Item>();
  /** By stroke. They become items when finished. */
  readonly drafts = new Map<string, Stroke>();
  readonly people = new Map<string, Person>();
  you: Person | undefined;
  /** Of this person's own steps, the last one last. */
  readonly undo: Undo[] = [];

  strokes(): readonly Stroke[] {
    return [...this.items.values()].filter((item) => item.kind === 'stroke');
  }

  notes(): readonly Note[] {
    return [...this.items.values()].filter((item) => item.kind === 'note');
  }

  /** Starts anew with what the service says. */
  replace(items: readonly Item[], people: readonly Person[], you: Person): void {
    this.items.clear();
    this.drafts.clear();
    this.people.clear();
    this.you = you;
    for (const item of items) this.items.set(item.id, item);
    for (const person of [you, ...people]) this.people.set(person.id, person);
  }

  put(item: Item): void {
    this.drafts.delete(item.id);
    this.items.set(item.id, item);
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.items.delete(id);
  }

  /** Extends an unfinished stroke. */
  draft({ id, ink, size, points }: Draft, by: string): void {
    const before = this.drafts.get(id)?.points ?? [];
    this.drafts.set(id, { kind: 'stroke', id, by, ink, size, points: [...before, ...points] });
  }

  /** Someone left; what they were still drawing goes with them. */
  leave(id: string): void {
    this.people.delete(id);
    for (const [strokeId, stroke] of this.drafts) if (stroke.by === id) this.drafts.delete(strokeId);
  }

  /** The part of the paper with anything on it. A note's height follows from its text, so it is estimated. */
  bounds(): Box | undefined {
    if (this.items.size === 0) return undefined;
    const boxes = [...this.items.values()].map((item) =>
      item.kind === 'stroke' ? strokeBox(item) : noteBox(item),
    );
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  }
}

/** The part of the paper that a stroke covers. */
export function strokeBox(stroke: Stroke): Box {
  const xs = stroke.points.map(([x]) => x);
  const ys = stroke.points.map(([, y]) => y);
  const half = stroke.size / 2;
  return {
    left: Math.min(...xs) - half,
    top: Math.min(...ys) - half,
    right: Math.max(...xs) + half,
    bottom: Math.max(...ys) + half,
  };
}

function noteBox(note: Note): Box {
  const perLine = Math.max(1, note.width / (note.fontSize * 0.55));
  const lines = note.text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  const height = (lines * 1.35 + (note.color === 'plain' ? 0 : 1.5)) * note.fontSize;
  return { left: note.x, top: note.y, right: note.x + note.width, bottom: note.y + height };
}

/** True when a place of the paper is on a stroke, or within `reach` of it. */
export function touches(stroke: Stroke, x: number, y: number, reach: number): boolean {
  const limit = stroke.size / 2 + reach;
  const first = stroke.points[0];
  if (!first) return false;
  let [fromX, fromY] = first;
  return stroke.points.some(([toX, toY]) => {
    const [dx, dy] = [toX - fromX, toY - fromY];
    const length = dx * dx + dy * dy;
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length));
    const distance = Math.hypot(x - fromX - part * dx, y - fromY - part * dy);
    [fromX, fromY] = [toX, toY];
    return distance <= limit;
  });
}
