import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { fastClock } from '../../support/fast-clock.ts';
import { CALL_NAMES, CALLS, json, KEY, opened, startServer, type ApiCall } from './servers.ts';
import { dose } from '../../support/nightly.ts';

const { client, server, rawServer, closeAll } = opened();
afterEach(closeAll);

/** Tries that wait for a busy service wait a hundredth as long. */
const FAST = fastClock(100);

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKEN = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ paper: 'p', name: 'Ann' })}.c2lnbmF0dXJlLW9mLWEtdG9rZW4`;

/** Every way in which a secret may be written. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

const HOSTILE = { key: KEY, header: `Bearer ${KEY}`, token: TOKEN, url: `https://x.example/?token=${TOKEN}` };
const ECHO = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64'), TOKEN].join(' ');

/** A service that throws every secret back, in every place that an answer has. */
const ANSWERS: readonly (readonly [string, Parameters<typeof startServer>[0]])[] = [
  ...dose(
    [200, 400, 401, 402, 403, 404, 407, 408, 409, 410, 422, 429, 500, 502, 503, 504],
    [200, 401, 404, 422, 503],
  ).flatMap((status) => [
    [
      `${status} with an object`,
      echo(status, { message: ECHO, errors: { name: [ECHO], template: [ECHO] }, ...HOSTILE }),
    ] as const,
    [`${status} with text`, echo(status, ECHO)] as const,
  ]),
  ['200 with success: false', echo(200, { success: false, reason: ECHO })],
  ['200 with names that are secrets', echo(200, { [KEY]: 1, [TOKEN]: { [KEY]: [] } })],
  ['200 with a list of them', echo(200, [{ x: ECHO }, ECHO, [ECHO]])],
  [
    'a redirect to them',
    (response) =>
      response
        .writeHead(302, {
          location: `https://${encodeURIComponent(KEY)}:x@other.invalid/${encodeURIComponent(KEY)}?token=${TOKEN}`,
        })
        .end(),
  ],
  [
    'headers that hold them',
    (response) =>
      response
        .writeHead(500, { 'x-request-id': KEY, 'content-type': `text/${KEY}`, 'retry-after': KEY })
        .end(),
  ],
  ['a web page that holds them', (response) => response.writeHead(200).end(`<!DOCTYPE html>${ECHO}`)],
  [
    'a body that is cut off',
    (response) => response.writeHead(200, { 'content-length': 9999 }).write(ECHO, () => response.destroy()),
  ],
  [
    'a long answer with them at its end',
    (response) => response.writeHead(422).end(`${'x '.repeat(120)}${ECHO}${' y'.repeat(9000)}${ECHO}`),
  ],
  // What is shown is shortened: here the key stands where it would be cut through.
  ...dose([100, 200, 2000, 10_000, 16_000, 20_000, 200_000], [200, 16_000]).flatMap((bound) => [
    [`200 with the key across character ${bound} of fields`, echo(200, across(bound))] as const,
    [`422 with the key across character ${bound} of a message`, echo(422, across(bound))] as const,
    [
      `a text with the key across character ${bound}, behind an address that goes`,
      echo(200, `https://x.example/?${'q'.repeat(bound - 40)} ${KEY} and so on`),
    ] as const,
  ]),
  [
    'headers and names with the key where they are cut',
    (response) =>
      response
        .writeHead(500, {
          'x-request-id': 'x'.repeat(85) + KEY,
          'content-type': `text/${'x'.repeat(80)}${KEY}`,
        })
        .end(JSON.stringify({ [`${'x'.repeat(25)}${KEY}`]: 1 })),
  ],
];

/** Texts of which the first 15 characters of the key are within a bound, and the rest is not. */
function across(bound: number): object {
  const text = 'x'.repeat(bound - 15) + KEY;
  const query = `https://x.example/?${'q'.repeat(bound - 35)} ${KEY}`;
  return {
    room_id: 'a',
    identifier: 'a',
    created_at: text,
    message: query,
    note: text,
    errors: { name: [text] },
  };
}

function echo(status: number, value: unknown): Parameters<typeof startServer>[0] {
  return (response) =>
    typeof value === 'string' ? response.writeHead(status).end(value) : json(response, value, status);
}

/** Lists show every field of the service's items as they came, so what such an answer holds is not searched. */
const SHOWN_AS_SENT: readonly ApiCall[] = ['listBoards'];

async function everythingSaidBy(origin: string): Promise<string> {
  const made = client(origin, { clock: FAST });
  const said: unknown[] = [];
  for (const name of CALL_NAMES) {
    const result = await CALLS[name](made.api);
    const isMinted = name === 'mintToken' && result.ok;
    if (!isMinted && !(result.ok && SHOWN_AS_SENT.includes(name))) said.push(result);
  }
  said.push(made.api, await made.api.checkApp(), await made.api.checkPaperApi());
  return `${JSON.stringify(said)}\n${inspect(said, { depth: 20, showHidden: true })}\n${made.lines.join('\n')}`;
}

function leaksIn(text: string): readonly string[] {
  return [...formsOf(KEY), ...formsOf(TOKEN), KEY.slice(0, 14), TOKEN.slice(0, 30)].filter((form) =>
    text.includes(form),
  );
}

test.each(ANSWERS)(
  'neither key nor token is in any result, failure or log line: %s',
  async (_answer, answer) => {
    const { origin, seen } = await server(answer);
    const said = await everythingSaidBy(origin);
    expect(leaksIn(said)).toEqual([]);
    // The key did go out with each call: else this proves nothing.
    expect(
      seen.filter(({ headers }) => headers.authorization === `Bearer ${KEY}`).length,
    ).toBeGreaterThanOrEqual(7);
  },
);

test.each([
  ['no answer', ''],
  ['no HTTP', `${ECHO}\r\n\r\n`],
  ['a head that is cut off', `HTTP/1.1 200 ${ECHO}\r\nX-Echo: ${ECHO}`],
])('neither key nor token is quoted after %s', async (_answer, bytes) => {
  const { origin } = await rawServer((socket) => socket.once('data', () => socket.end(bytes)));
  expect(leaksIn(await everythingSaidBy(origin))).toEqual([]);
});

test('neither key nor token is quoted when nobody responds', async () => {
  const dead = await startServer(() => undefined);
  await dead.close();
  expect(leaksIn(await everythingSaidBy(dead.origin))).toEqual([]);
});
