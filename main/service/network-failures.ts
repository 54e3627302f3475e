/** No answer came: every cause with its own sentence, next step and code. */
import { assertNever, type Failure, type FailureCode } from '../../preload/contract/failure.ts';
import type { Call, CallTarget } from './call.ts';
import { certificateSentence } from './certificate-texts.ts';
import { failure } from '../wording/failure.ts';
import type { HttpResult } from './http.ts';
import { changesSomething, outcomeUnknown } from './lost-answers.ts';
import type { TransportError } from './network-faults.ts';
import { proxySentence } from './proxy-texts.ts';
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
  if (sent && changesSomething(call)) return outcomeUnknown(call, place, said.clause, { details });
  return failure(said.code, {
    message: said.message,
    nextStep: said.nextStep,
    details,
    ...(said.code === 'proxy-sign-in' && proxy !== '' ? { proxy } : {}),
  });
}

function saidOfStop(stop: Stop, { start, host }: CallTarget): Said {
  switch (stop) {
    case 'cancelled':
      return {
        code: 'cancelled',
        message: 'Cancelled before an answer arrived.',
        nextStep: 'Start again when you’re ready.',
        clause: 'it was cancelled before the answer arrived',
      };
    case 'no-answer':
    case 'stalled':
    case 'too-long':
      return {
        code: 'timeout',
        message: {
          'no-answer': `${start} did not answer within 30 seconds.`,
          stalled: `${start} started to answer, then sent nothing for 30 seconds.`,
          'too-long': `${start} did not finish its answer within 60 seconds.`,
        }[stop],
        nextStep: `Nothing was changed. Try again. If ${host} stays slow, ask whoever runs it.`,
        clause: 'no answer arrived in time',
      };
    default:
      return assertNever(stop);
  }
}

function saidOfFault(error: TransportError, place: CallTarget, hasNetwork: boolean): Said {
  const { start, middle, host } = place;
  const unreached = {
    code: 'cannot-reach' as const,
    clause: 'the connection was lost before the answer arrived',
  };
  switch (error.fault) {
    case 'dns':
    case 'dns-unavailable':
    case 'unreachable':
      return { ...unreached, ...(hasNetwork ? sentenceWithoutRoute(error.fault, place) : offline(start)) };
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

function offline(start: string): Omit<Said, 'clause'> {
  return {
    code: 'offline',
    message: `This computer is offline. ${start} was not reached.`,
    nextStep: 'Connect to a network, then try again.',
  };
}

function sentenceWithoutRoute(
  fault: 'dns' | 'dns-unavailable' | 'unreachable',
  { host, start }: CallTarget,
): Omit<Said, 'clause' | 'code'> {
  switch (fault) {
    case 'dns':
      return {
        message: `${start} was not reached: there is no host with this name.`,
        nextStep: 'Check the spelling of the address in this connection, and whether you need a VPN.',
      };
    case 'dns-unavailable':
      return {
        message: `The name ${host} can’t be looked up (DNS is not answering).`,
        nextStep: 'Check your network and its DNS or VPN, then try again.',
      };
    case 'unreachable':
      return {
        message: `This network has no route to ${host}.`,
        nextStep: 'Check your network and VPN, then try again.',
      };
    default:
      return assertNever(fault);
  }
}
