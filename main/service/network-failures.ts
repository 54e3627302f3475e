/** Failures without a response: every cause with its own sentence, next step and code. */
import { assertNever, type Failure, type FailureCode } from '../../preload/contract/failure.ts';
import type { Call, CallTarget } from './call.ts';
import { failure } from '../wording/failure.ts';
import type { HttpResult } from './http.ts';
import { changesSomething, outcomeUnknown } from './lost-answers.ts';
import type { NetworkFault, TransportError } from './network-faults.ts';
import type { Stop } from './watch.ts';

interface Said {
  readonly code: FailureCode;
  readonly message: string;
  readonly nextStep: string;
  /** The same as a clause, for calls whose outcome is open. */
  readonly clause: string;
}

/** The failure of a call that got no answer. `hasNetwork`: whether this computer has any network at all. */
export function networkFailure(
  call: Call,
  place: CallTarget,
  result: HttpResult,
  hasNetwork: boolean,
): Failure {
  const { outcome, sent } = result;
  if (outcome.kind === 'answer' || outcome.kind === 'withheld') throw new Error('no failure of the network');
  const isStopped = outcome.kind === 'stopped';
  const said = isStopped ? saidOfStop(outcome.stop, place) : saidOfFault(outcome.error, place, hasNetwork);
  const cause = isStopped ? outcome.stop : outcome.error.code;
  const details = [
    `Request: ${place.request}`,
    `Cause: ${cause}${sent ? ', after the request was sent' : ', before anything was sent'}`,
    `Attempts: ${result.attempts}, ${result.milliseconds} ms`,
  ];
  const proxy = isStopped ? '' : outcome.error.proxy;
  if (proxy !== '') details.push(`Proxy: ${proxy}`);
  // Whoever gave up waiting for a link knows that they have none.
  const isGivenUp = said.code === 'cancelled' && call.thing === 'token';
  if (sent && changesSomething(call) && !isGivenUp)
    return outcomeUnknown(call, place, said.clause, { details });
  return failure(said.code, {
    message: said.message,
    nextStep: said.nextStep,
    details,
    ...(said.code === 'proxy-sign-in' && proxy !== '' ? { proxy } : {}),
  });
}

function saidOfStop(stop: Stop, { start, host }: CallTarget): Said {
  if (stop === 'cancelled') {
    return {
      code: 'cancelled',
      message: 'Cancelled before an answer arrived.',
      nextStep: 'Start again when you’re ready.',
      clause: 'it was cancelled before the answer arrived',
    };
  }
  const messages = {
    'no-answer': `${start} did not answer within 30 seconds.`,
    stalled: `${start} started to answer, then sent nothing for 30 seconds.`,
    'too-long': `${start} did not finish its answer within 60 seconds.`,
  };
  return {
    code: 'timeout',
    message: messages[stop],
    nextStep: `Nothing was changed. Try again. If ${host} stays slow, ask whoever runs it.`,
    clause: 'no answer arrived in time',
  };
}

/** What a computer without a network meets. */
const NO_WAY: ReadonlySet<NetworkFault> = new Set(['dns', 'dns-unavailable', 'unreachable']);

function saidOfFault(error: TransportError, place: CallTarget, hasNetwork: boolean): Said {
  const { start, middle, host } = place;
  const unreached = {
    code: 'cannot-reach' as const,
    clause: 'the connection was lost before the answer arrived',
  };
  if (!hasNetwork && NO_WAY.has(error.fault)) {
    return {
      ...unreached,
      code: 'offline',
      message: `This computer is offline. ${start} was not reached.`,
      nextStep: 'Connect to a network, then try again.',
    };
  }
  switch (error.fault) {
    case 'dns':
      return {
        ...unreached,
        message: `${start} was not reached: there is no host with this name.`,
        nextStep: 'Check the spelling of the address in this connection, and whether you need a VPN.',
      };
    case 'dns-unavailable':
      return {
        ...unreached,
        message: `The name ${host} can’t be looked up (DNS is not answering).`,
        nextStep: 'Check your network and its DNS or VPN, then try again.',
      };
    case 'unreachable':
      return {
        ...unreached,
        message: `This network has no route to ${host}.`,
        nextStep: 'Check your network and VPN, then try again.',
      };
    case 'refused':
      return {
        ...unreached,
        message: `${start} refused the connection.`,
        nextStep:
          'Check the address and port in this connection. If they are right, the service isn’t running there.',
      };
    case 'connect-timeout':
      return {
        code: 'timeout',
        message: `${start} did not accept a connection within 10 seconds.`,
        nextStep: 'Nothing was sent. Check the address, your network and firewall, then try again.',
        clause: 'no connection was made in time',
      };
    case 'lost':
      return {
        ...unreached,
        message:
          error.proxy === ''
            ? `${start} closed the connection before its answer was complete.`
            : `The connection through the proxy ${error.proxy} to ${middle} was lost before the answer was complete.`,
        nextStep: 'Try again. If it keeps happening, a firewall or proxy may be interfering.',
      };
    case 'certificate':
    case 'tls':
      return {
        code: 'certificate',
        clause: 'no secure connection was made',
        ...certificateSentence(error, place),
      };
    case 'not-http':
      return {
        code: 'not-understood',
        message: `The server at ${host} did not answer with valid HTTP. It may not be the service.`,
        nextStep: 'Check the address and port in this connection.',
        clause: 'the answer could not be read',
      };
    case 'aborted':
      return saidOfStop('cancelled', place);
    case 'proxy-unknown':
    case 'proxy-unsupported':
    case 'proxy-unreachable':
    case 'proxy-certificate':
    case 'proxy-sign-in':
    case 'proxy-sign-in-refused':
    case 'proxy-sign-in-unsupported':
    case 'proxy-refused':
      return { clause: 'the proxy did not connect', ...proxySentence(error.fault, error, place) };
    default:
      return assertNever(error.fault);
  }
}

type ProxyFault = Extract<NetworkFault, `proxy-${string}`>;

/** A gateway's statuses: the proxy is willing, and got nowhere. */
const NOWHERE: ReadonlySet<string> = new Set(['PROXY_502', 'PROXY_503', 'PROXY_504']);

/** Failures of a proxy on the way to the service. In all of these nothing was sent. */
function proxySentence(
  fault: ProxyFault,
  { code, proxy }: TransportError,
  { host }: CallTarget,
): Omit<Said, 'clause'> {
  switch (fault) {
    case 'proxy-unknown':
      return {
        code: 'cannot-reach',
        message: `This computer’s proxy settings could not be read. Nothing was sent to ${host}.`,
        nextStep: 'Check this computer’s proxy settings, then try again.',
      };
    case 'proxy-unsupported':
      return {
        code: 'cannot-reach',
        message: `This network uses a kind of proxy that Easel can’t use (${code.replace('PROXY_', '')}${proxy === '' ? '' : ` ${proxy}`}). Nothing was sent to ${host}.`,
        nextStep: 'Ask your network administrator for an HTTP proxy and set it in this computer’s settings.',
      };
    case 'proxy-unreachable':
      return {
        code: 'cannot-reach',
        message: `The proxy ${proxy} can’t be reached. Nothing was sent to ${host}.`,
        nextStep: 'Check your network, VPN and proxy settings, then try again.',
      };
    case 'proxy-certificate':
      return {
        code: 'certificate',
        message: `No secure connection could be made to the proxy ${proxy} (${code}). Nothing was sent to ${host}.`,
        nextStep:
          'Ask your network administrator about the proxy’s certificate. You can add its authority to this computer or to Easel.',
      };
    case 'proxy-sign-in':
      return {
        code: 'proxy-sign-in',
        message: `The proxy ${proxy} requires a sign-in. Nothing was sent to ${host}.`,
        nextStep: 'Sign in to the proxy with your network user name and password, then try again.',
      };
    case 'proxy-sign-in-refused':
      return {
        code: 'proxy-sign-in',
        message: `The proxy ${proxy} did not accept the sign-in. Nothing was sent to ${host}.`,
        nextStep: 'Check your user name and password, then sign in again.',
      };
    case 'proxy-sign-in-unsupported':
      return {
        code: 'cannot-reach',
        message: `The proxy ${proxy} requires a sign-in method that Easel doesn’t support (${code}). Nothing was sent to ${host}.`,
        nextStep: 'Ask your network administrator to allow sign-in with user name and password (Basic).',
      };
    case 'proxy-refused':
      return {
        code: 'cannot-reach',
        message: NOWHERE.has(code)
          ? `The proxy ${proxy} could not reach ${host} (status ${code.replace('PROXY_', '')}). Nothing was sent to ${host}.`
          : `The proxy ${proxy} did not connect to ${host} (${code.replace('PROXY_', 'status ')}). Nothing was sent to ${host}.`,
        nextStep: `Check the address in this connection. If it is right, ask your network administrator to allow ${host}.`,
      };
    default:
      return assertNever(fault);
  }
}

const UNKNOWN_ISSUER: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);

/** Says which of the ways a certificate can be wrong this is. Nothing was sent in any of them. */
function certificateSentence(
  { fault, code, certificateNames, issuer }: TransportError,
  { host }: CallTarget,
): Pick<Said, 'message' | 'nextStep'> {
  if (fault === 'tls') {
    return {
      message: `No secure connection (TLS 1.2 or later) could be made to ${host}. Nothing was sent.`,
      nextStep: 'Check that the address and port belong to an https service.',
    };
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return {
      message: `The certificate of ${host} has expired. Nothing was sent.`,
      nextStep:
        'Check this computer’s date. If it is right, whoever runs the service must renew the certificate.',
    };
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return {
      message: `The certificate of ${host} is not valid yet. Nothing was sent.`,
      nextStep: 'Check this computer’s date and time.',
    };
  }
  if (code.startsWith('ERR_TLS_CERT_ALTNAME') || code === 'HOSTNAME_MISMATCH') {
    const names = certificateNames === '' ? 'another host' : certificateNames;
    return {
      message: `The certificate shown for ${host} is for ${names}. Nothing was sent.`,
      nextStep: 'Check the address in this connection. A proxy or sign-in page may have answered instead.',
    };
  }
  if (UNKNOWN_ISSUER.has(code)) {
    return {
      message: `The certificate of ${host} comes from an issuer that this computer doesn’t trust${issuer === '' ? '' : ` (“${issuer}”)`}. Nothing was sent.`,
      nextStep:
        'If the issuer is your organisation, add its certificate authority to this computer or to Easel.',
    };
  }
  return {
    message: `The certificate of ${host} is not valid (${code}). Nothing was sent.`,
    nextStep: 'Ask whoever runs the network or the service about this certificate.',
  };
}
