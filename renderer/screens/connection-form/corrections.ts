/** Recognises usual mistakes in the addresses of the connection form. */

const THIS_COMPUTER = /^(?:localhost|127\.\d+\.\d+\.\d+)$/u;
/** First path segments of web pages. The base address of an API does not contain them. */
const PAGES = ['dashboard', 'login', 'signin', 'sign-in', 'account', 'settings', 'admin', 'console'];
const DASHBOARD_HOST = /^(?:dashboard|admin|console|portal|account|my)\./u;

/** Parses an address, with or without a scheme. Null without a plausible host. */
function parsed(text: string): URL | null {
  const trimmed = text.trim();
  const scheme = THIS_COMPUTER.test(trimmed.split(/[/:]/u)[0] ?? '') ? 'http:' : 'https:';
  const url = URL.parse(/^https?:\/\//iu.test(trimmed) ? trimmed : scheme + trimmed);
  if (url === null || !/\.|^localhost$/u.test(url.hostname)) return null;
  if (url.protocol === 'http:' && !THIS_COMPUTER.test(url.hostname)) url.protocol = 'https:';
  return url;
}

/**
 * Returns the likely correction of a mistyped address: without `/api…`, `/room…`, path of a dashboard, query, fragment
 * and credentials. Otherwise null.
 */
export function correctionOf(text: string): string | null {
  const url = parsed(text);
  if (url === null || DASHBOARD_HOST.test(url.hostname)) return null;
  const segments = url.pathname.split('/').filter((each) => each !== '');
  const end = segments.findIndex((each) => ['api', 'room', ...PAGES].includes(each.toLowerCase()));
  const base = [url.origin, ...(end < 0 ? segments : segments.slice(0, end))].join('/');
  return base === text.trim().replace(/\/+$/u, '') ? null : base;
}
