import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { ROOT } from '../../commands/process.ts';
import { listen } from '../../integration/service/servers.ts';
import { BENCH_FOLDER, buildPage } from '../bench-build.ts';
import { peerFolder, PEERS_FOLDER } from '../peers.ts';

export const EASEL = 'Easel';
export const FLOOR = 'plain elements';
export const AG_GRID = 'AG Grid Community';
export const GLIDE = 'Glide Data Grid';

export interface BuiltPage {
  readonly name: string;
  readonly folder: string;
}

const own = (file: string): string => JSON.stringify(path.join(ROOT, file));
const HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Grid</title><script type="module" src="./entry.js"></script><body><div id="grid"></div></body></html>';
const CONTAINER = `document.getElementById('grid')`;

/** Builds the pages of all grids. Their entry files are generated, because some grids are outside node_modules. */
export async function buildGridPages(): Promise<readonly BuiltPage[]> {
  const easel = `
    import ${own('renderer/styles/global.css')};
    import { showEasel } from ${own('test/bench/grid/easel-page.tsx')};
    showEasel(${CONTAINER});`;
  const floor = `
    import { showFloor } from ${own('test/bench/grid/floor-page.ts')};
    showFloor(${CONTAINER});`;
  const pages = [
    { name: EASEL, folder: await built('easel', easel) },
    { name: FLOOR, folder: await built('floor', floor) },
  ];
  const agGrid = await peerFolder('ag-grid-community');
  if (agGrid !== null) {
    const entry = `
      import { createGrid, InfiniteRowModelModule, ModuleRegistry } from ${JSON.stringify(agGrid)};
      import { showAgGrid } from ${own('test/bench/grid/ag-page.ts')};
      ModuleRegistry.registerModules([InfiniteRowModelModule]);
      showAgGrid(${CONTAINER}, createGrid);`;
    pages.push({ name: AG_GRID, folder: await built('ag-grid', entry) });
  }
  const glide = await peerFolder('@glideapps/glide-data-grid');
  if (glide !== null) {
    const besides = (name: string): string => JSON.stringify(path.join(PEERS_FOLDER, 'node_modules', name));
    const entry = `
      import { DataEditor, GridCellKind } from ${JSON.stringify(glide)};
      import ${JSON.stringify(path.join(glide, 'dist/index.css'))};
      import { createElement } from ${besides('react')};
      import { createRoot } from ${besides('react-dom/client')};
      import { showGlide } from ${own('test/bench/grid/glide-page.ts')};
      showGlide(${CONTAINER}, { DataEditor, GridCellKind, createElement, createRoot });`;
    pages.push({ name: GLIDE, folder: await built('glide', entry) });
  }
  return pages;
}

async function built(name: string, entry: string): Promise<string> {
  const source = path.join(BENCH_FOLDER, 'page-sources', name);
  await mkdir(source, { recursive: true });
  await writeFile(path.join(source, 'index.html'), HTML);
  await writeFile(path.join(source, 'entry.js'), entry);
  return buildPage(source, name);
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export function serve(folder: string): ReturnType<typeof listen> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://server');
    const file = path.join(folder, pathname === '/' ? 'index.html' : path.normalize(pathname));
    readFile(file).then(
      (bytes) => {
        response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  return listen(server);
}
