/**
 * A picture of what is in view of a room, as a PNG file. What it is stands in the file twice: in text chunks, and in words on a
 * strip below the picture, which stay when a program drops the chunks.
 */
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { Drawing, DrawnPage } from '../files/files.ts';
import { escaped } from '../wording/format.ts';

/** What is said of it: the strip's lines, each of several texts, and the text chunks by their keywords. */
export interface Caption {
  readonly lines: readonly (readonly string[])[];
  readonly chunks: Readonly<Record<string, string>>;
}

/** The page that `captureFile` wants as the strip: as wide as the picture. Each text reads in its own direction. */
export function stripPage({ width, scale }: Drawing, { lines }: Caption): DrawnPage {
  const body = lines
    .map((texts) => `<p>${texts.map((text) => `<bdi>${escaped(text)}</bdi>`).join(' ')}</p>`)
    .join('');
  return { style: STYLE, body, width: Math.ceil(width / scale) };
}

/** Light in a dark system too: it goes to others. A text without end takes three lines. */
const STYLE = `
:root { color-scheme: only light; forced-color-adjust: none }
body { margin: 0; padding: 8px 12px; font: 13px/1.4 system-ui, sans-serif; color: #202020; background: #f4f4f4 }
p { margin: 0; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; overflow-wrap: anywhere }
p:first-child { font-weight: 600 }
`;

/** The file: `view`, and below it as much of `strip` as is written on. Rejects where there is nothing in view. */
export async function captureFile(
  view: Drawing,
  strip: Drawing,
  chunks: Caption['chunks'],
): Promise<Uint8Array> {
  if (!isWhole(view) || !isWhole(strip)) throw new Error('nothing in view');
  const stripHeight = writtenHeight(strip);
  // On another screen the strip may have come out wider.
  const [width, height] = [Math.max(view.width, strip.width), view.height + stripHeight];
  const rows = Buffer.alloc(height * (1 + width * 3), 0xf4);
  for (let y = 0; y < height; y += 1) {
    const [from, row] = y < view.height ? [view, y] : [strip, y - view.height];
    let at = y * (1 + width * 3);
    // No filter.
    rows[at] = 0;
    for (let x = 0; x < from.width; x += 1) {
      const pixel = (row * from.width + x) * 4;
      rows[at + 1] = from.pixels[pixel + 2] ?? 0;
      rows[at + 2] = from.pixels[pixel + 1] ?? 0;
      rows[at + 3] = from.pixels[pixel] ?? 0;
      at += 3;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  const packed = await promisify(deflate)(rows);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...Object.entries(chunks).map(([keyword, text]) => textChunk(keyword, text)),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function isWhole({ width, height, pixels }: Drawing): boolean {
  return width > 0 && height > 0 && pixels.length === width * height * 4;
}

/** The rows of a strip up to its last letter, and as many below that as above its first. */
function writtenHeight({ width, height, pixels }: Drawing): number {
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const row = (y: number): Buffer => bytes.subarray(y * width * 4, (y + 1) * width * 4);
  const blank = row(0);
  let [first, last] = [0, height - 1];
  while (first < height && row(first).equals(blank)) first += 1;
  while (last > first && row(last).equals(blank)) last -= 1;
  return Math.min(height, last + 1 + first);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Plain text chunks are Latin-1, international ones UTF-8. */
function textChunk(keyword: string, text: string): Buffer {
  return /^[\n\x20-\x7e\xa1-\xff]*$/u.test(text)
    ? chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))
    : chunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`));
}
