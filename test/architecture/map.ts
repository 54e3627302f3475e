/** Allowed imports between the folders of `main/`. design.md explains the reasons. */
import type { Arrow } from './modules.ts';

/** Folders of `main/` from the bottom up. Each may import only earlier entries. Unlisted folders are errors. */
const LEVELS: readonly (readonly string[])[] = [
  ['lib'],
  ['service', 'practice'],
  ['store'],
  ['activity'],
  ['ipc'],
  ['team'],
  ['health', 'notes'],
  ['connections', 'boards', 'papers'],
  ['previews', 'app'],
  ['jobs'],
];
/** Files directly in `main/`. They may import from every folder. */
const TOP: readonly string[] = ['index.ts', 'compose.ts', 'file-readers.ts', 'file-worker.ts'];

/** Packages and Node modules that only the listed files and folders (`…/`) may import, even if only for types. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  electron: [
    ...'main/index.ts main/app/window/ main/app/security/ main/ipc/router.ts'.split(' '),
    ...'main/previews/guest.ts preload/bridge.ts'.split(' '),
  ],
  keytar: ['main/connections/keychain/keychain.ts'],
  '@electron/remote': [],
  'electron-updater': ['main/app/updates/self-updater.ts'],
  undici: ['main/service/transport.ts', 'main/service/connect.ts'],
  pg: ['main/team/database.ts'],
  uqr: ['main/papers/tokens/qr.ts'],
  'node:sqlite': ['main/store/'],
  ws: ['main/practice/'],
  valibot: ['main/', 'preload/contract/'],
  /** Only transport.ts sends HTTP requests, and only practice mode starts an HTTP server. */
  'node:http': ['main/practice/', 'main/service/'],
  'node:https': [],
  'node:http2': [],
  'node:net': ['main/practice/', 'main/service/'],
  'node:dgram': [],
  /** Files that may start processes. They start only programs of the operating system. */
  'node:child_process': ['main/ipc/policy/read-policy.ts', 'main/lib/powershell.ts'],
  'node:cluster': [],
  'node:vm': [],
  'node:repl': [],
  'node:inspector': [],
};

const folderOf = (file: string): string => file.split('/')[1] ?? '';

const levelOf = (folder: string): number =>
  TOP.includes(folder) ? LEVELS.length : LEVELS.findIndex((folders) => folders.includes(folder));

const isContract = (to: string): boolean => to.startsWith('preload/contract/');
const isMain = (file: string): boolean => file.startsWith('main/');
const isOurs = (to: string): boolean => /^(?:main|preload|renderer|test)\//u.test(to);

/** Files of main/service that main/store may import, because they only parse responses and send no requests. */
const READERS = ['main/service/wire/', 'main/service/types.ts', 'main/service/read-answer.ts'] as const;

function judgeMain({ from, to }: Arrow): string | undefined {
  const [own, target] = [folderOf(from), folderOf(to)];
  const [level, below] = [levelOf(own), levelOf(target)];
  if (level < 0) return `${own} is not on the map (test/architecture/map.ts)`;
  if (!isOurs(to) || isContract(to)) return undefined;
  if (!isMain(to)) return 'main never imports the page, the bridge or a test';
  if (own === target || TOP.includes(own)) return undefined;
  if (target === 'practice') return 'only compose.ts imports practice';
  if (own === 'store' && target === 'service' && !READERS.some((part) => to.startsWith(part)))
    return 'store imports only the readers of the service’s responses';
  return below < level ? undefined : `${own} may not import ${target}`;
}

function judgePage({ to, typeOnly }: Arrow): string | undefined {
  if (to.startsWith('node:')) return 'a page can’t use Node';
  if (!isOurs(to) || to.startsWith('renderer/')) return undefined;
  const isKnown = isContract(to) && (typeOnly || /\/(?:limits|(?:later-)?facts)\.ts$/u.test(to));
  return isKnown ? undefined : 'the page imports only types, limits and facts of preload/contract';
}

function judgePreload({ from, to }: Arrow): string | undefined {
  if (isContract(from) && !isContract(to) && to !== 'valibot') return 'the contract imports only valibot';
  return isContract(to) || to === 'electron' || to === 'valibot'
    ? undefined
    : 'the bridge imports only Electron and the contract';
}

export function judge(arrow: Arrow): string | undefined {
  const { from, to } = arrow;
  const users = Object.entries(PACKAGES).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1];
  if (users && !users.some((user) => (user.endsWith('/') ? from.startsWith(user) : from === user))) {
    return `only ${users.join(', ')} may import ${to}`;
  }
  if (isMain(from)) return judgeMain(arrow);
  if (from.startsWith('renderer/')) return judgePage(arrow);
  return judgePreload(arrow);
}
