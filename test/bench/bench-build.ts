import { copyFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import { ROOT } from '../commands/process.ts';

export const BENCH_FOLDER = path.join(ROOT, 'out/bench');
const OWN = path.join(ROOT, 'test/bench');

const common = { configFile: false, root: ROOT, clearScreen: false, logLevel: 'warn' } as const;

/** Bundles programs for Node. The keys of `programs` are paths in the output folder, without `.js`. */
export async function buildPrograms(programs: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(BENCH_FOLDER, 'programs');
  await build({
    ...common,
    ssr: { noExternal: true, external: ['electron', 'keytar'] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        input: {
          ...Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, path.join(OWN, file)])),
          'store-worker': path.join(ROOT, 'main/store/worker.ts'),
          'mirror-worker': path.join(ROOT, 'main/store/mirror/worker.ts'),
          'file-worker': path.join(ROOT, 'main/file-worker.ts'),
          'practice-worker': path.join(ROOT, 'main/practice/worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  } satisfies InlineConfig);
  // Copies drawings.json to the worker thread of the practice service, which reads this file from its own folder.
  copyFileSync(path.join(ROOT, 'main/practice/drawings.json'), path.join(folder, 'drawings.json'));
  return folder;
}

export async function buildPage(source: string, name: string): Promise<string> {
  const folder = path.join(BENCH_FOLDER, 'pages', name);
  await build({
    ...common,
    root: source,
    base: './',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'chrome140',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 5000,
    },
  } satisfies InlineConfig);
  return folder;
}
