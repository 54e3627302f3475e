/** Draws main/packaging/icons from easel.svg. Run it after changing the drawing: node test/packaging/draw-icons.ts */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright';

const folder = path.join(import.meta.dirname, '../../main/packaging/icons');
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512] as const;
const windowsSizes = [16, 24, 32, 48, 64, 128, 256] as const;
/** Apple's type codes for PNG entries of an icon file; the second of a pair is for Retina screens. */
const macEntries = [
  ['icp4', 16],
  ['ic11', 32],
  ['icp5', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const;

type Draw = (size: number) => Promise<Buffer>;

/** Opens Chromium (the distribution's, or Playwright's own) for as long as `work` runs. */
const withDrawing = async (svg: string, work: (draw: Draw) => Promise<void>): Promise<void> => {
  const executablePath = process.env['EASEL_CHROMIUM'];
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  try {
    const page = await browser.newPage();
    await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
    await work(async (size) => {
      await page.setViewportSize({ width: size, height: size });
      return page.screenshot({ omitBackground: true });
    });
  } finally {
    await browser.close();
  }
};

/** A Windows icon: a directory of 16-byte entries, then the PNGs (Windows Vista and later read PNG entries). */
const ico = async (draw: Draw): Promise<Buffer> => {
  const images: { readonly size: number; readonly png: Buffer }[] = [];
  for (const size of windowsSizes) images.push({ size, png: await draw(size) });
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of images.entries()) {
    const entry = 6 + 16 * index;
    header.writeUInt8(size % 256, entry); // 0 means 256
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
};

/** A macOS icon: `icns`, the length, then each entry as type, length, PNG. */
const icns = async (draw: Draw): Promise<Buffer> => {
  const block = (type: string, contents: Buffer): Buffer => {
    const head = Buffer.from(`${type}\0\0\0\0`);
    head.writeUInt32BE(head.length + contents.length, 4);
    return Buffer.concat([head, contents]);
  };
  const entries: Buffer[] = [];
  for (const [type, size] of macEntries) entries.push(block(type, await draw(size)));
  return block('icns', Buffer.concat(entries));
};

await withDrawing(await readFile(path.join(folder, 'easel.svg'), 'utf8'), async (draw) => {
  for (const size of linuxSizes) await writeFile(path.join(folder, `${size}x${size}.png`), await draw(size));
  await writeFile(path.join(folder, 'icon.ico'), await ico(draw));
  await writeFile(path.join(folder, 'icon.icns'), await icns(draw));
});
