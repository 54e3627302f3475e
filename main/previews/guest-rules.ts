/** What a guest may do, the preferences it runs with, and the failures of its page. */
import { originOf } from '../lib/origins.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../lib/wording/failure.ts';

// What a room may load: anything encrypted, its own origin, and inline data.

const HARMLESS: ReadonlySet<string> = new Set(['https:', 'wss:', 'data:', 'blob:', 'about:']);

/**
 * Whether a guest of `appOrigin` may request `address`. Plain http and ws only reach the app's own origin, which
 * is plain only on loopback (the practice service). The page itself comes from nowhere else.
 */
export function isGuestRequestAllowed(address: string, appOrigin: string, isPage: boolean): boolean {
  if (isPage) return isOwnPage(address, appOrigin);
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (HARMLESS.has(url.protocol)) return true;
  const app = new URL(appOrigin);
  return (
    app.protocol === 'http:' && (url.protocol === 'http:' || url.protocol === 'ws:') && url.host === app.host
  );
}

/** Whether a guest of `appOrigin` may show the page at `address`: the origin of a `blob:` is that of its maker. */
export function isOwnPage(address: string, appOrigin: string): boolean {
  return /^https?:/iu.test(address) && originOf(address) === appOrigin;
}

// What a guest page runs with: rebuilt from nothing, whatever the page that asked for it had set.

/**
 * Replaces every preference by Easel's own. Electron enforces only some of them itself, so none of the page's is kept.
 */
export function guestPreferences(
  preferences: object,
  { partition, allowDevTools }: { readonly partition: string; readonly allowDevTools: boolean },
): void {
  const target = preferences as Record<string, unknown>;
  for (const name of Object.keys(target)) delete target[name];
  Object.assign(target, {
    partition,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    plugins: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    webviewTag: false,
    disableDialogs: true,
    disablePopups: true,
    javascript: true,
    devTools: allowDevTools,
  });
}

/** Leaves two parameters and writes both: the room's address, which the asking page did not name, and the partition. */
export function hardenParams(
  params: Record<string, string>,
  { address, partition }: { readonly address: string; readonly partition: string },
): void {
  const instance = params['instanceId'];
  for (const name of Object.keys(params)) delete params[name];
  if (instance !== undefined) params['instanceId'] = instance;
  params['src'] = address;
  params['partition'] = partition;
}

/** What of Electron's `Session` holds something of the pages that ran in it. */
interface Emptied extends Readonly<
  Record<
    | 'clearAuthCache'
    | 'clearCache'
    | 'clearData'
    | 'clearHostResolverCache'
    | 'clearSharedDictionaryCache'
    | 'clearStorageData'
    | 'closeAllConnections',
    () => Promise<void>
  >
> {
  readonly clearCodeCaches: (options: object) => Promise<void>;
}

/** Empties a session; every step is tried, whatever the others did. Gives how many failed. */
export async function emptySession(session: Emptied): Promise<number> {
  const steps = await Promise.allSettled([
    session.closeAllConnections(),
    session.clearStorageData(),
    session.clearData(),
    session.clearCache(),
    session.clearSharedDictionaryCache(),
    session.clearAuthCache(),
    session.clearHostResolverCache(),
    session.clearCodeCaches({}),
  ]);
  return steps.filter((step) => step.status === 'rejected').length;
}

// What can become of a room's page, in sentences. None names the room's address: it holds the token.

function hostOf(appOrigin: string): string {
  return new URL(appOrigin).host;
}

/** Nothing loaded within 20 s. */
export function noAnswer(appOrigin: string): Failure {
  return failure('timeout', {
    message: `${hostOf(appOrigin)} didn’t open the room within 20 seconds.`,
    nextStep: 'Try again, or check this connection’s app address.',
  });
}

// Chromium, net/base/net_error_list.h.
const BLOCKED_BY_CLIENT = -20;
const BLOCKED_BY_RESPONSE: ReadonlySet<number> = new Set([-27, -30]);

/** The page could not be loaded; `code` is Chromium's network error number. */
export function notLoaded(appOrigin: string, code: number): Failure {
  const host = hostOf(appOrigin);
  const details = [`Network error: ${code}`];
  if (code === BLOCKED_BY_CLIENT)
    return failure('redirected', {
      message: `${host} led elsewhere instead of to the room, and Easel did not follow.`,
      nextStep: 'Check this connection’s app address.',
      details,
    });
  if (BLOCKED_BY_RESPONSE.has(code))
    return failure('refused', {
      message: `${host} doesn’t allow its room to be shown in Easel.`,
      nextStep: 'Ask whoever runs it to allow embedding.',
      details,
    });
  const isCertificate = code <= -200 && code > -300;
  return failure(isCertificate ? 'certificate' : 'cannot-reach', {
    message: isCertificate
      ? `The certificate of ${host} is not trusted, so the room was not opened.`
      : `${host} could not be reached, so the room was not opened.`,
    nextStep: 'Check this connection’s app address and your network.',
    details,
  });
}

/** The app host answered the room's address with an error. */
export function refusedByRoom(appOrigin: string, status: number): Failure {
  const itsOwn = status >= 500;
  const nextStep =
    status === 401 || status === 403
      ? 'The access token was refused or has expired. Try again with a new one.'
      : 'Try again. The paper may have been deleted.';
  return failure(itsOwn ? 'service-problem' : 'refused', {
    message: `${hostOf(appOrigin)} answered with status ${status} instead of the room.`,
    nextStep: itsOwn ? 'Try again in a few minutes.' : nextStep,
    status,
  });
}

/** The page hangs. It is still in the room. */
export function notResponding(appOrigin: string): Failure {
  return failure('timeout', {
    message: `The room’s page on ${hostOf(appOrigin)} has stopped responding.`,
    nextStep: 'Wait, or try again to join the room anew.',
  });
}

/** The page's process has ended. */
export function crashed(appOrigin: string): Failure {
  return failure('internal', {
    message: `The room’s page on ${hostOf(appOrigin)} crashed.`,
    nextStep: 'Open it again.',
  });
}
