import { inspect } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { fastClock } from '../../support/fast-clock.ts';
import { CALL_NAMES, CALLS, json, KEY, opened, type ApiCall, type startServer } from './servers.ts';

const { client, server, rawServer, closeAll } = opened();
afterEach(closeAll);

const FAST = fastClock(100);

type Answer = Parameters<typeof startServer>[0];

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const TOKEN = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ paper: 'p', name: 'Ann' })}.c2lnbmF0dXJlLW9mLWEtdG9rZW4`;
const HOSTILE = { key: KEY, header: `Bearer ${KEY}`, token: TOKEN, url: `https://x.example/?token=${TOKEN}` };
const ENCODED = encodeURIComponent(KEY);
const ECHO = [KEY, ENCODED, Buffer.from(KEY).toString('base64'), TOKEN].join(' ');

function echo(status: number, value: unknown): Answer {
  return (response) =>
    typeof value === 'string' ? response.writeHead(status).end(value) : json(response, value, status);
}

/** Returns a response body with long texts. Each contains the API key where Easel truncates the text (`bound`). */
function across(bound: number): object {
  const text = 'x'.repeat(bound - 15) + KEY;
  const message = `https://x.example/?${'q'.repeat(bound - 35)} ${KEY}`;
  return { room_id: 'a', identifier: 'a', created_at: text, message, note: text, errors: { name: [text] } };
}

const EVERY_FIELD = { message: ECHO, errors: { name: [ECHO], template: [ECHO] }, ...HOSTILE };
const LOCATION = `https://${ENCODED}:x@other.invalid/${ENCODED}?token=${TOKEN}`;

const ANSWERS: readonly (readonly [string, Answer])[] = [
  ...[200, 401, 404, 422, 503].map(
    (status) => [`${status} with an object`, echo(status, EVERY_FIELD)] as const,
  ),
  ['422 with text', echo(422, ECHO)],
  ['200 with secrets as field names', echo(200, { [KEY]: 1, [TOKEN]: { [KEY]: [] } })],
  ['200 with a list', echo(200, [{ x: ECHO }, ECHO, [ECHO]])],
  ['a redirect', (response) => response.writeHead(302, { location: LOCATION }).end()],
  [
    'headers and names, also where they are cut',
    (response) => {
      const type = `text/${'x'.repeat(80)}${KEY}`;
      const id = `${KEY} ${'x'.repeat(84 - KEY.length)}${KEY}`;
      response.writeHead(500, { 'x-request-id': id, 'content-type': type, 'retry-after': KEY });
      response.end(JSON.stringify({ [`${'x'.repeat(25)}${KEY}`]: 1 }));
    },
  ],
  ['a web page', echo(200, `<!DOCTYPE html>${ECHO}`)],
  [
    'a body that is cut off',
    (response) => response.writeHead(200, { 'content-length': 9999 }).write(ECHO, () => response.destroy()),
  ],
  ...[200, 16_000].flatMap((bound) => [
    [`200 with the key across character ${bound} of fields`, echo(200, across(bound))] as const,
    [`422 with the key across character ${bound} of a message`, echo(422, across(bound))] as const,
  ]),
];

/** API methods whose result may contain the API key, because they return all fields of a list item unchanged. */
const SHOWN_AS_SENT: readonly ApiCall[] = ['listBoards'];

async function leaksOf(origin: string): Promise<readonly string[]> {
  const made = client(origin, { clock: FAST });
  const results: unknown[] = [];
  for (const name of CALL_NAMES) {
    const result = await CALLS[name](made.api);
    const isMinted = name === 'mintToken' && result.ok;
    if (!isMinted && !(result.ok && SHOWN_AS_SENT.includes(name))) results.push(result);
  }
  results.push(made.api, await made.api.checkApp(), await made.api.checkPaperApi());
  const shown = inspect(results, { depth: 20, showHidden: true });
  const text = [JSON.stringify(results), shown, ...made.lines].join('\n');
  const forms = [KEY, TOKEN].flatMap((secret) => {
    const bytes = Buffer.from(secret);
    const encoded = (['base64', 'base64url', 'hex'] as const).map((encoding) => bytes.toString(encoding));
    return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...encoded];
  });
  return [...forms, KEY.slice(0, 14), TOKEN.slice(0, 30)].filter((form) => text.includes(form));
}

test.each(ANSWERS)('results, failures and log lines contain no key and no token: %s', async (_, answer) => {
  const { origin, seen } = await server(answer);
  expect(await leaksOf(origin)).toEqual([]);
  // Checks that the calls have sent the API key. Otherwise the test would prove nothing.
  const sent = seen.filter(({ headers }) => headers.authorization === `Bearer ${KEY}`);
  expect(sent.length).toBeGreaterThanOrEqual(7);
});

test('results, failures and log lines contain no key and no token of a truncated response header', async () => {
  const bytes = `HTTP/1.1 200 ${ECHO}\r\nX-Echo: ${ECHO}`;
  const { origin } = await rawServer((socket) => socket.once('data', () => socket.end(bytes)));
  expect(await leaksOf(origin)).toEqual([]);
});
