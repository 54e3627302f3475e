/** One way out: undici in main/service/transport.ts; one way in: the practice room, on loopback. */
import {
  calls,
  except,
  files,
  imports,
  inMain,
  inProduct,
  inRenderer,
  literals,
  options,
  type Rule,
} from '../rule.ts';

/** A pattern for all addresses of a scheme, as web request filters take it, names no host. */
const PATTERN = /^[a-z*]+:\/\/\*\/\*$/iu;
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?=[:/]|$)/iu;
/** Names of XML namespaces look like addresses and are never requested. */
const NAMESPACE = /^http:\/\/www\.w3\.org\//u;

export const NETWORK_RULES: readonly Rule[] = [
  literals(
    {
      name: 'no-http-addresses',
      why: 'Only https leaves this machine.',
      applies: except(
        inProduct,
        'main/practice/',
        'main/connections/addresses.ts',
        'main/security/origins.ts',
      ),
    },
    (text) =>
      /\b(?:http|ws):\/\//iu.test(text) &&
      !PATTERN.test(text) &&
      !LOOPBACK.test(text) &&
      !NAMESPACE.test(text),
  ),
  imports(
    {
      name: 'one-http-client',
      why: 'Proxy, certificates, limits and redaction sit in the transport.',
      applies: inProduct,
      onlyIn: files('main/service/transport.ts'),
    },
    // What is in these sends nothing without an agent.
    (module) =>
      /^undici(?:\/|$)/u.test(module) &&
      !/^undici\/lib\/(?:core\/errors|api\/api-request)\.js$/u.test(module),
  ),
  calls(
    {
      name: 'no-other-http-client',
      why: 'Proxy, certificates, limits and redaction sit in the transport; Chromium re-sends a POST.',
      applies: inProduct,
    },
    [
      'fetch',
      'globalThis.fetch',
      'window.fetch',
      'net.fetch',
      'net.request',
      '.net.fetch',
      '.net.request',
      'XMLHttpRequest',
      'navigator.sendBeacon',
      'EventSource',
    ],
  ),
  calls(
    {
      name: 'no-page-sockets',
      why: 'The page talks to main only.',
      applies: except(inRenderer, 'renderer/room/'),
    },
    ['WebSocket', 'window.WebSocket'],
  ),
  imports(
    {
      name: 'sockets-in-two-rooms',
      why: 'Only the transport goes out; only the practice room lets in.',
      applies: except(inMain, 'main/practice/', 'main/service/'),
    },
    (module) => ['node:http', 'node:https', 'node:http2', 'node:net', 'node:dgram', 'ws'].includes(module),
  ),
  options(
    { name: 'certificates-are-checked', why: 'A wrong certificate is an error.', applies: inProduct },
    { rejectUnauthorized: true },
  ),
  {
    name: 'no-own-host-check',
    why: 'An own checkServerIdentity accepts what Node would refuse.',
    applies: inProduct,
    visit: (report) => ({
      Property: (node) => {
        if (node.key.type === 'Identifier' && node.key.name === 'checkServerIdentity') {
          report(node, 'checkServerIdentity');
        }
      },
    }),
  },
];
