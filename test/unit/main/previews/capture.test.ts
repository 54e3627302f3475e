import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { captureFile, type View } from '../../../../main/previews/capture.ts';

/** Everything of a PNG but its first eight bytes, by kind. */
function chunksOf(png: Uint8Array): readonly (readonly [kind: string, data: Buffer])[] {
  const bytes = Buffer.from(png);
  const chunks: [string, Buffer][] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    chunks.push([bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
  }
  return chunks;
}

/** Blue on the left, red on the right, as Electron gives it. */
function halves(width: number, height: number, scale = 1): View {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    pixels.set(at % width < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255], at * 4);
  return { width, height, pixels, scale };
}

/** Rows of three bytes a pixel. */
async function read(view: View, lines: readonly string[], chunks: Readonly<Record<string, string>> = {}) {
  const file = chunksOf(await captureFile(view, { lines, chunks }));
  const [, header = Buffer.alloc(8)] = file[0] ?? [];
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const raw = inflateSync(file.find(([kind]) => kind === 'IDAT')?.[1] ?? Buffer.alloc(0));
  const rows = Array.from({ length: height }, (_, y) =>
    raw.subarray(y * (1 + width * 3) + 1, (y + 1) * (1 + width * 3)),
  );
  const texts = file.filter(([kind]) => kind === 'tEXt').map(([, data]) => data.toString('latin1'));
  return { width, height, rows, texts, kinds: file.map(([kind]) => kind) };
}

describe('the file of a picture', () => {
  test('has what was seen in its own colours, and below it a strip with dark letters', async () => {
    const { width, height, rows } = await read(halves(60, 10), ['Hi']);
    expect(width).toBe(60);
    expect(height).toBeGreaterThan(10 + 16);
    expect([...(rows[9] ?? [])].slice(0, 3)).toEqual([0, 0, 255]);
    expect([...(rows[9] ?? [])].slice(-3)).toEqual([255, 0, 0]);
    const strip = rows.slice(10).map((row) => [...row].filter((_, at) => at % 3 === 0));
    // The H is two upright lines with a bar between them.
    const letter = strip.slice(8, 22).map((row) =>
      row
        .slice(8, 18)
        .map((tone) => (tone < 128 ? '#' : ' '))
        .join(''),
    );
    expect(letter.filter((_, at) => at % 2 === 0)).toEqual([
      '##      ##',
      '##      ##',
      '##      ##',
      '##########',
      '##      ##',
      '##      ##',
      '##      ##',
    ]);
  });

  test('has its texts as chunks, in Latin-1, before the pixels', async () => {
    const { texts, kinds } = await read(halves(4, 4), ['x'], { Title: 'Ärger 7b 🎈', Software: 'Easel' });
    expect(texts).toEqual(['Title\0Ärger 7b ?', 'Software\0Easel']);
    expect(kinds).toEqual(['IHDR', 'tEXt', 'tEXt', 'IDAT', 'IEND']);
  });

  test('breaks lines that are wider than the picture, and is drawn larger for dense screens', async () => {
    const one = await read(halves(200, 1), ['a'.repeat(10)]);
    const broken = await read(halves(200, 1), ['a'.repeat(40)]);
    const dense = await read(halves(400, 1, 2), ['a'.repeat(10)]);
    expect(broken.height).toBeGreaterThan(one.height);
    expect(dense.height).toBe(1 + 2 * (one.height - 1));
  });

  test('is none of nothing', async () => {
    const nothing = { width: 0, height: 0, pixels: new Uint8Array(), scale: 1 };
    await expect(captureFile(nothing, { lines: [], chunks: {} })).rejects.toThrow('nothing in view');
  });
});
