import { getStroke } from 'perfect-freehand';
import { toWindow, type Box, type Camera } from './camera.ts';
import type { Ink, Stroke } from './messages.ts';
import { strokeBox } from './paper.ts';

/** Distance of the ground's dots, in units of the paper. */
const GRID = 28;

/**
 * Draws the ground and the strokes, in the colours of room.css. Outlines are computed once per stroke.
 *
 * @returns paints what the camera sees of these strokes
 */
export function createPainter(canvas: HTMLCanvasElement) {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser has no 2D canvas');
  const shapes = new WeakMap<Stroke, { readonly path: Path2D; readonly box: Box }>();

  return function paint(camera: Camera, strokes: Iterable<Stroke>): void {
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
    for (const stroke of strokes) {
      const { path, box } = shapes.get(stroke) ?? { path: outline(stroke), box: strokeBox(stroke) };
      shapes.set(stroke, { path, box });
      if (box.right < camera.x || box.bottom < camera.y || box.left > seen.right || box.top > seen.bottom)
        continue;
      const ink = inks.get(stroke.ink) ?? inkOf(stroke);
      inks.set(stroke.ink, ink);
      context.fillStyle = ink;
      context.fill(path);
    }
  };
}

function inkOf({ ink }: Stroke): string {
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
