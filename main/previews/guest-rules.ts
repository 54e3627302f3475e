/** Rules for guests. A guest is a room's web page, which a live preview shows in a `<webview>`. */
import { originOf } from '../lib/origins.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../lib/wording/failure.ts';

const HARMLESS: ReadonlySet<string> = new Set(['https:', 'wss:', 'data:', 'blob:', 'about:']);

/** True if a guest may send the request. Allows encrypted and inline data, and plain HTTP to the practice service. */
export function isGuestRequestAllowed(address: string, appOrigin: string, isPage: boolean): boolean {
  if (isPage) return isOwnPage(address, appOrigin);
  const url = URL.parse(address);
  if (url === null) return false;
  if (HARMLESS.has(url.protocol)) return true;
  const app = new URL(appOrigin);
  return (
    app.protocol === 'http:' && (url.protocol === 'http:' || url.protocol === 'ws:') && url.host === app.host
  );
}

/** True if the address is a page of the whiteboard app. False for `blob:` URLs, although they have the app's origin. */
export function isOwnPage(address: string, appOrigin: string): boolean {
  return /^https?:/iu.test(address) && originOf(address) === appOrigin;
}

/** Replaces all web preferences of a `<webview>`, because Electron would keep some values that Easel's page sets. */
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

/** Sets the address and partition of a `<webview>`. Removes all its other parameters except `instanceId`. */
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

// None of the failures below contains the room's address, because the address contains the access token.

function hostOf(appOrigin: string): string {
  return new URL(appOrigin).host;
}

export function noAnswer(appOrigin: string): Failure {
  return failure('timeout', {
    message: `${hostOf(appOrigin)} didn’t open the room within 20 seconds.`,
    nextStep: 'Try again, or check this connection’s app address.',
  });
}

// These are Chromium's network error codes (net/base/net_error_list.h).
export const BLOCKED_BY_CLIENT = -20;
const BLOCKED_BY_RESPONSE: ReadonlySet<number> = new Set([-27, -30]);

export function notLoaded(appOrigin: string, code: number): Failure {
  const host = hostOf(appOrigin);
  const details = [`Network error: ${code}`];
  if (code === BLOCKED_BY_CLIENT)
    return failure('redirected', {
      message: `${host} redirected away from the room. Easel didn’t follow the redirect.`,
      nextStep: 'Check this connection’s app address.',
      details,
    });
  if (BLOCKED_BY_RESPONSE.has(code))
    return failure('refused', {
      message: `${host} doesn’t allow Easel to show the room.`,
      nextStep: 'Ask the server’s administrator to allow embedding.',
      details,
    });
  const isCertificate = code <= -200 && code > -300;
  return failure(isCertificate ? 'certificate' : 'cannot-reach', {
    message: isCertificate
      ? `The certificate of ${host} isn’t trusted, so the room wasn’t opened.`
      : `Can’t reach ${host}, so the room wasn’t opened.`,
    nextStep: 'Check this connection’s app address and your network.',
    details,
  });
}

export function refusedByRoom(appOrigin: string, status: number): Failure {
  const isOfHost = status >= 500;
  return failure(isOfHost ? 'service-problem' : 'refused', {
    message: `${hostOf(appOrigin)} responded with status ${status} instead of the room.`,
    nextStep: isOfHost
      ? 'Try again in a few minutes.'
      : 'Try again. The access token may have expired, or the paper may have been deleted.',
    status,
  });
}

export function notResponding(appOrigin: string): Failure {
  return failure('timeout', {
    message: `The room’s page on ${hostOf(appOrigin)} has stopped responding.`,
    nextStep: 'Wait, or try joining the room again.',
  });
}

export function stillLoading(appOrigin: string): Failure {
  return failure('timeout', {
    message: `The room’s page on ${hostOf(appOrigin)} is still loading. Other people may already see you there.`,
    nextStep: 'Wait, or try joining the room again.',
  });
}

export function crashed(appOrigin: string): Failure {
  return failure('internal', {
    message: `The room’s page on ${hostOf(appOrigin)} crashed.`,
    nextStep: 'Open the room again.',
  });
}
