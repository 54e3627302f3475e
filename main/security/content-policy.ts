/** The headers of every answer of `app://easel/`. */

/**
 * Electron gives `<webview>` its display by an inline style, which `style-src 'self'` would block: this is that
 * style's hash (observed, security.md 0.7). `global.css` says the same, should Electron change the line.
 */
const WEBVIEW_STYLE = "'sha256-XNfYdUW7S7AWSxlvq47SGsGIxvvzKwvUGdsFQQ/zXf4='";

export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${WEBVIEW_STYLE}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "frame-src 'none'",
  "child-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "media-src 'none'",
  "manifest-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const FEATURES = [
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
];
const MORE_FEATURES = [
  'serial',
  'usb',
  'bluetooth',
  'fullscreen',
  'screen-wake-lock',
  'publickey-credentials-get',
];

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': [...FEATURES, ...MORE_FEATURES].map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
