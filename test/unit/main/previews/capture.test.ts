import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Drawing } from '../../../../main/files/files.ts';
import { captureFile, stripPage } from '../../../../main/previews/capture.ts';

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

const BLUE = [255, 0, 0, 255];
const RED = [0, 0, 255, 255];

/** As Electron gives it: each letter is a pixel, `b` blue, `r` red. */
function drawing(...rows: readonly string[]): Drawing {
  const width = rows[0]?.length ?? 0;
  const pixels = Uint8Array.from([...rows.join('')].flatMap((letter) => (letter === 'b' ? BLUE : RED)));
  return { width, height: rows.length, pixels, scale: 1 };
}

/** The picture as `drawing` takes it, a dot for what is neither, and its texts. */
async function read(view: Drawing, strip: Drawing, chunks: Readonly<Record<string, string>> = {}) {
  const file = chunksOf(await captureFile(view, strip, chunks));
  const [, header = Buffer.alloc(8)] = file[0] ?? [];
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const raw = inflateSync(file.find(([kind]) => kind === 'IDAT')?.[1] ?? Buffer.alloc(0));
  const colours = new Map([
    ['0,0,255', 'b'],
    ['255,0,0', 'r'],
  ]);
  const rows = Array.from({ length: height }, (_row, y) =>
    Array.from({ length: width }, (_pixel, x) => {
      const at = y * (1 + width * 3) + 1 + x * 3;
      return colours.get([...raw.subarray(at, at + 3)].join(',')) ?? '.';
    }).join(''),
  );
  return { rows, texts: file.filter(([kind]) => kind.endsWith('Xt')), kinds: file.map(([kind]) => kind) };
}

describe('the file of a picture', () => {
  test('has what was seen in its own colours, and below it the strip up to its last line', async () => {
    const strip = drawing('rrrr', 'rbrr', 'rrrr', 'rrbr', 'rrrr', 'rrrr', 'rrrr');
    const { rows } = await read(drawing('bbrr', 'bbrr'), strip);
    expect(rows).toEqual(['bbrr', 'bbrr', 'rrrr', 'rbrr', 'rrrr', 'rrbr', 'rrrr']);
  });

  test('loses nothing of a strip that came out wider, nor of a picture that did', async () => {
    expect((await read(drawing('bb'), drawing('rrrr', 'rrrb'))).rows).toEqual(['bb..', 'rrrr', 'rrrb']);
    expect((await read(drawing('bbbb'), drawing('rr', 'rb'))).rows).toEqual(['bbbb', 'rr..', 'rb..']);
  });

  test('has its texts as chunks before the pixels, whatever the script', async () => {
    const { texts, kinds } = await read(drawing('b'), drawing('r'), { Title: 'Ärger 7b', Source: 'לוח 🎈' });
    expect(texts.map(([, data]) => data)).toEqual([
      Buffer.from('Title\0Ärger 7b', 'latin1'),
      Buffer.from('Source\0\0\0\0\0לוח 🎈', 'utf8'),
    ]);
    expect(kinds).toEqual(['IHDR', 'tEXt', 'iTXt', 'IDAT', 'IEND']);
  });

  test('is none of nothing', async () => {
    await expect(captureFile(drawing(), drawing('r'), {})).rejects.toThrow('nothing in view');
  });
});

test('the strip is as wide as the picture is on the screen, and shows names as text, each in its own direction', () => {
  const view = { ...drawing('b'.repeat(401)), scale: 2 };
  const { width, body } = stripPage(view, {
    lines: [
      ['board', '<b>&'],
      ['לוח א', '(test)'],
    ],
    chunks: {},
  });
  expect(width).toBe(201);
  expect(body).toBe(
    '<p><bdi>board</bdi> <bdi>&lt;b&gt;&amp;</bdi></p><p><bdi>לוח א</bdi> <bdi>(test)</bdi></p>',
  );
});
