import { pan, toPaper, zoomAt } from './camera.ts';
import type { NotesLayer } from './notes-layer.ts';
import { touches } from './paper.ts';
import { Pen } from './pen.ts';
import type { Session } from './session.ts';

type Action = 'draw' | 'erase' | 'pan' | 'pinch';

interface Pointer {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** Reach of the eraser beyond a line's edge, in CSS pixels. */
const REACH = 9;
const CURSOR_PACE = 50;
/** Speed, in CSS pixels a millisecond, at which a mouse draws its thinnest line. */
const FAST = 3.5;

/** Turns pointer input on the canvas into strokes, erasing, panning and notes. */
export class Pointers {
  readonly #canvas: HTMLCanvasElement;
  readonly #session: Session;
  readonly #notes: NotesLayer;
  readonly #pen: Pen;
  readonly #pointers = new Map<number, Pointer>();
  #action: Action | undefined;
  #pressure = 0.5;
  #lastCursor = 0;
  /** Whether Space is held, which makes every tool the hand. */
  spaceHeld = false;

  constructor(canvas: HTMLCanvasElement, session: Session, notes: NotesLayer) {
    this.#canvas = canvas;
    this.#session = session;
    this.#notes = notes;
    this.#pen = new Pen(session);
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#up(event));
    canvas.addEventListener('pointercancel', (event) => this.#up(event));
    canvas.addEventListener('pointerleave', () => session.mention({ type: 'cursor', cursor: null }));
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  #down(event: PointerEvent): void {
    const { button, pointerId } = event;
    if (button > 1) return;
    event.preventDefault();
    this.#notes.finish();
    this.#canvas.setPointerCapture(pointerId);
    this.#pointers.set(pointerId, { x: event.clientX, y: event.clientY, at: event.timeStamp });
    if (this.#pointers.size === 2) {
      this.#pen.cancel();
      this.#action = 'pinch';
      return;
    }
    const { tool, camera } = this.#session;
    const [x, y] = toPaper(camera, event.clientX, event.clientY);
    if (tool === 'hand' || this.spaceHeld || button === 1) {
      this.#action = 'pan';
      this.#canvas.dataset['panning'] = '';
    } else if (tool === 'pen') {
      this.#action = 'draw';
      this.#pressure = 0.5;
      this.#pen.start([x, y, event.pointerType === 'pen' ? event.pressure : 0.5]);
    } else if (tool === 'eraser') {
      this.#action = 'erase';
      this.#erase(x, y);
    } else {
      this.#notes.create(x, y);
    }
  }

  #move(event: PointerEvent): void {
    this.#mentionCursor(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const { camera } = this.#session;
    const now = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    if (this.#action === 'pan')
      this.#session.set({ camera: pan(camera, now.x - before.x, now.y - before.y) });
    if (this.#action === 'pinch') this.#pinch(event.pointerId, now);
    if (this.#action === 'erase') this.#erase(...toPaper(camera, now.x, now.y));
    if (this.#action === 'draw') this.#draw(event, before);
    this.#pointers.set(event.pointerId, now);
  }

  #up(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#action === 'draw') this.#pen.finish();
    // The second finger of a pinch starts no stroke when the first one lifts.
    if (this.#pointers.size > 0) return;
    this.#action = undefined;
    delete this.#canvas.dataset['panning'];
  }

  #draw(event: PointerEvent, before: Pointer): void {
    const all = event.getCoalescedEvents();
    const steps = all.length > 0 ? all : [event];
    let from = before;
    for (const step of steps) {
      const distance = Math.hypot(step.clientX - from.x, step.clientY - from.y);
      if (distance < 1) continue;
      const speed = distance / Math.max(1, step.timeStamp - from.at);
      const guess = 0.68 - 0.4 * Math.min(1, speed / FAST);
      this.#pressure += (guess - this.#pressure) * 0.25;
      const pressure = step.pointerType === 'pen' ? step.pressure : this.#pressure;
      this.#pen.move([...toPaper(this.#session.camera, step.clientX, step.clientY), pressure]);
      from = { x: step.clientX, y: step.clientY, at: step.timeStamp };
    }
  }

  #erase(x: number, y: number): void {
    const reach = REACH / this.#session.camera.zoom;
    const strokes = this.#session.paper.strokes().filter((stroke) => touches(stroke, x, y, reach));
    const note = this.#notes.at(x, y);
    this.#session.remove([...strokes.map((stroke) => stroke.id), ...(note === undefined ? [] : [note])]);
  }

  #pinch(id: number, now: Pointer): void {
    const before = this.#pointers.get(id);
    const other = [...this.#pointers].find(([otherId]) => otherId !== id)?.[1];
    if (!before || !other) return;
    const { camera } = this.#session;
    const spread = (pointer: Pointer): number => Math.hypot(pointer.x - other.x, pointer.y - other.y) || 1;
    const moved = pan(camera, (now.x - before.x) / 2, (now.y - before.y) / 2);
    const [middleX, middleY] = [(now.x + other.x) / 2, (now.y + other.y) / 2];
    const zoom = (camera.zoom * spread(now)) / spread(before);
    this.#session.set({ camera: zoomAt(moved, zoom, middleX, middleY) });
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { camera } = this.#session;
    if (event.shiftKey) {
      this.#session.set({ camera: pan(camera, -event.deltaX || -event.deltaY, 0) });
      return;
    }
    // A pinch on a touch pad comes as a wheel with Ctrl and small steps.
    const strength = event.ctrlKey ? 0.012 : 0.0016;
    const zoom = camera.zoom * Math.exp(-event.deltaY * strength);
    this.#session.set({ camera: zoomAt(camera, zoom, event.clientX, event.clientY) });
  }

  #mentionCursor(event: PointerEvent): void {
    if (event.timeStamp - this.#lastCursor < CURSOR_PACE) return;
    this.#lastCursor = event.timeStamp;
    const cursor = toPaper(this.#session.camera, event.clientX, event.clientY);
    this.#session.mention({ type: 'cursor', cursor });
  }
}
