/** Builds page, preload script and main process. Bundles all packages but `electron` and `keytar`. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type BuildOptions, type EnvironmentOptions, type Plugin } from 'vite';
import { CALL_NAMES } from '../preload/contract/contract.ts';
import { EVENTS } from '../preload/contract/events.ts';

const root = import.meta.dirname;
const repository = path.dirname(root);
const out = path.join(repository, 'out/app');
const external = ['electron', 'keytar', /^node:/, ...builtinModules];

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Writes the list of files that `app://easel/` may serve, with path, content type and SHA-256 of each. */
function appFiles(): Plugin {
  return {
    name: 'easel-app-files',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle(_options, bundle) {
      const files = Object.values(bundle)
        .map((item) => ({
          path: `/${item.fileName}`,
          type: CONTENT_TYPES[path.extname(item.fileName)] ?? 'application/octet-stream',
          sha256: createHash('sha256')
            .update(item.type === 'chunk' ? item.code : item.source)
            .digest('hex'),
        }))
        .sort((a, b) => a.path.localeCompare(b.path));
      writeFileSync(path.join(out, 'app-files.json'), `${JSON.stringify(files, null, 2)}\n`);
    },
  };
}

/** Matches the path of a package in node_modules. Keeps nested paths, which belong to other versions of packages. */
const PACKAGE = /\/node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//u;

/** Lists the npm packages in the bundle. `npm run package` adds their licences and rejects other packages. */
function bundledPackages(): Plugin {
  return {
    name: 'easel-bundled-packages',
    writeBundle(_options, bundle) {
      const names = Object.values(bundle).flatMap((item) =>
        item.type === 'asset'
          ? []
          : Object.entries(item.modules)
              .filter(([, { renderedLength }]) => renderedLength > 0)
              .map(([id]) => PACKAGE.exec(id)?.[1] ?? ''),
      );
      const folder = path.join(repository, 'out/bundled');
      mkdirSync(folder, { recursive: true });
      const list = [...new Set(names)].filter((name) => name !== '').sort();
      writeFileSync(path.join(folder, `${this.environment.name}.json`), `${JSON.stringify(list)}\n`);
    },
  };
}

/** Removes packages that electron-updater and pg import but Easel never uses. On Linux, also electron-updater. */
function withoutPackages(): Plugin {
  const target = process.env['EASEL_TARGET'] ?? process.platform;
  const unused = ['supports-color', 'pg-native', 'pg-cloudflare', 'pgpass'];
  const left = [...unused, ...(target.startsWith('linux') ? ['electron-updater'] : [])];
  const empty = '\0easel-left-out';
  return {
    name: 'easel-without-packages',
    enforce: 'pre',
    resolveId: (id) => (left.includes(id) ? empty : null),
    load: (id) => (id === empty ? 'export default {};' : null),
  };
}

function bundled(
  folder: string,
  target: string,
  options: BuildOptions['rolldownOptions'],
): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: ['electron', 'keytar'], builtins: [/^node:/, ...builtinModules] },
    build: {
      outDir: path.join(out, folder),
      emptyOutDir: true,
      target,
      minify: false,
      rolldownOptions: { external, ...options },
    },
  };
}

export default defineConfig({
  root,
  base: '/',
  clearScreen: false,
  logLevel: 'warn',
  plugins: [react(), withoutPackages(), appFiles(), bundledPackages()],
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  environments: {
    client: {
      build: {
        outDir: path.join(out, 'renderer'),
        emptyOutDir: true,
        target: 'chrome140',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: { index: path.join(root, 'index.html'), room: path.join(root, 'room/index.html') },
        },
      },
    },
    main: bundled('main', 'node24', {
      input: {
        index: path.join(repository, 'main/index.ts'),
        'store-worker': path.join(repository, 'main/store/worker.ts'),
        'mirror-worker': path.join(repository, 'main/store/mirror/worker.ts'),
        'file-worker': path.join(repository, 'main/file-worker.ts'),
        'practice-worker': path.join(repository, 'main/practice/worker.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    }),
    preload: {
      define: {
        CALL_NAMES: JSON.stringify(CALL_NAMES),
        EVENT_NAMES: JSON.stringify(Object.keys(EVENTS)),
      },
      ...bundled('preload', 'chrome140', {
        input: { bridge: path.join(repository, 'preload/bridge.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      }),
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment);
      }
    },
  },
});
