import { expect, test } from 'vitest';
import { failure, LONGEST_SERVICE_MESSAGE, quote } from '../../../../../main/lib/wording/failure.ts';
import { FAILURE_CODES } from '../../../../../preload/contract/failure.ts';

test('every failure code has a message and a next step', () => {
  for (const { code, message, nextStep } of FAILURE_CODES.map((each) => failure(each))) {
    expect([message, nextStep], code).toEqual(Array(2).fill(expect.stringMatching(/^[A-Z].*\.$/)));
  }
});

test('secrets are redacted in every text of a failure', () => {
  const secret = 'Bearer abcdef123';
  const made = failure('internal', {
    message: secret,
    nextStep: secret,
    details: [secret],
    serviceMessage: secret,
  });
  expect(JSON.stringify(made)).not.toContain('abcdef123');
});

test('a failure quotes the service’s message on one line', () =>
  expect(quote(' a\r\n\tb\u0000c\u202Ed ')).toBe('a b c d'));
test('a failure shortens the service’s message to 200 characters without splitting a character', () => {
  const quoted = quote('😀'.repeat(500));
  expect([...quoted]).toHaveLength(LONGEST_SERVICE_MESSAGE);
  expect(quoted.isWellFormed()).toBe(true);
  expect(quoted.endsWith('😀…')).toBe(true);
});
