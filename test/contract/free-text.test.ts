/** Keys and tokens that a person pasted where words belong. */
import { describe, expect, test } from 'vitest';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import type { CallName } from '../../preload/contract/calls.ts';
import { borderOf } from './border.ts';
import { GOOD_ARGS } from './good-args.ts';

const KEY = 'known/key+of=this~run';
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJwYXBlciI6IjEifQ.c2lnbmF0dXJl';

/** Fields of words, by the names that they have in arguments; a list has one word or more. */
const WORDS = ['name', 'names', 'note', 'owner', 'label', 'customer', 'addTags', 'reason', 'displayName'];

interface Place {
  readonly channel: CallName;
  readonly field: string;
  /** The arguments, with this text in the field. */
  readonly args: (text: string) => object;
}

/** Arguments that hold a field of words, themselves or in a change of notes. */
function placesOf(channel: CallName): readonly Place[] {
  const args: object = GOOD_ARGS[channel];
  const change = 'change' in args ? (args.change as object) : null;
  const within = (whole: object, wrap: (changed: object) => object): readonly Place[] =>
    Object.entries(whole).flatMap(([field, value]) =>
      WORDS.includes(field)
        ? [{ channel, field, args: (text: string) => wrap({ ...whole, [field]: worded(value, text) }) }]
        : [],
    );
  return [
    ...within(args, (changed) => changed),
    ...(change === null
      ? []
      : within({ ...change, note: '', customer: '' }, (changed) => ({ ...args, change: changed }))),
  ];
}

const worded = (value: unknown, text: string): unknown => (Array.isArray(value) ? ['Ada', text] : text);

/** The form is checked as often as it is written in, and keeps nothing. */
const PLACES = CALL_NAMES.filter((channel) => channel !== 'connections.check').flatMap(placesOf);

test('words are taken in at more than a dozen channels', () => {
  expect(new Set(PLACES.map(({ channel }) => channel)).size).toBeGreaterThan(12);
});

describe.each(PLACES.map((place) => [`${place.channel}, ${place.field}`, place] as const))(
  '%s',
  (_, place) => {
    const { channel, field, args } = place;

    test.each([
      ['a key', `the key is ${KEY}.`],
      ['a key in base64', Buffer.from(KEY).toString('base64')],
      ['an access token in an address', `https://app.example/p/1?token=${TOKEN}`],
    ])('refuses %s, names the field, and repeats nothing of it', async (_what, text) => {
      const border = borderOf();
      border.log.addSecret(KEY);
      const reply = await border.dispatch(channel, true, args(text));
      expect(reply).toMatchObject({
        ok: false,
        error: {
          code: 'invalid-input',
          fields: { [field]: expect.stringMatching(/^A key or an access token/u) },
        },
      });
      expect(border.ran).toEqual([]);
      const said = [JSON.stringify(reply), ...border.lines].join('\n');
      expect([KEY, TOKEN, text].filter((secret) => said.includes(secret))).toEqual([]);
    });

    test.each([
      'the key and the token are with Ada',
      'eyJ is how tokens begin',
      'https://wiki.example/a?b=c#d',
      'pass',
    ])('takes “%s”', async (text) => {
      const border = borderOf();
      border.log.addSecret('pass');
      expect((await border.dispatch(channel, true, args(text))).ok).toBe(true);
    });
  },
);

test.each(['connections.save', 'keys.stage'] as const)(
  '%s refuses the key of the same form, which nobody knows yet, but not a short word that is no key',
  async (channel) => {
    const form = { ...GOOD_ARGS[channel], apiKey: 'a-new-key-that-is-none' };
    const field = 'note' in form ? 'note' : 'name';
    const border = borderOf();
    const reply = await border.dispatch(channel, true, { ...form, [field]: `  ${form.apiKey}` });
    expect(reply).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
    expect((await border.dispatch(channel, true, { ...form, apiKey: 'A', [field]: 'Acme' })).ok).toBe(true);
  },
);
