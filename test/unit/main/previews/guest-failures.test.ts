import { expect, test } from 'vitest';
import { crashed, noAnswer, notLoaded, refusedByRoom } from '../../../../main/previews/guest-failures.ts';

const APP = 'https://app.example';

const FAILURES = {
  'no answer': noAnswer(APP),
  'an expired certificate': notLoaded(APP, -201),
  'a refused connection': notLoaded(APP, -102),
  'status 403': refusedByRoom(APP, 403),
  'status 404': refusedByRoom(APP, 404),
  'status 500': refusedByRoom(APP, 500),
  'a crash': crashed(APP),
};

test.each(Object.entries(FAILURES))(
  '%s is told in two sentences that name the host alone',
  (_name, failure) => {
    expect(failure.message).toMatch(/\.$/);
    expect(failure.nextStep).toMatch(/\.$/);
    expect(failure.message).toContain('app.example');
    expect(JSON.stringify(failure)).not.toMatch(/:\/\/|token=|\/room\//);
  },
);

test('each has the code that the interface branches on', () => {
  const codes = Object.fromEntries(Object.entries(FAILURES).map(([name, { code }]) => [name, code]));
  expect(codes).toEqual({
    'no answer': 'timeout',
    'an expired certificate': 'certificate',
    'a refused connection': 'cannot-reach',
    'status 403': 'refused',
    'status 404': 'refused',
    'status 500': 'service-problem',
    'a crash': 'internal',
  });
});

test.each([
  [-199, 'cannot-reach'],
  [-200, 'certificate'],
  [-299, 'certificate'],
  [-300, 'cannot-reach'],
  [-105, 'cannot-reach'],
])('network error %i is %s', (code, expected) => {
  expect(notLoaded(APP, code)).toMatchObject({ code: expected, details: [`Network error: ${code}`] });
});

test('a port is named with its host', () => {
  expect(noAnswer('http://127.0.0.1:4711').message).toContain('127.0.0.1:4711');
});

test('the status is told, in the sentence and as data', () => {
  expect(refusedByRoom(APP, 410)).toMatchObject({ status: 410 });
  expect(refusedByRoom(APP, 410).message).toContain('410');
});
