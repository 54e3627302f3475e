import { createRequire } from 'node:module';

interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const codecs = createRequire(import.meta.url)('playwright-core/lib/utilsBundle') as {
  readonly PNG: { readonly sync: { read(png: Buffer): Bitmap; write(bitmap: Bitmap): Buffer } };
  readonly jpegjs: { encode(bitmap: Bitmap, quality: number): { readonly data: Buffer } };
};

const NOTHING: Bitmap = { width: 0, height: 0, data: new Uint8Array() };

export class NativeImage {
  readonly #bitmap: Bitmap;

  constructor(bitmap = NOTHING) {
    this.#bitmap = bitmap;
  }

  static fromPNG(base64: string): NativeImage {
    return new NativeImage(codecs.PNG.sync.read(Buffer.from(base64, 'base64')));
  }

  isEmpty(): boolean {
    return this.#bitmap.width === 0;
  }
  getSize(): { readonly width: number; readonly height: number } {
    return { width: this.#bitmap.width, height: this.#bitmap.height };
  }
  toJPEG(quality: number): Buffer {
    return codecs.jpegjs.encode(this.#bitmap, quality).data;
  }
  toPNG(): Buffer {
    return codecs.PNG.sync.write(this.#bitmap);
  }
  resize({ width, height }: { readonly width: number; readonly height: number }): NativeImage {
    const from = this.#bitmap;
    const data = new Uint8Array(width * height * 4);
    const begin = (at: number, size: number, whole: number): number => Math.floor((at * whole) / size);
    for (let y = 0; y < height; y += 1) {
      const top = begin(y, height, from.height);
      const bottom = Math.max(top + 1, begin(y + 1, height, from.height));
      for (let x = 0; x < width; x += 1) {
        const left = begin(x, width, from.width);
        const right = Math.max(left + 1, begin(x + 1, width, from.width));
        for (let channel = 0; channel < 4; channel += 1) {
          let sum = 0;
          for (let row = top; row < bottom; row += 1)
            for (let column = left; column < right; column += 1)
              sum += from.data[(row * from.width + column) * 4 + channel] ?? 0;
          data[(y * width + x) * 4 + channel] = Math.round(sum / ((bottom - top) * (right - left)));
        }
      }
    }
    return new NativeImage({ width, height, data });
  }
}
