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
 * Draws the ground and what is on it, in the colours of room.css. Outlines are computed once per item, and what is finished is
 * drawn once: until something of it changes, what is new is drawn on top.
 *
 * @param changed called when an image has loaded, or the colours are others
 * @returns paints what the camera sees of these items; those that are not finished lie above the others
 */
export function createPainter(canvas: HTMLCanvasElement, changed: () => void) {
  const context = contextOf(canvas);
  const finishedLayer = document.createElement('canvas');
  const finishedContext = contextOf(finishedLayer);
  const shapes = new WeakMap<Drawn, { readonly path: Path2D; readonly box: Box }>();
  const images = new Map<string, HTMLImageElement>();
  let colors: ReturnType<typeof colorsOf> | undefined;
  /** What lies on the layer, the lowest first, and how that was seen. */
  let onLayer: readonly Drawn[] = [];
  let seenAs: readonly unknown[] = [];
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
    matchMedia(query).addEventListener('change', () => {
      colors = undefined;
      repaint();
    });

  /** Nothing on the layer is right any more. */
  function repaint(): void {
    seenAs = [];
    changed();
  }

  return function paint(
    camera: Camera,
    finished: readonly Drawn[],
    unfinished: readonly Drawn[],
    marks: Marks,
  ): void {
    const { width, height } = canvas.getBoundingClientRect();
    const scale = window.devicePixelRatio;
    const [pixelsX, pixelsY] = [Math.round(width * scale), Math.round(height * scale)];
    // A notice stands in its place.
    if (pixelsX === 0 || pixelsY === 0) return;
    for (const each of [canvas, finishedLayer]) {
      if (each.width !== pixelsX) each.width = pixelsX;
      if (each.height !== pixelsY) each.height = pixelsY;
    }
    colors ??= colorsOf(canvas);
    const { x, y, zoom } = camera;
    const seeing = [x, y, zoom, width, height, scale, marks.selected, ...marks.moving];
    const isAsBefore =
      seeing.every((value, index) => value === seenAs[index]) &&
      onLayer.every((item, index) => item === finished[index]);
    if (!isAsBefore) {
      finishedContext.setTransform(scale, 0, 0, scale, 0, 0);
      finishedContext.fillStyle = colors.ground;
      finishedContext.fillRect(0, 0, width, height);
      finishedContext.fillStyle = colors.dots;
      paintDots(finishedContext, camera, width, height);
    }
    place(finishedContext);
    draw(finishedContext, isAsBefore ? finished.slice(onLayer.length) : finished);
    onLayer = finished;
    seenAs = seeing;

    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(finishedLayer, 0, 0);
    place(context);
    draw(context, unfinished);
    if (marks.frame) outlineBox(context, marks.frame, colors.accent, zoom);

    function place(on: CanvasRenderingContext2D): void {
      on.setTransform(zoom * scale, 0, 0, zoom * scale, 0, 0);
      on.translate(-x, -y);
      on.lineCap = 'round';
      on.lineJoin = 'round';
    }

    function draw(on: CanvasRenderingContext2D, items: readonly Drawn[]): void {
      for (const item of items) {
        const { path, box } = shapes.get(item) ?? { path: pathOf(item), box: boxOf(item) };
        shapes.set(item, { path, box });
        const isSelected = marks.selected.has(item.id);
        const [byX, byY] = isSelected ? marks.moving : [0, 0];
        if (
          box.right + byX < x ||
          box.bottom + byY < y ||
          box.left + byX > x + width / zoom ||
          box.top + byY > y + height / zoom
        )
          continue;
        on.save();
        on.translate(byX, byY);
        if (item.kind === 'image') {
          const image = imageOf(item);
          // One that can't be read has no size, and can't be drawn.
          if (image.naturalWidth > 0) on.drawImage(image, item.x, item.y, item.width, item.height);
        } else {
          on.fillStyle = colors?.inks[item.ink] ?? '';
          on.strokeStyle = on.fillStyle;
          if (item.kind === 'shape') on.lineWidth = item.size;
          if (item.kind === 'shape') on.stroke(path);
          else on.fill(path);
        }
        if (isSelected) outlineBox(on, box, colors?.accent ?? '', zoom);
        on.restore();
      }
    }
  };

  function imageOf({ id, source }: Picture): HTMLImageElement {
    const known = images.get(id);
    if (known) return known;
    const image = new Image();
    image.addEventListener('load', repaint);
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

function outlineBox(
  context: CanvasRenderingContext2D,
  { left, top, right, bottom }: Box,
  color: string,
  zoom: number,
): void {
  const gap = 4 / zoom;
  context.strokeStyle = color;
  context.lineWidth = 1.5 / zoom;
  context.strokeRect(left - gap, top - gap, right - left + 2 * gap, bottom - top + 2 * gap);
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser has no 2D canvas');
  return context;
}

/** The colours as they are now. */
function colorsOf(canvas: HTMLCanvasElement) {
  const { backgroundColor: ground, color: dots, accentColor: accent } = getComputedStyle(canvas);
  const swatches = [...document.querySelectorAll<HTMLElement>('.swatch')];
  const inks = swatches.map((swatch) => [swatch.dataset['ink'], getComputedStyle(swatch).color] as const);
  return { ground, dots, accent, inks: Object.fromEntries(inks) as Readonly<Record<Ink, string>> };
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
