import { getStroke } from 'perfect-freehand';
import { toWindow, type Box, type Camera } from './camera.ts';
import type { Ink, Item, Note, Picture, Shape, Stroke } from './messages.ts';
import { boxOf } from './paper.ts';

/** Distance of the ground's dots, in units of the paper. */
const GRID = 28;

type Drawn = Exclude<Item, Note>;

/** What is selected, how far it has been moved so far, and the frame that selects. */
export interface Marks {
  readonly selected: ReadonlySet<string>;
  readonly moving: readonly [byX: number, byY: number];
  readonly frame: Box | undefined;
}

/**
 * Draws the ground and what is on it, in the colours of room.css. Outlines are computed once per item.
 *
 * @param changed called when an image has loaded
 * @returns paints what the camera sees of these items
 */
export function createPainter(canvas: HTMLCanvasElement, changed: () => void) {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser has no 2D canvas');
  const shapes = new WeakMap<Drawn, { readonly path: Path2D; readonly box: Box }>();
  const images = new Map<string, HTMLImageElement>();

  return function paint(camera: Camera, items: Iterable<Drawn>, marks: Marks): void {
    const { width, height } = canvas.getBoundingClientRect();
    const scale = window.devicePixelRatio;
    const [pixelsX, pixelsY] = [Math.round(width * scale), Math.round(height * scale)];
    if (canvas.width !== pixelsX) canvas.width = pixelsX;
    if (canvas.height !== pixelsY) canvas.height = pixelsY;
    const style = getComputedStyle(canvas);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.fillStyle = style.backgroundColor;
    context.fillRect(0, 0, width, height);
    context.fillStyle = style.color;
    paintDots(context, camera, width, height);

    const inks = new Map<Ink, string>();
    const seen = { right: camera.x + width / camera.zoom, bottom: camera.y + height / camera.zoom };
    context.setTransform(camera.zoom * scale, 0, 0, camera.zoom * scale, 0, 0);
    context.translate(-camera.x, -camera.y);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    const accent = style.accentColor;
    for (const item of items) {
      const { path, box } = shapes.get(item) ?? { path: pathOf(item), box: boxOf(item) };
      shapes.set(item, { path, box });
      const isSelected = marks.selected.has(item.id);
      const [byX, byY] = isSelected ? marks.moving : [0, 0];
      if (
        box.right + byX < camera.x ||
        box.bottom + byY < camera.y ||
        box.left + byX > seen.right ||
        box.top + byY > seen.bottom
      )
        continue;
      context.save();
      context.translate(byX, byY);
      if (item.kind === 'image') {
        const image = imageOf(item);
        // One that can't be read has no size, and can't be drawn.
        if (image.naturalWidth > 0) context.drawImage(image, item.x, item.y, item.width, item.height);
      } else {
        const ink = inks.get(item.ink) ?? inkOf(item.ink);
        inks.set(item.ink, ink);
        context.fillStyle = ink;
        context.strokeStyle = ink;
        if (item.kind === 'shape') context.lineWidth = item.size;
        if (item.kind === 'shape') context.stroke(path);
        else context.fill(path);
      }
      if (isSelected) outlineBox(box, accent, camera.zoom);
      context.restore();
    }
    if (marks.frame) outlineBox(marks.frame, accent, camera.zoom);
  };

  function outlineBox({ left, top, right, bottom }: Box, color: string, zoom: number): void {
    if (!context) return;
    const gap = 4 / zoom;
    context.strokeStyle = color;
    context.lineWidth = 1.5 / zoom;
    context.strokeRect(left - gap, top - gap, right - left + 2 * gap, bottom - top + 2 * gap);
  }

  function imageOf({ id, source }: Picture): HTMLImageElement {
    const known = images.get(id);
    if (known) return known;
    const image = new Image();
    image.addEventListener('load', changed);
    image.src = source;
    images.set(id, image);
    return image;
  }
}

function pathOf(item: Drawn): Path2D {
  if (item.kind === 'stroke') return outline(item);
  const path = new Path2D();
  if (item.kind === 'image') return path;
  const { form, x, y, width, height } = item;
  if (form === 'rectangle') path.rect(x, y, width, height);
  else if (form === 'ellipse') {
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    path.ellipse(middleX, middleY, Math.abs(width / 2), Math.abs(height / 2), 0, 0, 2 * Math.PI);
  } else {
    path.moveTo(x, y);
    path.lineTo(x + width, y + height);
    if (form === 'arrow') addHead(path, item);
  }
  return path;
}

function addHead(path: Path2D, { x, y, width, height, size }: Shape): void {
  const angle = Math.atan2(height, width);
  const length = 8 + size * 2.5;
  for (const side of [-0.5, 0.5]) {
    path.moveTo(x + width, y + height);
    path.lineTo(x + width - length * Math.cos(angle + side), y + height - length * Math.sin(angle + side));
  }
}

function inkOf(ink: Ink): string {
  const swatch = document.querySelector(`.swatch[data-ink="${ink}"]`);
  return swatch ? getComputedStyle(swatch).color : '';
}

/** Dots move and grow with the paper; far away there are fewer of them. */
function paintDots(context: CanvasRenderingContext2D, camera: Camera, width: number, height: number): void {
  const step = GRID * 2 ** Math.max(0, Math.ceil(Math.log2(0.6 / camera.zoom)));
  const radius = Math.min(1.6, Math.max(0.9, camera.zoom * 1.1));
  const begin = (at: number): number => Math.floor(at / step) * step;
  const [startX, startY] = toWindow(camera, begin(camera.x), begin(camera.y));
  for (let x = startX; x < width + radius; x += step * camera.zoom) {
    for (let y = startY; y < height + radius; y += step * camera.zoom) {
      context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
    }
  }
}

function outline(stroke: Stroke): Path2D {
  const points = getStroke(
    stroke.points.map(([x, y, pressure]) => [x, y, pressure]),
    {
      size: stroke.size,
      thinning: 0.55,
      smoothing: 0.5,
      streamline: 0.3,
      simulatePressure: false,
      last: true,
    },
  );
  const path = new Path2D();
  const [first] = points;
  if (!first) return path;
  path.moveTo(first[0], first[1]);
  // Curves from middle to middle: the outline's own points are their handles, so that no corner shows.
  for (const [index, point] of points.entries()) {
    const next = points[index + 1] ?? first;
    path.quadraticCurveTo(point[0], point[1], (point[0] + next[0]) / 2, (point[1] + next[1]) / 2);
  }
  path.closePath();
  return path;
}
