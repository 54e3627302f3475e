import { newId } from './dom.ts';
import type { Point, Stroke } from './messages.ts';
import type { Session } from './session.ts';

/** Milliseconds between two updates of an unfinished stroke. */
const PACE = 40;
/** The service accepts no longer strokes; a longer one continues as another. */
const LONGEST = 4_000;

/** Draws one stroke at a time, shown to the others while it grows. */
export class Pen {
  readonly #session: Session;
  #stroke: Stroke | undefined;
  #mentioned = 0;
  #lastMention = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** @param point in units of the paper; its pressure may be a guess */
  start(point: Point): void {
    const { ink, size, name, paper } = this.#session;
    this.#stroke = { kind: 'stroke', id: newId(), by: name, ink, size, points: [point] };
    this.#mentioned = 0;
    paper.drafts.set(this.#stroke.id, this.#stroke);
  }

  move(point: Point): void {
    const stroke = this.#stroke;
    if (!stroke) return;
    if (stroke.points.length >= LONGEST) {
      this.finish();
      this.start(point);
      return;
    }
    this.#stroke = { ...stroke, points: [...stroke.points, point] };
    this.#session.paper.drafts.set(stroke.id, this.#stroke);
    this.#mention(this.#stroke);
    this.#session.set({});
  }

  finish(): void {
    if (!this.#stroke) return;
    const stroke = this.#stroke;
    this.#stroke = undefined;
    this.#session.put(stroke);
  }

  /** Forgets the stroke, as when a second finger turns it into a pinch. */
  cancel(): void {
    if (this.#stroke) this.#session.paper.drafts.delete(this.#stroke.id);
    this.#stroke = undefined;
    this.#session.set({});
  }

  #mention({ id, ink, size, points }: Stroke): void {
    const now = performance.now();
    if (now - this.#lastMention < PACE) return;
    this.#lastMention = now;
    this.#session.mention({ type: 'draft', draft: { id, ink, size, points: points.slice(this.#mentioned) } });
    this.#mentioned = points.length;
  }
}
