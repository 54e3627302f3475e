/** Keys and tokens that a person pasted where none belongs. */
import { expect, test } from 'vitest';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { borderOf } from './border.ts';
import { GOOD_ARGS } from './examples.ts';

const KEY = 'known/key+of=this~run';
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJwYXBlciI6IjEifQ.c2lnbmF0dXJl';

interface Place {
  readonly name: CallName;
  /** As its failure would call it. */
  readonly field: string;
  readonly args: (text: string) => unknown;
}

/** Every text in arguments, however deep. Choices and kinds are no texts: their schemas name what they take. */
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
const mayHold = ({ name, field }: Place, secret: string): boolean => CALLS[name].secrets?.[field] === secret;

/** Places that did not do with a text what they should. */
async function wrongPlaces(
  places: readonly Place[],
  text: string,
  expected: 'refused' | 'taken',
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { name, field, args } of places) {
    const border = borderOf();
    border.log.secrets.add(KEY);
    const reply = await border.call(name, args(text));
    const isRefused =
      !reply.ok && reply.error.fields?.[field]?.startsWith('This text contains a key') === true;
    const said = [JSON.stringify(reply), ...border.lines].join('\n');
    const isSaid = [KEY, TOKEN, text].some((secret) => said.includes(secret));
    const isRight = expected === 'taken' ? reply.ok : isRefused && !isSaid && border.ran.length === 0;
    if (!isRight) wrong.push(`${name} ${field}: ${reply.ok ? 'ok' : JSON.stringify(reply.error)}`);
  }
  return wrong;
}

test.each([
  ['a known key', `key ${KEY}.`],
  ['a known key in base64', Buffer.from(KEY).toString('base64')],
])('%s is refused in every text that isn’t for keys, and quoted nowhere', async (_what, text) => {
  const places = PLACES.filter((place) => !mayHold(place, 'key'));
  expect(await wrongPlaces(places, text, 'refused')).toEqual([]);
});

test('an access token is refused in every text except where a room’s address may be pasted', async () => {
  const address = `https://app.example/p/1?token=${TOKEN}`;
  const places = PLACES.filter((place) => !mayHold(place, 'key') && !mayHold(place, 'token'));
  expect(await wrongPlaces(places, address, 'refused')).toEqual([]);
  expect(
    await wrongPlaces(
      PLACES.filter((place) => mayHold(place, 'token')),
      address,
      'taken',
    ),
  ).toEqual([]);
});

test('a key is accepted where one belongs', async () => {
  const places = PLACES.filter((place) => mayHold(place, 'key'));
  expect(places.length).toBeGreaterThan(8);
  expect(await wrongPlaces(places, KEY, 'taken')).toEqual([]);
});

test.each(['the key is with Ada', 'eyJ is how tokens begin', 'https://wiki.example/a?b=c#d'])(
  'every text may be “%s”',
  async (text) => {
    expect(await wrongPlaces(PLACES, text, 'taken')).toEqual([]);
  },
);

test.each(['connections.save', 'keys.stage'] as const)(
  '%s refuses an unknown key of the same form, but not a short word',
  async (name) => {
    const form = { ...GOOD_ARGS[name], apiKey: 'a-new-key-that-is-none' };
    const field = 'note' in form ? 'note' : 'name';
    const border = borderOf();
    const reply = await border.call(name, { ...form, [field]: `  ${form.apiKey}` });
    expect(reply).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
    expect((await border.call(name, { ...form, apiKey: 'A', [field]: 'Acme' })).ok).toBe(true);
  },
);
