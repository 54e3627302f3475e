import { describe, expect, test } from 'vitest';
import { failure, LONGEST_SERVICE_MESSAGE, quote } from '../../../../../main/lib/wording/failure.ts';
import { FAILURE_CODES } from '../../../../../preload/contract/failure.ts';

test('every failure has a sentence and a next step', () => {
  for (const { code, message, nextStep } of FAILURE_CODES.map((each) => failure(each))) {
    expect([message, nextStep], code).toEqual(Array(2).fill(expect.stringMatching(/^[A-Z].*\.$/)));
  }
});

test('all texts are redacted', () => {
  const secret = 'Bearer abcdef123';
  const made = failure('internal', {
    message: secret,
    nextStep: secret,
    details: [secret],
    serviceMessage: secret,
  });
  expect(JSON.stringify(made)).not.toContain('abcdef123');
});

describe('the service’s words', () => {
  test('are joined to one line', () => expect(quote(' a\r\n\tb\u0000c\u202Ed ')).toBe('a b c d'));
  test('are at most 200 characters, and never split one', () => {
    const quoted = quote('😀'.repeat(500));
    expect([...quoted]).toHaveLength(LONGEST_SERVICE_MESSAGE);
    expect(quoted.isWellFormed()).toBe(true);
    expect(quoted.endsWith('😀…')).toBe(true);
  });
  test('of 200 characters are not cut', () => expect(quote('x'.repeat(200))).toBe('x'.repeat(200)));
});
