/** The map of the services: which room may import which. The design says why; this file is what is enforced. */
import type { Arrow } from './modules.ts';

/** What a room of main may import beside itself and preload/contract: at run time, and as types only. */
type Reach = { readonly uses: readonly string[]; readonly types?: readonly string[] };

/** The use cases: plain Node, given what they need by compose.ts. */
const USE_CASES = [
  'activity',
  'boards',
  'connections',
  'health',
  'jobs',
  'notes',
  'papers',
  'previews',
] as const;

const useCase: Reach = { uses: ['lib', 'service', 'store', 'ipc', ...USE_CASES], types: ['app'] };

/** Every room of main; a folder or file that is not on this map is a mistake, or belongs on it. */
const ROOMS: Readonly<Record<string, Reach | 'everything'>> = {
  'index.ts': 'everything',
  'compose.ts': 'everything',
  /** Types alone: what compose.ts takes and gives. */
  'services.ts': 'everything',
  lib: { uses: [] },
  service: { uses: ['lib'] },
  store: { uses: ['lib'] },
  practice: { uses: ['lib'] },
  ...Object.fromEntries(USE_CASES.map((name) => [name, useCase])),
  ipc: { uses: ['lib', 'activity'], types: ['store', 'service', 'app', ...USE_CASES] },
  /** Code around Electron, and code that asks other folders and is imported by none of them. */
  app: { uses: ['lib', 'ipc', 'activity', 'store', 'service'], types: [...USE_CASES] },
};

/** Packages and modules of Node that only some files (or folders, with a slash) may import, even as types. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  electron: [
    'main/index.ts',
    'main/app/window/',
    'main/app/security/',
    'main/ipc/router.ts',
    'main/previews/guest.ts',
    'preload/bridge.ts',
  ],
  keytar: ['main/connections/keychain/keychain.ts'],
  '@electron/remote': [],
  'electron-updater': ['main/app/updates/self-updater.ts'],
  undici: ['main/service/transport.ts', 'main/service/connect.ts'],
  uqr: ['main/papers/tokens/qr.ts'],
  'node:sqlite': ['main/store/'],
  ws: ['main/practice/'],
  valibot: ['main/', 'preload/contract/'],
  /** Only transport.ts sends; only practice listens. */
  'node:http': ['main/practice/', 'main/service/'],
  'node:https': [],
  'node:http2': [],
  'node:net': ['main/practice/', 'main/service/'],
  'node:dgram': [],
  /** The update check asks the system about a signature. */
  'node:child_process': ['main/ipc/policy/read-policy.ts', 'main/app/updates/'],
  'node:cluster': [],
  'node:vm': [],
  'node:repl': [],
  'node:inspector': [],
};

/** The room of main that a file lies in: its folder, or its own name when it lies at the top. */
const roomOf = (file: string): string => file.split('/')[1] ?? '';

const isContract = (to: string): boolean => to.startsWith('preload/contract/');
const isMain = (file: string): boolean => file.startsWith('main/');
const isOurs = (to: string): boolean => /^(?:main|preload|renderer|test)\//u.test(to);

/** How a page of boards is read, and what a secret looks like: the thread that keeps pages reads them, to spare main. */
const PAGE_READERS = ['main/service/wire/', 'main/service/types.ts', 'main/service/read-answer.ts'] as const;

function judgeMain({ from, to, typeOnly }: Arrow): string | undefined {
  const [own, target] = [roomOf(from), roomOf(to)];
  const reach = ROOMS[own];
  if (reach === undefined) return `${own} is not on the map (test/architecture/map.ts)`;
  if (!isOurs(to) || isContract(to)) return undefined;
  if (!isMain(to)) return 'main never imports the page, the bridge or a test';
  if (own === target || reach === 'everything') return undefined;
  if (from.startsWith('main/store/mirror/') && PAGE_READERS.some((part) => to.startsWith(part)))
    return undefined;
  // The guest is the one part of a use case that lives in Electron, so it asks security's guards.
  if (from.startsWith('main/previews/guest') && to.startsWith('main/app/security/')) return undefined;
  if (reach.uses.includes(target) || (typeOnly && reach.types?.includes(target))) return undefined;
  return reach.types?.includes(target)
    ? `${own} knows only types of ${target}`
    : `${own} does not know ${target}`;
}

function judgePage({ to, typeOnly }: Arrow): string | undefined {
  if (to.startsWith('node:')) return 'a page has no Node';
  if (!isOurs(to) || to.startsWith('renderer/')) return undefined;
  return isContract(to) && typeOnly ? undefined : 'the page knows only types of preload/contract';
}

function judgePreload({ from, to }: Arrow): string | undefined {
  if (isContract(from) && !isContract(to) && to !== 'valibot') return 'the contract needs nobody';
  return isContract(to) || to === 'electron' || to === 'valibot'
    ? undefined
    : 'the bridge knows only Electron and the contract';
}

/** Why an import may not be, or undefined when it may. */
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
