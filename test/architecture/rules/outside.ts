/** Addresses, certificates, keys and the environment of the process. */
import {
  calls,
  except,
  inMain,
  inProduct,
  literals,
  members,
  options,
  settings,
  type Rule,
} from '../rule.ts';

const at = 'main/boards/boards.ts';

/** A pattern for all addresses of a scheme, as web request filters take it, names no host. */
const PATTERN = /^[a-z*]+:\/\/\*\/\*$/iu;
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?=[:/]|$)/iu;
/** Names of XML namespaces look like addresses and are never requested. */
const NAMESPACE = /^http:\/\/www\.w3\.org\//u;

export const OUTSIDE_RULES: readonly Rule[] = [
  literals(
    {
      name: 'no-http-addresses',
      why: 'Only https leaves this machine.',
      applies: except(
        inProduct,
        'main/practice/',
        'main/connections/addresses.ts',
        'main/app/security/origins.ts',
      ),
      proof: {
        at,
        refuse: "get('http://boards.example/')",
        accept:
          "get('https://boards.example/', 'http://*/*', 'http://localhost:1', 'http://www.w3.org/2000/svg')",
      },
    },
    (text) =>
      /\b(?:http|ws):\/\//iu.test(text) &&
      ![PATTERN, LOOPBACK, NAMESPACE].some((pattern) => pattern.test(text)),
  ),
  options(
    {
      name: 'certificates-are-checked',
      why: 'A wrong certificate is an error.',
      applies: inProduct,
      proof: {
        at,
        refuse: 'connect({ rejectUnauthorized: false })',
        accept: 'connect({ rejectUnauthorized: true })',
      },
    },
    { rejectUnauthorized: true },
  ),
  settings(
    {
      name: 'no-own-host-check',
      why: 'An own checkServerIdentity may accept names that Node refuses.',
      applies: inProduct,
      proof: {
        at,
        refuse: 'connect({ checkServerIdentity: () => undefined })',
        accept: 'connect({ servername })',
      },
    },
    (name) => name === 'checkServerIdentity',
  ),
  calls(
    {
      name: 'keys-read-in-few-places',
      why: 'These files put a key on a request, keep it, seal it, or give it to the log. authorize.ts alone sends it.',
      applies: except(
        inProduct,
        'main/service/authorize.ts',
        'main/connections/key-store.ts',
        'main/connections/transfer/seal.ts',
        'main/connections/open.ts',
      ),
      proof: { at, refuse: 'const header = `Bearer ${key.reveal()}`;', accept: 'key.fingerprint(salt)' },
    },
    '.reveal',
  ),
  calls(
    {
      name: 'no-guessable-numbers',
      why: 'Grants and ids come from node:crypto; only jitter and practice may be guessed.',
      applies: except(inMain, 'main/practice/', 'main/service/'),
      proof: { at, refuse: 'const id = Math.random();', accept: 'const id = randomUUID();' },
    },
    'Math.random',
  ),
  members(
    {
      name: 'environment-read-once',
      why: 'main/lib/env.ts reads argv and the environment once and freezes them; the entries clean them before.',
      applies: except(inMain, 'main/lib/env.ts', 'main/index.ts'),
      proof: { at, refuse: 'const home = process.env.HOME;', accept: 'const { userData } = env;' },
    },
    'process.env',
    'process.argv',
    'process.execArgv',
  ),
];
