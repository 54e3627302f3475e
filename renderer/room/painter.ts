import { getStroke } from 'perfect-freehand';
import { toWindow, type Box, type Camera } from './camera.ts';
import type { Ink, Stroke } from './messages.ts';
import { strokeBox } from './paper.ts';

interface Shape {
  readonly path: Path2D;
  readonly box: Box;
}

/** Distance of the ground's dots, in units of the paper. */
const GRID = 28;

/** Draws the ground and the strokes on the canvas. Outlines are computed once per stroke. */
export class Painter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #shapes = new WeakMap<Stroke, Shape>();

  constructor(canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('This browser has no 2D canvas');
    this.#canvas = canvas;
    this.#context = context;
  }

  paint(camera: Camera, strokes: Iterable<Stroke>): void {
    const { width, height } = this.#canvas.getBoundingClientRect();
    const scale = window.devicePixelRatio;
    const [pixelsX, pixelsY] = [Math.round(width * scale), Math.round(height * scale)];
    if (this.#canvas.width !== pixelsX) this.#canvas.width = pixelsX;
    if (this.#canvas.height !== pixelsY) this.#canvas.height = pixelsY;
    const style = getComputedStyle(document.documentElement);
    const color = (name: string): string => style.getPropertyValue(`--${name}`).trim();
    const context = this.#context;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.fillStyle = color('ground');
    context.fillRect(0, 0, width, height);
    this.#dots(camera, width, height, color('dot'));

    const inks = new Map<Ink, string>();
    const seen = { right: camera.x + width / camera.zoom, bottom: camera.y + height / camera.zoom };
    context.setTransform(camera.zoom * scale, 0, 0, camera.zoom * scale, 0, 0);
    context.translate(-camera.x, -camera.y);
    for (const stroke of strokes) {
      const { path, box } = this.#shape(stroke);
      if (box.right < camera.x || box.bottom < camera.y || box.left > seen.right || box.top > seen.bottom)
        continue;
      const ink = inks.get(stroke.ink) ?? color(`ink-${stroke.ink}`);
      inks.set(stroke.ink, ink);
      context.fillStyle = ink;
      context.fill(path);
    }
  }

  /** Dots move and grow with the paper; far away there are fewer of them. */
  #dots(camera: Camera, width: number, height: number, color: string): void {
    const step = GRID * 2 ** Math.max(0, Math.ceil(Math.log2(0.6 / camera.zoom)));
    const radius = Math.min(1.6, Math.max(0.9, camera.zoom * 1.1));
    const [startX, startY] = toWindow(
      camera,
      Math.floor(camera.x / step) * step,
      Math.floor(camera.y / step) * step,
    );
    this.#context.fillStyle = color;
    for (let x = startX; x < width + radius; x += step * camera.zoom) {
      for (let y = startY; y < height + radius; y += step * camera.zoom) {
        this.#context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
      }
    }
  }

  #shape(stroke: Stroke): Shape {
    const known = this.#shapes.get(stroke);
    if (known) return known;
    const shape = { path: outline(stroke), box: strokeBox(stroke) };
    this.#shapes.set(stroke, shape);
    return shape;
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
