import type { Box } from './camera.ts';
import type { Draft, Item, Note, Person, Shape, Stroke, View } from './messages.ts';

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
  /** What the others see, by person. */
  readonly views = new Map<string, View>();
  you: Person | undefined;
  /** Of this person's own steps, the last one last. */
  readonly undo: Undo[] = [];

  strokes(): readonly Stroke[] {
    return [...this.items.values()].filter((item) => item.kind === 'stroke');
  }

  /** What is drawn on the canvas, the lowest first. */
  drawn(): readonly Exclude<Item, Note>[] {
    return [...this.items.values()].filter((item) => item.kind !== 'note');
  }

  notes(): readonly Note[] {
    return [...this.items.values()].filter((item) => item.kind === 'note');
  }

  /** Starts anew with what the service says. */
  replace(items: readonly Item[], people: readonly Person[], you: Person): void {
    this.items.clear();
    this.drafts.clear();
    this.people.clear();
    this.views.clear();
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
    this.views.delete(id);
    for (const [strokeId, stroke] of this.drafts) if (stroke.by === id) this.drafts.delete(strokeId);
  }

  /** The part of the paper with anything on it. A note's height follows from its text, so it is estimated. */
  bounds(): Box | undefined {
    if (this.items.size === 0) return undefined;
    const boxes = [...this.items.values()].map(boxOf);
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  }
}

/** The part of the paper that an item covers. */
export function boxOf(item: Item): Box {
  if (item.kind === 'stroke') return strokeBox(item);
  if (item.kind === 'note') return noteBox(item);
  const half = item.kind === 'shape' ? item.size / 2 : 0;
  const { x, y, width, height } = item;
  return {
    left: Math.min(x, x + width) - half,
    top: Math.min(y, y + height) - half,
    right: Math.max(x, x + width) + half,
    bottom: Math.max(y, y + height) + half,
  };
}

/** The same item elsewhere. */
export function moved<T extends Item>(item: T, byX: number, byY: number): T {
  return item.kind === 'stroke'
    ? { ...item, points: item.points.map(([x, y, pressure]) => [x + byX, y + byY, pressure] as const) }
    : { ...item, x: item.x + byX, y: item.y + byY };
}

function strokeBox(stroke: Stroke): Box {
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

/** True when a place of the paper is on what is drawn there, or within `reach` of it. */
export function touches(item: Exclude<Item, Note>, x: number, y: number, reach: number): boolean {
  if (item.kind === 'stroke') return isOnLine(item.points, x, y, item.size / 2 + reach);
  const { left, top, right, bottom } = boxOf(item);
  const isWithin = x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
  if (item.kind === 'image' || !isWithin) return isWithin;
  const limit = item.size / 2 + reach;
  const [endX, endY] = [item.x + item.width, item.y + item.height];
  const [start, end] = [
    [item.x, item.y],
    [endX, endY],
  ] as const;
  if (item.form === 'line' || item.form === 'arrow') return isOnLine([start, end], x, y, limit);
  if (item.form === 'rectangle')
    return isOnLine([start, [endX, item.y], end, [item.x, endY], start], x, y, limit);
  return isOnLine(ellipsePoints(item), x, y, limit);
}

/** An ellipse as a line of short steps. */
function ellipsePoints({ x, y, width, height }: Shape): readonly (readonly [number, number])[] {
  return Array.from({ length: 33 }, (_, step) => {
    const angle = (step / 32) * 2 * Math.PI;
    return [x + (width / 2) * (1 + Math.cos(angle)), y + (height / 2) * (1 + Math.sin(angle))] as const;
  });
}

/** Whether a place is within `limit` of a line through these points. */
function isOnLine(
  points: readonly (readonly [x: number, y: number, ...rest: readonly number[]])[],
  x: number,
  y: number,
  limit: number,
): boolean {
  const first = points[0];
  if (!first) return false;
  let [fromX, fromY] = first;
  return points.some(([toX, toY]) => {
    const [dx, dy] = [toX - fromX, toY - fromY];
    const length = dx * dx + dy * dy;
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length));
    const distance = Math.hypot(x - fromX - part * dx, y - fromY - part * dy);
    [fromX, fromY] = [toX, toY];
    return distance <= limit;
  });
}
