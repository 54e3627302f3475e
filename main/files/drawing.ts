import type { Drawing } from './files.ts';

/** Of Electron's `NativeImage`. */
interface Image {
  readonly getScaleFactors: () => readonly number[];
  readonly getSize: () => { readonly width: number; readonly height: number };
  readonly toBitmap: (options: { readonly scaleFactor: number }) => Uint8Array;
}

/** An image as finely as the screen shows it; null where there is nothing of it. */
export function drawingOf(image: Image): Drawing | null {
  const scale = Math.max(1, ...image.getScaleFactors());
  const size = image.getSize();
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  const pixels = image.toBitmap({ scaleFactor: scale });
  return pixels.length > 0 && pixels.length === width * height * 4 ? { width, height, pixels, scale } : null;
}
