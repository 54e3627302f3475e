import { describe, expect, test } from 'vitest';
import { TOKEN_LIFETIME, Tokens } from '../../../../main/practice/tokens.ts';

const NOW = 1_790_000_000_000;

describe('a practice access token', () => {
  const tokens = new Tokens();
  const token = tokens.mint('paper-1', 'Ada', NOW);

  test('admits its person to its paper for two hours', () => {
    const verdict = tokens.verify(token, 'paper-1', NOW + (TOKEN_LIFETIME - 1) * 1000);
    expect(verdict).toMatchObject({
      ok: true,
      value: { paper: 'paper-1', name: 'Ada', iat: NOW / 1000, exp: NOW / 1000 + 7200 },
    });
  });

  test('expires in its last second', () => {
    expect(tokens.verify(token, 'paper-1', NOW + TOKEN_LIFETIME * 1000)).toEqual({
      ok: false,
      error: 'expired',
    });
  });

  test('admits to no other paper, and to no paper of another run', () => {
    expect(tokens.verify(token, 'paper-2', NOW)).toEqual({ ok: false, error: 'other-paper' });
    expect(new Tokens().verify(token, 'paper-1', NOW)).toEqual({ ok: false, error: 'invalid' });
  });

  test.each(['x', 'a.b.c', '..', `${token}.x`, token.replace('.', ''), `A${token}`, token.slice(0, -2)])(
    'with the text %s is not valid',
    (presented) => {
      expect(tokens.verify(presented, 'paper-1', NOW)).toEqual({ ok: false, error: 'invalid' });
    },
  );

  test.each([[undefined], ['']])('with the text %j counts as missing', (presented) => {
    expect(tokens.verify(presented, 'paper-1', NOW)).toEqual({ ok: false, error: 'missing' });
  });
});
