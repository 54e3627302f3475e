import { pan, toPaper, zoomAt, type Box } from './camera.ts';
import { newId } from './dom.ts';
import type { Point, Shape, Stroke } from './messages.ts';
import type { NotesLayer } from './notes-layer.ts';
import { boxOf, touches } from './paper.ts';
import type { Session } from './session.ts';

type Action = 'draw' | 'erase' | 'frame' | 'move' | 'pan' | 'pinch' | 'shape';

interface Pointer {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

/** Reach of the eraser beyond a line's edge, in CSS pixels. */
const REACH = 9;
/** Milliseconds between two places of the pointer, and between two updates of an unfinished stroke. */
const CURSOR_PACE = 50;
const STROKE_PACE = 40;
/** The service accepts no longer strokes; a longer one continues as another. */
const LONGEST = 4_000;
/** Speed, in CSS pixels a millisecond, at which a mouse draws its thinnest line. */
const FAST = 3.5;

/** A press that comes no farther than this, in CSS pixels, draws no shape. */
const LEAST = 4;

/** Turns pointer input on the canvas into strokes, shapes, erasing, selecting, moving, panning and notes. */
export function followPointers(canvas: HTMLCanvasElement, session: Session, notes: NotesLayer): void {
  const pointers = new Map<number, Pointer>();
  let action: Action | undefined;
  let pressure = 0.5;
  let lastCursor = 0;
  /** The stroke that is drawn, and how much of it the others know, since when. */
  let stroke: Stroke | undefined;
  let mentioned = 0;
  let lastMention = 0;
  let shape: Shape | undefined;
  /** Where a press began, in units of the paper. */
  let begun: readonly [x: number, y: number] = [0, 0];
  canvas.addEventListener('pointerdown', down);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', up);
  canvas.addEventListener('dblclick', ({ clientX, clientY }) => {
    const note =
      session.tool === 'select' ? notes.at(...toPaper(session.camera, clientX, clientY)) : undefined;
    if (note !== undefined) session.set({ editing: note });
  });
  canvas.addEventListener('pointerleave', () => session.mention({ type: 'cursor', cursor: null }));
  canvas.addEventListener('wheel', wheel, { passive: false });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());

  function down(event: PointerEvent): void {
    const { button, pointerId } = event;
    if (button > 1) return;
    event.preventDefault();
    notes.finish();
    canvas.setPointerCapture(pointerId);
    pointers.set(pointerId, { x: event.clientX, y: event.clientY, at: event.timeStamp });
    if (pointers.size === 2) {
      cancel();
      action = 'pinch';
      return;
    }
    const { tool, camera } = session;
    const [x, y] = toPaper(camera, event.clientX, event.clientY);
    if (tool === 'hand' || session.spaceHeld || button === 1) {
      action = 'pan';
      canvas.dataset['panning'] = '';
    } else if (tool === 'select') {
      begun = [x, y];
      action = press(x, y, event.shiftKey);
    } else if (tool === 'shape') {
      begun = [x, y];
      action = 'shape';
    } else if (tool === 'pen') {
      action = 'draw';
      pressure = 0.5;
      startStroke([x, y, event.pointerType === 'pen' ? event.pressure : 0.5]);
    } else if (tool === 'eraser') {
      action = 'erase';
      erase(x, y);
    } else {
      notes.create(x, y);
    }
  }

  function move(event: PointerEvent): void {
    const { camera } = session;
    if (event.timeStamp - lastCursor >= CURSOR_PACE) {
      lastCursor = event.timeStamp;
      session.mention({ type: 'cursor', cursor: toPaper(camera, event.clientX, event.clientY) });
    }
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    const [x, y] = toPaper(camera, now.x, now.y);
    if (action === 'pan') session.look(pan(camera, now.x - before.x, now.y - before.y));
    if (action === 'move') session.set({ moving: [x - begun[0], y - begun[1]] });
    if (action === 'frame') session.set({ frame: frameTo(x, y) });
    if (action === 'shape') drawShape(x, y, event.shiftKey);
    if (action === 'pinch') pinch(event.pointerId, now);
    if (action === 'erase') erase(x, y);
    if (action === 'draw') draw(event, before);
    pointers.set(event.pointerId, now);
  }

  function up(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    const isOver = event.type === 'pointerup';
    if (action === 'draw') finishStroke();
    if (action === 'shape') finishShape(isOver);
    if (action === 'move') session.moveSelection(...(isOver ? session.moving : ([0, 0] as const)));
    if (action === 'frame') select(isOver ? session.frame : undefined, event.shiftKey);
    // The second finger of a pinch starts no stroke when the first one lifts.
    if (pointers.size > 0) return;
    action = undefined;
    delete canvas.dataset['panning'];
  }

  function draw(event: PointerEvent, before: Pointer): void {
    const all = event.getCoalescedEvents();
    const steps = all.length > 0 ? all : [event];
    let from = before;
    for (const step of steps) {
      const distance = Math.hypot(step.clientX - from.x, step.clientY - from.y);
      if (distance < 1) continue;
      const speed = distance / Math.max(1, step.timeStamp - from.at);
      const guess = 0.68 - 0.4 * Math.min(1, speed / FAST);
      pressure += (guess - pressure) * 0.25;
      const felt = step.pointerType === 'pen' ? step.pressure : pressure;
      extendStroke([...toPaper(session.camera, step.clientX, step.clientY), felt]);
      from = { x: step.clientX, y: step.clientY, at: step.timeStamp };
    }
  }

  function erase(x: number, y: number): void {
    const reach = REACH / session.camera.zoom;
    const drawn = session.paper.drawn().filter((item) => touches(item, x, y, reach));
    const note = notes.at(x, y);
    session.remove([...drawn.map(({ id }) => id), ...(note === undefined ? [] : [note])]);
  }

  /** Selects the topmost item under a press, and begins to move it; on the bare paper begins a frame. */
  function press(x: number, y: number, adds: boolean): 'move' | 'frame' {
    const reach = REACH / session.camera.zoom;
    const under = notes.at(x, y) ?? session.paper.drawn().findLast((item) => touches(item, x, y, reach))?.id;
    if (under === undefined) {
      if (!adds) session.set({ selected: new Set() });
      return 'frame';
    }
    const isSelected = session.selected.has(under);
    if (adds) {
      const others = [...session.selected].filter((id) => id !== under);
      session.set({ selected: new Set(isSelected ? others : [...others, under]) });
    } else if (!isSelected) session.set({ selected: new Set([under]) });
    return 'move';
  }

  function frameTo(x: number, y: number): Box {
    const [fromX, fromY] = begun;
    return {
      left: Math.min(fromX, x),
      top: Math.min(fromY, y),
      right: Math.max(fromX, x),
      bottom: Math.max(fromY, y),
    };
  }

  /** Selects what lies whole within a frame. */
  function select(frame: Box | undefined, adds: boolean): void {
    const inside = [...session.paper.items.values()].filter((item) => {
      const box = boxOf(item);
      return (
        frame !== undefined &&
        box.left >= frame.left &&
        box.top >= frame.top &&
        box.right <= frame.right &&
        box.bottom <= frame.bottom
      );
    });
    const before = adds ? session.selected : [];
    session.set({ frame: undefined, selected: new Set([...before, ...inside.map(({ id }) => id)]) });
  }

  /** Shift makes squares and circles, and lines that are level or upright. */
  function drawShape(x: number, y: number, isEven: boolean): void {
    const { ink, size, form, name } = session;
    const [fromX, fromY] = begun;
    let [width, height] = [x - fromX, y - fromY];
    if (isEven && (form === 'line' || form === 'arrow')) {
      if (Math.abs(width) > Math.abs(height)) height = 0;
      else width = 0;
    } else if (isEven) {
      const side = Math.max(Math.abs(width), Math.abs(height));
      [width, height] = [Math.sign(width) * side, Math.sign(height) * side];
    }
    shape = {
      kind: 'shape',
      id: shape?.id ?? newId(),
      by: name,
      form,
      ink,
      size,
      x: fromX,
      y: fromY,
      width,
      height,
    };
    session.set({ shape });
  }

  function finishShape(isOver: boolean): void {
    const finished = shape;
    shape = undefined;
    session.set({ shape });
    if (!isOver || finished === undefined) return;
    if (Math.hypot(finished.width, finished.height) * session.camera.zoom >= LEAST) session.put(finished);
  }

  function pinch(id: number, now: Pointer): void {
    const before = pointers.get(id);
    const other = [...pointers].find(([otherId]) => otherId !== id)?.[1];
    if (!before || !other) return;
    const { camera } = session;
    const spread = (pointer: Pointer): number => Math.hypot(pointer.x - other.x, pointer.y - other.y) || 1;
    const moved = pan(camera, (now.x - before.x) / 2, (now.y - before.y) / 2);
    const [middleX, middleY] = [(now.x + other.x) / 2, (now.y + other.y) / 2];
    const zoom = (camera.zoom * spread(now)) / spread(before);
    session.look(zoomAt(moved, zoom, middleX, middleY));
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const { camera } = session;
    if (event.shiftKey) {
      session.look(pan(camera, -event.deltaX || -event.deltaY, 0));
      return;
    }
    // A pinch on a touch pad comes as a wheel with Ctrl and small steps.
    const strength = event.ctrlKey ? 0.012 : 0.0016;
    const zoom = camera.zoom * Math.exp(-event.deltaY * strength);
    session.look(zoomAt(camera, zoom, event.clientX, event.clientY));
  }

  /** @param point in units of the paper; its pressure may be a guess */
  function startStroke(point: Point): void {
    const { ink, size, name, paper } = session;
    stroke = { kind: 'stroke', id: newId(), by: name, ink, size, points: [point] };
    mentioned = 0;
    paper.drafts.set(stroke.id, stroke);
  }

  function extendStroke(point: Point): void {
    if (!stroke) return;
    if (stroke.points.length >= LONGEST) {
      finishStroke();
      startStroke(point);
      return;
    }
    stroke = { ...stroke, points: [...stroke.points, point] };
    session.paper.drafts.set(stroke.id, stroke);
    session.set({});
    const now = performance.now();
    if (now - lastMention < STROKE_PACE) return;
    lastMention = now;
    const { id, ink, size, points } = stroke;
    session.mention({ type: 'draft', draft: { id, ink, size, points: points.slice(mentioned) } });
    mentioned = points.length;
  }

  function finishStroke(): void {
    const finished = stroke;
    stroke = undefined;
    if (finished) session.put(finished);
  }

  /** Forgets what was begun, as when a second finger turns it into a pinch. */
  function cancel(): void {
    if (stroke) session.paper.drafts.delete(stroke.id);
    stroke = undefined;
    shape = undefined;
    session.set({ shape, frame: undefined, moving: [0, 0] });
  }
}
