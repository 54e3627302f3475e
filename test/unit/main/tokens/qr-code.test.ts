import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { qrCode, type QrCode } from '../../../../main/tokens/qr-code.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'easel-qr-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Debian’s zbar-tools: a reader that is not ours. */
const hasReader = spawnSync('zbarimg', ['--version']).status === 0;

/** The code as a picture (PGM), with the white border that readers need. */
function pictureOf(code: QrCode): Buffer {
  const [quiet, scale] = [4, 5];
  const width = (code.length + 2 * quiet) * scale;
  const pixels = Array.from({ length: width * width }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)].map((place) => Math.floor(place / scale) - quiet);
    return code[y ?? -1]?.[x ?? -1] === true ? 0 : 255;
  });
  return Buffer.concat([Buffer.from(`P5 ${width} ${width} 255\n`), Buffer.from(pixels)]);
}

const LINK = `https://app.example.com/room/0f0f?token=eyJ${'hbGciOiJIUzI1NiJ9_-.'.repeat(150)}`;

test.runIf(hasReader).each([20, 134, 271, 600, 1091, 1640, 2953])(
  'a code of %i characters is read by another program, and is the text (zbarimg)',
  (length) => {
    const text = LINK.slice(0, length);
    const file = path.join(folder, `${length}.pgm`);
    writeFileSync(file, pictureOf(qrCode(text) ?? []));
    const read = execFileSync('zbarimg', ['-q', '--raw', file], { encoding: 'utf8', stdio: 'pipe' });
    expect(read.trim()).toBe(text);
  },
);
