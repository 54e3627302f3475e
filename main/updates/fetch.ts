/** Gets a file of a release: over https, from the one address alone, never more than it is said to be. */
import { fail, ok, type Failure, type FailureCode, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from '../clock.ts';
import type { NetworkFault, TransportError } from '../service/network-faults.ts';
import type { Transport } from '../service/transport.ts';
import { failure } from '../wording/failure.ts';

export interface FetchOptions extends Pick<Clock, 'after'> {
  readonly transport: Pick<Transport, 'request'>;
}

/** How long nothing may come, ms. */
const SILENCE_MS = 30_000;

/**
 * Hands over the bytes at an address, piece by piece; `take` may fail, which ends it. `totalMs`: how long all may take;
 * null for any time. Fails with the reason, in sentences about updates.
 */
export async function fetchPieces(
  { transport, after }: FetchOptions,
  url: URL,
  limits: { readonly most: number; readonly totalMs: number | null },
  take: (piece: Uint8Array) => Promise<Failure | null>,
  signal: AbortSignal,
): Promise<Result<null>> {
  const { host } = url;
  if (url.protocol !== 'https:')
    return fail(refused(`Updates come over https alone, not from ${url.protocol}`));
  const ended = new AbortController();
  let isLate = false;
  const late = (): void => {
    isLate = true;
    ended.abort();
  };
  let cancelSilence = after(SILENCE_MS, late);
  const cancelTotal = limits.totalMs === null ? () => undefined : after(limits.totalMs, late);
  try {
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Easel' };
    const both = AbortSignal.any([ended.signal, signal]);
    const answer = await transport.request({ method: 'GET', url, headers, body: null }, both);
    if (!answer.ok) return fail(isLate ? tooLate(host) : unreached(host, answer.error));
    const { status, headers: sent, body } = answer.value;
    try {
      const wrong = whyNot(host, status, sent, limits.most);
      if (wrong !== null) return fail(wrong);
      let received = 0;
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        cancelSilence();
        cancelSilence = after(SILENCE_MS, late);
        received += piece.length;
        if (received > limits.most) return fail(refused(`${host} sends more than the file is said to hold.`));
        const stop = await take(piece);
        if (stop !== null) return fail(stop);
      }
      return ok(null);
    } catch {
      if (signal.aborted) return fail(failure('cancelled'));
      return fail(isLate ? tooLate(host) : lost(host));
    } finally {
      body.on('error', () => undefined).destroy();
    }
  } finally {
    cancelSilence();
    cancelTotal();
  }
}

/** Why an answer is no file; null for one. */
function whyNot(
  host: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  most: number,
): Failure | null {
  if (status >= 300 && status < 400)
    return refused(
      `${host} redirects to another address. Updates are taken from the set address alone.`,
      'redirected',
    );
  if (status === 404) return refused(`${host} has no such file.`, 'not-found', { status });
  if (status !== 200)
    return refused(`${host} answered with status ${status}.`, 'service-problem', { status });
  if (!['', 'identity'].includes(headers['content-encoding'] ?? ''))
    return refused(`${host} sends the file packed, which Easel doesn’t take.`);
  return Number(headers['content-length'] ?? 0) > most
    ? refused(`${host} announces more than the file is said to hold.`)
    : null;
}

/** A failure that took nothing over. */
export function refused(
  reason: string,
  code: FailureCode = 'refused',
  parts: { readonly status?: number; readonly details?: readonly string[] } = {},
): Failure {
  return failure(code, {
    message: `${reason} Nothing was changed.`,
    nextStep: 'Try again later. If it stays so, ask whoever provides your updates.',
    retryable: true,
    ...parts,
  });
}

const tooLate = (host: string): Failure => refused(`${host} takes too long to answer.`, 'timeout');
const lost = (host: string): Failure =>
  refused(`The connection to ${host} was lost before the file was complete.`, 'cannot-reach');

const CODES: Partial<Record<NetworkFault, FailureCode>> = {
  aborted: 'cancelled',
  certificate: 'certificate',
  tls: 'certificate',
  'proxy-certificate': 'certificate',
  'connect-timeout': 'timeout',
  'proxy-sign-in': 'proxy-sign-in',
  'proxy-sign-in-refused': 'proxy-sign-in',
};

function unreached(host: string, { fault, code, proxy }: TransportError): Failure {
  const asked = CODES[fault] ?? 'cannot-reach';
  if (asked === 'cancelled') return failure('cancelled');
  const sentences = {
    certificate: `No secure connection to ${host} could be made (${code}).`,
    'proxy-sign-in': `The proxy ${proxy} requires a sign-in.`,
  };
  const message =
    asked in sentences ? sentences[asked as keyof typeof sentences] : `${host} can’t be reached (${code}).`;
  const wrong = refused(message, asked, { details: [`Cause: ${code}`] });
  return asked === 'proxy-sign-in' ? { ...wrong, proxy } : wrong;
}
