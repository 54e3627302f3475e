import type { NativeImage } from 'electron';
import type { Drawing } from '../files/files.ts';

/** As finely as the screen shows it. */
export function drawingOf(image: NativeImage): Drawing | null {
  const scale = Math.max(1, ...image.getScaleFactors());
  const size = image.getSize();
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  const pixels = image.toBitmap({ scaleFactor: scale });
  return pixels.length > 0 && pixels.length === width * height * 4 ? { width, height, pixels, scale } : null;
}
