/**
 * A picture of what is in view of a room, as a PNG file. What it is stands in the file twice: in text chunks, and in words on a
 * strip below the picture, which stay when a program drops the chunks.
 */
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

/** What a room's page shows, four bytes a pixel: blue, green, red, alpha, as Electron gives them. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Pixels of the screen for each of the page's. */
  readonly scale: number;
}

/** What is said of it: the strip's lines, and the text chunks by their keywords. */
export interface Caption {
  readonly lines: readonly string[];
  readonly chunks: Readonly<Record<string, string>>;
}

/** The file. Rejects where there is nothing in view. */
export async function captureFile(view: View, { lines, chunks }: Caption): Promise<Uint8Array> {
  const { width, height, pixels } = view;
  if (width < 1 || height < 1 || pixels.length !== width * height * 4) throw new Error('nothing in view');
  const dot = Math.max(1, Math.round(2 * view.scale));
  const strip = stripOf(lines, width, dot);
  const rows = Buffer.alloc((height + strip.length) * (1 + width * 3));
  let at = 0;
  for (let y = 0; y < height + strip.length; y += 1) {
    // No filter.
    at += 1;
    const dots = strip[y - height];
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      const flat = dots?.[x] === 1 ? INK : GROUND;
      rows[at] = pixels[from + 2] ?? flat;
      rows[at + 1] = pixels[from + 1] ?? flat;
      rows[at + 2] = pixels[from] ?? flat;
      at += 3;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height + strip.length, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  const texts = Object.entries(chunks).map(([keyword, text]) =>
    chunk('tEXt', Buffer.from(`${keyword}\0${latin(text)}`, 'latin1')),
  );
  const packed = await promisify(deflate)(rows);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...texts,
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
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

/** Text chunks are Latin-1. */
const latin = (text: string): string => text.replaceAll(/[^\n\x20-\x7e\xa1-\xff]/gu, '?');

// The strip: main has no canvas, so each letter is five columns of eight dots, the lowest bit at the top, from space to ~.

const INK = 0x20;
const GROUND = 0xf4;
const COLUMNS = 5;
const ROWS = 8;
const LETTERS = Buffer.from(
  '000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c22410000412' +
    '21c002a1c7f1c2a08083e080800807030000808080808000060600020100804023e5149453e00427f40007249494946' +
    '2141494d331814127f1027454545393c4a49493141211109073649494936464949291e0000140000004034000000081' +
    '422411414141414004122140802015909063e415d594e7c1211127c7f494949363e414141227f4141413e7f49494941' +
    '7f090909013e414151737f0808087f00417f41002040413f017f081422417f404040407f021c027f7f0408107f3e414' +
    '1413e7f090909063e4151215e7f09192946264949493203017f01033f4040403f1f2040201f3f4038403f6314081463' +
    '03047804036159494d43007f4141410204081020004141417f04020102044040404040000307080020545478407f284' +
    '444383844444428384444287f385454541800087e090218a4a49c787f0804047800447d40002040403d007f10284400' +
    '00417f40007c047804787c080404783844444438fc1824241818242418fc7c08040408485454542404043f44243c404' +
    '0207c1c2040201c3c4030403c44281028444c9090907c4464544c440008364100000077000000413608000201020402',
  'hex',
);

/** The rows of the strip, a 1 for each dark pixel. Lines are broken where the picture ends. */
function stripOf(lines: readonly string[], width: number, dot: number): readonly Uint8Array[] {
  const margin = 4 * dot;
  const fits = Math.max(1, Math.floor((width - 2 * margin) / ((COLUMNS + 1) * dot)));
  const broken = lines.flatMap((line) => line.match(new RegExp(`.{1,${fits}}`, 'gu')) ?? []);
  const lineHeight = (ROWS + 4) * dot;
  const rows = Array.from({ length: 2 * margin + broken.length * lineHeight }, () => new Uint8Array(width));
  for (const [number, line] of broken.entries())
    for (const [place, letter] of [...line].entries())
      for (let column = 0; column < COLUMNS; column += 1) {
        const bits = columnOf(letter, column);
        for (let row = 0; row < ROWS; row += 1) {
          if (((bits >> row) & 1) === 0) continue;
          const left = margin + (place * (COLUMNS + 1) + column) * dot;
          const top = margin + number * lineHeight + row * dot;
          for (let y = top; y < top + dot; y += 1) rows[y]?.fill(1, left, left + dot);
        }
      }
  return rows;
}

/** A letter that there is none for is a question mark. */
function columnOf(letter: string, column: number): number {
  const code = letter.codePointAt(0) ?? 0;
  const known = code >= 0x20 && code <= 0x7e ? code : 0x3f;
  return LETTERS[(known - 0x20) * COLUMNS + column] ?? 0;
}
