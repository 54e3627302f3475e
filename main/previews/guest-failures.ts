/** What can become of a room's page, in sentences. None names the room's address: it holds the token. */
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';

function hostOf(appOrigin: string): string {
  return new URL(appOrigin).host;
}

/** Nothing came within 20 s. */
export function noAnswer(appOrigin: string): Failure {
  return failure('timeout', {
    message: `${hostOf(appOrigin)} has not opened the room within 20 seconds.`,
    nextStep: 'Try again; if it stays so, check the app address of this connection.',
  });
}

/** The page could not be loaded; `code` is Chromium's network error number. */
export function notLoaded(appOrigin: string, code: number): Failure {
  // -200 to -299 are certificate errors (Chromium, net/base/net_error_list.h).
  const isCertificate = code <= -200 && code > -300;
  return failure(isCertificate ? 'certificate' : 'cannot-reach', {
    message: isCertificate
      ? `The certificate of ${hostOf(appOrigin)} is not trusted, so the room was not opened.`
      : `${hostOf(appOrigin)} could not be reached, so the room was not opened.`,
    nextStep: 'Check the app address of this connection and your network, then try again.',
    details: [`Network error: ${code}`],
  });
}

/** The app host answered the room's address with an error. */
export function refusedByRoom(appOrigin: string, status: number): Failure {
  const itsOwn = status >= 500;
  return failure(itsOwn ? 'service-problem' : 'refused', {
    message: `${hostOf(appOrigin)} answered with status ${status} instead of the room.`,
    nextStep: itsOwn
      ? 'Try again in a few minutes. If it stays so, tell the service’s support.'
      : 'Try again with a new access token; the paper may also have been deleted.',
    status,
  });
}

/** The page's process has ended. */
export function crashed(appOrigin: string): Failure {
  return failure('internal', {
    message: `The room’s page of ${hostOf(appOrigin)} has crashed.`,
    nextStep: 'Open it again; the room itself is not affected.',
  });
}
