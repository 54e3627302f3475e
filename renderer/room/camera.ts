/** The part of the paper that the window shows. */
export interface Camera {
  /** The place of the paper at the window's top left. */
  readonly x: number;
  readonly y: number;
  /** CSS pixels per unit of the paper. */
  readonly zoom: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const SMALLEST = 0.1;
const LARGEST = 4;
/** Room kept for the bars, in CSS pixels; in a low window they lie side by side, or there is one of them (room.css). */
const MARGIN: Box = { left: 28, top: 84, right: 28, bottom: 138 };
const LOW_MARGIN: Box = { left: 28, top: 68, right: 28, bottom: 68 };

/** The place of the paper under a place of the window. */
export function toPaper(camera: Camera, x: number, y: number): readonly [x: number, y: number] {
  return [camera.x + x / camera.zoom, camera.y + y / camera.zoom];
}

/** The place of the window over a place of the paper. */
export function toWindow(camera: Camera, x: number, y: number): readonly [x: number, y: number] {
  return [(x - camera.x) * camera.zoom, (y - camera.y) * camera.zoom];
}

/** Moves the paper with the pointer, by CSS pixels. */
export function pan(camera: Camera, byX: number, byY: number): Camera {
  return { ...camera, x: camera.x - byX / camera.zoom, y: camera.y - byY / camera.zoom };
}

/** Zooms, and keeps the place of the paper under x, y of the window where it is. */
export function zoomAt(camera: Camera, zoom: number, x: number, y: number): Camera {
  const allowed = Math.min(LARGEST, Math.max(SMALLEST, zoom));
  const [paperX, paperY] = toPaper(camera, x, y);
  return { zoom: allowed, x: paperX - x / allowed, y: paperY - y / allowed };
}

/** Shows a part of the paper as large as it gets, as somebody else sees it. */
export function lookAt(part: Box, { width, height }: Size): Camera {
  const wanted = Math.min(width / (part.right - part.left), height / (part.bottom - part.top));
  const zoom = Math.min(LARGEST, Math.max(SMALLEST, wanted));
  return {
    zoom,
    x: (part.left + part.right - width / zoom) / 2,
    y: (part.top + part.bottom - height / zoom) / 2,
  };
}

/** Shows a part of the paper as large as it gets between the bars, at most at 100 %. */
export function fit(box: Box | undefined, window: Size): Camera {
  if (!box) return { x: 0, y: 0, zoom: 1 };
  const isLow = window.height < 340 || (window.height < 560 && window.width >= 800);
  const margin = isLow ? LOW_MARGIN : MARGIN;
  const width = window.width - margin.left - margin.right;
  const height = window.height - margin.top - margin.bottom;
  const wanted = Math.min(width / (box.right - box.left), height / (box.bottom - box.top), 1);
  const zoom = Math.max(SMALLEST, wanted);
  return {
    zoom,
    x: (box.left + box.right) / 2 - (margin.left + width / 2) / zoom,
    y: (box.top + box.bottom) / 2 - (margin.top + height / 2) / zoom,
  };
}
