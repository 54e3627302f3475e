/** What is said when the way to the service leads through a proxy, and ends there. Nothing was sent in any of these. */
import { assertNever, type FailureCode } from '../../preload/contract/failure.ts';
import type { CallTarget } from './call.ts';
import type { NetworkFault, TransportError } from './network-faults.ts';

export type ProxyFault = Extract<NetworkFault, `proxy-${string}`>;

export interface ProxySentence {
  readonly code: FailureCode;
  readonly message: string;
  readonly nextStep: string;
}

/** A gateway's statuses: the proxy is willing, and got nowhere. */
const NOWHERE: ReadonlySet<string> = new Set(['PROXY_502', 'PROXY_503', 'PROXY_504']);

export function proxySentence(
  fault: ProxyFault,
  { code, proxy }: TransportError,
  { host }: CallTarget,
): ProxySentence {
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
