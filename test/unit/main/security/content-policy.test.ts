import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CONTENT_POLICY, PAGE_HEADERS } from '../../../../main/security/app-files.ts';

test('the content policy is exactly the one observed with the 24 probes', () => {
  expect(CONTENT_POLICY).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-XNfYdUW7S7AWSxlvq47SGsGIxvvzKwvUGdsFQQ/zXf4='; img-src 'self' data:; font-src 'self'; connect-src 'none'; frame-src 'none'; child-src 'none'; worker-src 'none'; object-src 'none'; media-src 'none'; manifest-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test('allows one inline style: the one that Electron gives a webview', () => {
  const hash = createHash('sha256').update(':host { display: flex; }').digest('base64');
  expect([...CONTENT_POLICY.matchAll(/'sha256-([^']+)'/g)].map((match) => match[1])).toEqual([hash]);
});

test('every page has the headers that isolate it', () => {
  expect(PAGE_HEADERS).toEqual({
    'content-security-policy': CONTENT_POLICY,
    'connection-allowlist': '(response-origin)',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), clipboard-read=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=(), bluetooth=(), fullscreen=(), screen-wake-lock=(), publickey-credentials-get=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});
