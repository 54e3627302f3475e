/** Reads the addresses of a connection form: the only place where an address from a page is accepted. */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { isThisComputer } from '../service/call.ts';

/**
 * Reads one address of the service: `https`, or `http` on loopback; no credentials, query or fragment.
 *
 * Gives the address without trailing slashes, or the sentence to put beside the field. What people paste from
 * the service's documentation (`…/api`, `…/room/<id>`) is named instead of being accepted and failing later.
 */
export function readAddress(typed: string): Result<string, string> {
  const text = typed.trim();
  if (text === '') return fail('Enter an address, such as https://api.example.com.');
  if (text.length > 2000) return fail('This address is too long.');
  if (/[\0- \u007f-\u00a0]/u.test(text) || text.includes('\\')) {
    return fail('Remove spaces, backslashes and control characters.');
  }
  if (!/^https?:\/\/[^/]/i.test(text)) return fail('Start with https:// and the host name.');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return fail('Enter a valid address, such as https://api.example.com.');
  }
  if (url.username !== '' || url.password !== '' || text.split('/')[2]?.includes('@') === true) {
    return fail('Remove the user name and password: Easel sends only the API key.');
  }
  if (url.protocol === 'http:' && !isThisComputer(url.hostname)) {
    return fail('Use https://. Plain http:// works only for this computer.');
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    return fail('Remove the question mark or # and everything after it.');
  }
  if (/%2f|%5c|%00/i.test(text)) return fail('Remove encoded slashes and control characters.');
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/api(?:\/(?:paper|board|access-token)(?:\/.*)?)?$/i.test(path)) {
    return fail('Remove /api and everything after it: Easel adds it.');
  }
  if (/\/room(?:\/|$)/i.test(path)) return fail('Remove /room and everything after it: Easel adds it.');
  return ok(url.origin + path);
}
