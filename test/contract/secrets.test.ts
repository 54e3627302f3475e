import { expect, test } from 'vitest';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { borderOf } from './border.ts';
import { GOOD_ARGS } from './examples.ts';

const KEY = 'known/key+of=this~run';
const STORED_KEY = 'stored-key-of-an-earlier-run';
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJwYXBlciI6IjEifQ.c2lnbmF0dXJl';
const ADDRESS = `https://app.example/p/1?token=${TOKEN}`;

interface Place {
  readonly name: CallName;
  readonly field: string;
  readonly args: (text: string) => unknown;
}

function placesOf(name: CallName): readonly Place[] {
  const places: Place[] = [];
  const look = (value: unknown, field: string, put: (text: unknown) => unknown): void => {
    if (value === 'text-7') places.push({ name, field, args: put });
    else if (Array.isArray(value)) value.forEach((item) => look(item, field, (text) => put([text])));
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        look(inner, key, (text) => put({ ...value, [key]: text }));
  };
  look(GOOD_ARGS[name], '', (args) => args);
  return places;
}

const PLACES = CALL_NAMES.flatMap(placesOf);
const isFor = ({ name, field }: Place, ...secrets: readonly string[]): boolean =>
  secrets.includes(CALLS[name].secrets?.[field] ?? '');

async function send({ name, field, args }: Place, text: string): Promise<'refused' | 'accepted' | 'wrong'> {
  const { call, log, lines, ran } = borderOf(undefined, { storedKey: STORED_KEY });
  log.secrets.add(KEY);
  const reply = await call(name, args(text));
  if (reply.ok) return 'accepted';
  const isRefused = reply.error.fields?.[field]?.startsWith('Remove the key or access token') === true;
  const output = [JSON.stringify(reply), ...lines].join('\n');
  const isQuoted = [KEY, TOKEN, text].some((secret) => output.includes(secret));
  return isRefused && !isQuoted && ran.length === 0 ? 'refused' : 'wrong';
}

test.each([
  ['a known key', `key ${KEY}.`, ['key']],
  ['a known key in base64', Buffer.from(KEY).toString('base64'), ['key']],
  ['an access token', ADDRESS, ['key', 'token']],
])('main refuses %s in an IPC argument not meant for this secret', async (_what, text, allowed) => {
  for (const place of PLACES) {
    const expected = isFor(place, ...allowed) ? 'accepted' : 'refused';
    expect([place.name, place.field, await send(place, text)]).toEqual([place.name, place.field, expected]);
  }
});

test('before reading the keychain, main refuses a saved API key in an IPC argument that may be stored', async () => {
  for (const place of PLACES) {
    const isRead = ['reads', 'holds-back'].includes(CALLS[place.name].effect);
    const expected = isRead || isFor(place, 'key') ? 'accepted' : 'refused';
    expect([place.name, place.field, await send(place, ` ${STORED_KEY}`)]).toEqual([
      place.name,
      place.field,
      expected,
    ]);
  }
});

test.each(['the key is with Ada', 'eyJ is how tokens begin', 'https://wiki.example/a?b=c#d'])(
  'main accepts the harmless text “%s” in an IPC argument',
  async (text) => {
    const place = PLACES.find(({ name }) => name === 'boards.annotate');
    expect(place && (await send(place, text))).toBe('accepted');
  },
);

test.each(['connections.save', 'keys.stage'] as const)(
  'main refuses the IPC call %s if a second argument contains the API key too',
  async (name) => {
    const form = { ...GOOD_ARGS[name], apiKey: 'a-new-key-that-is-none' };
    const field = 'note' in form ? 'note' : 'name';
    const border = borderOf();
    const reply = await border.call(name, { ...form, [field]: `  ${form.apiKey}` });
    expect(reply).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
    expect((await border.call(name, { ...form, apiKey: 'A', [field]: 'Acme' })).ok).toBe(true);
  },
);
