/** Benchmark P9: gzipped size of Easel's built page: in total, of the first screen, and per further screen. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from '../commands/build.ts';
import { ROOT } from '../commands/process.ts';
import { judged, spread, type Benchmark } from './measure.ts';

const FOLDER = path.join(ROOT, 'out/app/renderer');

async function firstScreen(file: string, found = new Set<string>()): Promise<ReadonlySet<string>> {
  if (found.has(file)) return found;
  found.add(file);
  const text = await readFile(path.join(FOLDER, file), 'utf8');
  const named = file.endsWith('.html')
    ? [...text.matchAll(/(?:src|href)="\/?(?<name>[^"]+\.(?:js|css))"/gu)].map(
        ({ groups }) => groups?.['name'],
      )
    : [...text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/(?<name>[^"]+\.js)"/gu)].map(({ groups }) =>
        path.join(path.dirname(file), groups?.['name'] ?? ''),
      );
  for (const name of named) if (name !== undefined) await firstScreen(name, found);
  return found;
}

async function kilobytes(files: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(path.join(FOLDER, file)), { level: 9 }).length;
  return bytes / 1000;
}

export const sizes: Benchmark = async () => {
  await build();
  const files = (await readdir(FOLDER, { recursive: true })).filter((file) =>
    /\.(?:js|css|html)$/u.test(file),
  );
  // Excludes files that only the practice service's whiteboard page loads.
  const ofRoom = await firstScreen('room/index.html');
  const first = await firstScreen('index.html');
  const own = files.filter((file) => first.has(file) || !ofRoom.has(file));
  // Computes the mean size of the further screens. Their single sizes are unknown, because they share one chunk.
  const further = own.filter((file) => !first.has(file));
  const screens = (await readdir(path.join(ROOT, 'renderer/screens'))).length - 1;
  const unit = 'kB gzip';
  return [
    judged(
      { id: 'P9', what: 'renderer in all', unit, goal: { atMost: 260 } },
      spread([await kilobytes(own)]),
    ),
    judged({ id: 'P9', what: 'first screen', unit, goal: { atMost: 110 } }, spread([await kilobytes(first)])),
    judged(
      { id: 'P9', what: `mean of the ${screens} further screens`, unit, goal: { atMost: 20 } },
      spread([(await kilobytes(further)) / screens]),
    ),
  ];
};
