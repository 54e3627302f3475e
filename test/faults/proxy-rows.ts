/** Faults of a proxy on the way. It is asked for a tunnel and told nothing else, so nothing was sent in any of them. */
import { all } from './expectations.ts';
import { unsent, type ProxyFault, type Row } from './row.ts';

function proxy(name: string, fault: ProxyFault, outcome: 'cannot-reach' | 'proxy-sign-in'): Row {
  return unsent(`proxy: ${name}`, { kind: 'proxy', fault }, all(outcome));
}

function says(name: string, bytes: string, outcome: 'cannot-reach' | 'proxy-sign-in' = 'cannot-reach'): Row {
  return proxy(name, { kind: 'say', bytes }, outcome);
}

export const PROXY_ROWS: readonly Row[] = [
  proxy('silent', { kind: 'silent' }, 'cannot-reach'),
  proxy('refused port', { kind: 'refuse' }, 'cannot-reach'),
  says(
    '407',
    'HTTP/1.1 407 Sign in\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n',
    'proxy-sign-in',
  ),
  // A person can't sign in where Easel doesn't know how.
  says(
    '407, Negotiate only',
    'HTTP/1.1 407 Sign in\r\nProxy-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n',
  ),
  says('403', 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
  says('502', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'),
  says('another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'),
  says('drops the CONNECT', ''),
  says('drops the tunnel', 'HTTP/1.1 200 Connection established\r\n\r\n'),
];
