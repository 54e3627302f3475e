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
  { host, middle }: CallTarget,
): ProxySentence {
  const unsent = `so nothing was sent to ${middle}`;
  switch (fault) {
    case 'proxy-unknown':
      return {
        code: 'cannot-reach',
        message: `This computer’s proxy settings could not be read, ${unsent}.`,
        nextStep: 'Check the proxy settings of this computer, then try again.',
      };
    case 'proxy-unsupported':
      return {
        code: 'cannot-reach',
        message: `This network uses a kind of proxy that Easel can’t use (${code.replace('PROXY_', '')}${proxy === '' ? '' : ` ${proxy}`}), ${unsent}.`,
        nextStep: 'Ask whoever runs this network for an HTTP proxy, and set it in this computer’s settings.',
      };
    case 'proxy-unreachable':
      return {
        code: 'cannot-reach',
        message: `The proxy ${proxy} can’t be reached, ${unsent}.`,
        nextStep: 'Check your network and VPN, and the proxy settings of this computer, then try again.',
      };
    case 'proxy-certificate':
      return {
        code: 'certificate',
        message: `No secure connection to the proxy ${proxy} could be agreed on (${code}), ${unsent}.`,
        nextStep:
          'Ask whoever runs this network about the proxy’s certificate; its authority can be added to this computer’s or to Easel’s.',
      };
    case 'proxy-sign-in':
      return {
        code: 'proxy-sign-in',
        message: `The proxy ${proxy} asks for a sign-in, ${unsent}.`,
        nextStep: 'Sign in to the proxy with the user name and password of your network, then try again.',
      };
    case 'proxy-sign-in-refused':
      return {
        code: 'proxy-sign-in',
        message: `The proxy ${proxy} did not accept the sign-in, ${unsent}.`,
        nextStep: 'Check user name and password, then sign in to the proxy again.',
      };
    case 'proxy-sign-in-unsupported':
      return {
        code: 'cannot-reach',
        message: `The proxy ${proxy} asks for a kind of sign-in that Easel does not know (${code}), ${unsent}.`,
        nextStep: 'Ask whoever runs this network for a sign-in with user name and password (Basic).',
      };
    case 'proxy-refused':
      return {
        code: 'cannot-reach',
        message: NOWHERE.has(code)
          ? `The proxy ${proxy} could not reach ${host} (status ${code.replace('PROXY_', '')}), ${unsent}.`
          : `The proxy ${proxy} did not connect to ${host} (${code.replace('PROXY_', 'status ')}), ${unsent}.`,
        nextStep: `Check the address of this connection; if it is right, ask whoever runs the proxy to let ${host} through.`,
      };
    default:
      return assertNever(fault);
  }
}
