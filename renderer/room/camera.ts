import type { Item } from '../../preload/contract/practice-room.ts';

export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export type Size = Pick<DOMRect, 'width' | 'height'>;

const SMALLEST = 0.1;
const LARGEST = 4;

export function toPaper(camera: Camera, x: number, y: number): readonly [x: number, y: number] {
  return [camera.x + x / camera.zoom, camera.y + y / camera.zoom];
}

export function pan(camera: Camera, byX: number, byY: number): Camera {
  return { ...camera, x: camera.x - byX / camera.zoom, y: camera.y - byY / camera.zoom };
}

export function zoomAt(camera: Camera, zoom: number, x: number, y: number): Camera {
  const allowed = Math.min(LARGEST, Math.max(SMALLEST, zoom));
  const [paperX, paperY] = toPaper(camera, x, y);
  return { zoom: allowed, x: paperX - x / allowed, y: paperY - y / allowed };
}

/** Returns the camera that shows all items between the two toolbars (see room.css). Zooms to at most 100 %. */
export function fit(items: readonly Item[], window: Size): Camera {
  if (items.length === 0) return { x: 0, y: 0, zoom: 1 };
  const corners = items.flatMap(cornersOf);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const above = 72;
  const width = window.width - 56;
  const height = window.height - above - 76;
  const zoom = Math.max(SMALLEST, Math.min(width / (right - left), height / (bottom - top), 1));
  return {
    zoom,
    x: (left + right - window.width / zoom) / 2,
    y: (top + bottom) / 2 - (above + height / 2) / zoom,
  };
}

/** Returns the points of a stroke, or the corners of a note. A note's height is estimated from its text. */
function cornersOf(item: Item): readonly (readonly [x: number, y: number])[] {
  if (item.kind === 'stroke') return item.points.map(([x, y]) => [x, y]);
  const { x, y, width, fontSize, text, color } = item;
  const perLine = Math.max(1, width / (fontSize * 0.55));
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / perLine)));
  const height = lines.reduce((sum, count) => sum + count, 0) * 1.35 + (color === 'plain' ? 0 : 1.5);
  return [
    [x, y],
    [x + width, y + height * fontSize],
  ];
}

/** Returns the distance between the background's dots in CSS pixels. It doubles at steps as the user zooms out. */
export function gridOf({ zoom }: Camera): number {
  return 28 * zoom * 2 ** Math.max(0, Math.ceil(Math.log2(0.6 / zoom)));
}
