import { expect, test } from 'vitest';
import { createLog } from '../../../../../main/lib/log/log.ts';

function logged() {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const last = (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;
  return { log, lines, last };
}

test('a secret that one part of Easel registers is redacted in the log lines of all parts', () => {
  const { log, lines } = logged();
  log.scope('a').secrets.add('key-12345');
  log
    .scope('b')
    .info('with key-12345', { list: ['key-12345'], 'key-12345': 1, deep: { x: [{ y: 'key-12345' }] } });
  expect(lines[0]).not.toContain('key-12345');
});

test('the log redacts every field whose name suggests a secret', () => {
  const { log, last } = logged();
  log.info('x', { apiKey: 'abc', nested: { accessToken: { part: 'abc' }, password: 1 } });
  expect(JSON.stringify(last())).not.toContain('abc');
  expect(last()).toMatchObject({ apiKey: '[redacted]', nested: { password: '[redacted]' } });
});

test('the log redacts secrets in errors and their causes', () => {
  const { log, last } = logged();
  const cause = new Error('Bearer inner-secret');
  log.error('failed', {
    error: Object.assign(new Error('Bearer abc123', { cause }), { code: 'ECONNRESET' }),
  });
  expect(last()['error']).toEqual({
    name: 'Error',
    message: 'Bearer [redacted]',
    code: 'ECONNRESET',
    cause: { name: 'Error', message: 'Bearer [redacted]' },
  });
});

test('the log redacts a long text before the log shortens it', () => {
  const { log, last } = logged();
  log.info('x', { text: `${'a'.repeat(1990)}Bearer abcdefghijklmnop` });
  expect(String(last()['text'])).not.toContain('abcdef');
  log.info('x', { text: 'b'.repeat(5000) });
  expect(String(last()['text'])).toHaveLength(2000 + '… (5000 characters)'.length);
});
