/** Asks a proxy for a way through to a host: one CONNECT, which carries the sign-in and nothing of the request. */
import http from 'node:http';
import type { Socket } from 'node:net';
import { ConnectError, networkError, type NetworkFault } from './network-faults.ts';
import type { SignIn } from './sign-ins.ts';

/**
 * Sends CONNECT for `authority` (`host:port`) over a socket to the proxy. Rejects with a `ConnectError`; the socket is
 * destroyed then.
 */
export function openTunnel(
  socket: Socket,
  authority: string,
  proxy: string,
  signIn: SignIn | null,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const usable = signIn?.refused === false ? signIn : null;

  function refuse(fault: NetworkFault, code: string): void {
    socket.destroy();
    reject(new ConnectError(networkError(fault, code, { proxy })));
  }

  const request = http.request({
    createConnection: () => socket,
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      'user-agent': 'Easel',
      ...(usable === null ? {} : { 'proxy-authorization': usable.authorization }),
    },
  });
  request.on('error', (error) => {
    const code = 'code' in error ? String(error.code) : 'UNKNOWN';
    refuse(code.startsWith('HPE_') ? 'proxy-refused' : 'proxy-unreachable', code);
  });
  request.on('connect', ({ statusCode = 0, headers }, connected, head) => {
    if (statusCode >= 200 && statusCode < 300) {
      if (head.length > 0) connected.unshift(head);
      resolve(connected);
    } else if (statusCode === 407 || (statusCode === 401 && usable !== null)) {
      // 401 is how tinyproxy, for one, answers a wrong sign-in.
      if (usable !== null) usable.refused = true;
      const asked = schemesOf(headers['proxy-authenticate']);
      if (asked !== '' && !/\bbasic\b/iu.test(asked)) refuse('proxy-sign-in-unsupported', asked);
      else refuse(signIn?.refused === true ? 'proxy-sign-in-refused' : 'proxy-sign-in', 'PROXY_407');
    } else refuse('proxy-refused', `PROXY_${statusCode}`);
  });
  request.end();
  return promise;
}

/** The ways to sign in that a proxy offers: the words at the beginnings of its challenges. */
export function schemesOf(challenges: string | readonly string[] | undefined): string {
  const words = [challenges ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .flatMap((challenge) => /^\s*([a-z-]{1,20})(?=\s|$)/iu.exec(challenge)?.[1] ?? []);
  return [...new Set(words)].slice(0, 4).join(', ');
}
