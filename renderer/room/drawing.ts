import type { Point, Stroke } from '../../preload/contract/practice-room.ts';
import { pan, toPaper, zoomAt } from './camera.ts';
import { newId, byId } from './dom.ts';
import type { Link } from './link.ts';
import type { Room } from './room.ts';
import { getStroke } from 'perfect-freehand';

/** Maximum number of points per stroke. A longer line continues as a new stroke. */
const LONGEST = 1_000;
const NO_PRESSURE = 0.5;
/** Minimum ms between two messages with an unfinished stroke. Each message contains the whole stroke. */
const PACE_MS = 50;

export function followPointer(canvas: HTMLElement, room: Room, link: Link): void {
  let action: 'draw' | 'pan' | undefined;
  let last: PointerEvent | undefined;
  let stroke: Stroke | undefined;
  let sentAt = 0;

  canvas.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button > 1) return;
    // Only the note tool moves the focus (to a note). For other tools, `preventDefault` keeps the focus.
    if (room.tool !== 'note') event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    last = event;
    if (event.button === 1 || room.tool === 'hand') action = 'pan';
    else if (room.tool === 'pen') action = 'draw';
    if (action === 'draw') extend(event);
    if (stroke) room.put(stroke);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (action === 'draw') event.getCoalescedEvents().forEach(draw);
    if (action === 'draw' && stroke) {
      if (event.timeStamp - sentAt < PACE_MS) room.draw(stroke);
      else {
        sentAt = event.timeStamp;
        room.put(stroke);
      }
    }
    if (action === 'pan' && last) {
      room.set({ camera: pan(room.camera, event.clientX - last.clientX, event.clientY - last.clientY) });
      last = event;
    }
    link.send({ type: 'cursor', cursor: toPaper(room.camera, event.clientX, event.clientY) });
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(end, ({ isPrimary }) => {
      if (!isPrimary) return;
      if (stroke) room.put(stroke);
      action = undefined;
      stroke = undefined;
    });
  canvas.addEventListener('pointerleave', () => link.send({ type: 'cursor', cursor: null }));
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('wheel', wheel, { passive: false });

  function draw(step: PointerEvent): void {
    if (!last || Math.hypot(step.clientX - last.clientX, step.clientY - last.clientY) < 1) return;
    last = step;
    extend(step);
  }

  function extend(event: PointerEvent): void {
    const pressure = event.pointerType === 'pen' ? event.pressure : NO_PRESSURE;
    const point: Point = [...toPaper(room.camera, event.clientX, event.clientY), pressure];
    if (stroke && stroke.points.length >= LONGEST) {
      room.put(stroke);
      stroke = undefined;
    }
    stroke ??= { kind: 'stroke', id: newId(), by: '', ink: room.you?.ink ?? 'ink', size: 5, points: [] };
    stroke = { ...stroke, points: [...stroke.points, point] };
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const { camera } = room;
    if (event.shiftKey) return room.set({ camera: pan(camera, -event.deltaX || -event.deltaY, 0) });
    // A pinch on a touch pad arrives as wheel events with `ctrlKey`, whose steps are smaller.
    const zoom = camera.zoom * Math.exp(-event.deltaY * (event.ctrlKey ? 0.012 : 0.0016));
    room.set({ camera: zoomAt(camera, zoom, event.clientX, event.clientY) });
  }
}

export function createPainter(): (strokes: readonly Stroke[]) => void {
  const drawing = byId('strokes', SVGSVGElement);
  const paths = new Map<string, { readonly path: SVGPathElement; stroke: Stroke | undefined }>();

  return (strokes) => {
    const gone = new Set(paths.keys());
    for (const stroke of strokes) {
      gone.delete(stroke.id);
      const entry = paths.get(stroke.id) ?? { path: add(stroke), stroke: undefined };
      paths.set(stroke.id, entry);
      if (entry.stroke === stroke) continue;
      entry.stroke = stroke;
      entry.path.setAttribute('d', outlineOf(stroke));
    }
    for (const id of gone) {
      paths.get(id)?.path.remove();
      paths.delete(id);
    }
  };

  function add({ ink }: Stroke): SVGPathElement {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.style.fill = `var(--${ink})`;
    drawing.append(path);
    return path;
  }
}

function outlineOf({ points, size }: Stroke): string {
  const simulatePressure = points.every(([, , pressure]) => pressure === NO_PRESSURE);
  const pen = { size, thinning: 0.55, smoothing: 0.5, streamline: 0.3, simulatePressure, last: true };
  const outline = getStroke(
    points.map((point) => [...point]),
    pen,
  );
  const [first = [0, 0]] = outline;
  // Smooths a stroke: its points become control points of curves between the midpoints.
  const curves = outline.map(([x, y], index) => {
    const [nextX, nextY] = outline[index + 1] ?? first;
    return `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
  });
  return `M${first[0]} ${first[1]}${curves.join('')}Z`;
}
