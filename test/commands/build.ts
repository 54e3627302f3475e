/** `npm run build`: builds renderer, main and preload into out/app. Needs no cache, because it takes half a second. */
import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { createBuilder } from 'vite';
import { ROOT } from './process.ts';

export async function build(): Promise<void> {
  const builder = await createBuilder({ configFile: path.join(ROOT, 'renderer/vite.config.ts') });
  await builder.buildApp();
  copyFileSync(path.join(ROOT, 'main/practice/drawings.json'), path.join(ROOT, 'out/app/main/drawings.json'));
  for (const file of ['main/index.js', 'preload/bridge.cjs', 'renderer/index.html']) {
    if (!existsSync(path.join(ROOT, 'out/app', file))) throw new Error(`The build made no ${file}`);
  }
}

if (import.meta.main) {
  const started = performance.now();
  try {
    await build();
    console.log(`Built out/app in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
