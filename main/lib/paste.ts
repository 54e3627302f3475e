/** Reads a pasted paper identifier or room address. */
import { fail, ok, type Result } from '../../preload/contract/failure.ts';

/**
 * Returns the paper's identifier, or the message for the field.
 *
 * Accepts `<identifier>` and `<app address>/room/<identifier>`; drops a token in the address. Refuses another host,
 * because its identifiers belong to another account.
 */
export function readPastedPaper(pasted: string, appUrl: string): Result<string, string> {
  const text = pasted.trim();
  if (text === '') return fail('Paste a paper’s identifier or the address of its room.');
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return fromAddress(text, appUrl);
  return readIdentifier(text);
}

function fromAddress(text: string, appUrl: string): Result<string, string> {
  const url = URL.parse(text);
  if (url === null) {
    return fail('This address can’t be read. Paste the room’s address as the browser shows it.');
  }
  const app = new URL(appUrl);
  if (url.host === '') return fail('This isn’t a web address.');
  if (url.origin !== app.origin)
    return fail(`This address is on ${url.host}, but this connection’s app is on ${app.host}.`);
  const match = /\/room\/([^/]+)\/?$/.exec(url.pathname);
  if (match?.[1] === undefined)
    return fail('This isn’t a room address: it should end in /room/ and an identifier.');
  try {
    return readIdentifier(decodeURIComponent(match[1]));
  } catch {
    return fail('The identifier in this address can’t be read.');
  }
}

/** Accepts no characters that could change a path. */
function readIdentifier(text: string): Result<string, string> {
  if (text.length > 200) return fail('This is too long for an identifier.');
  if (text === '.' || text.includes('..') || !/^[\w.~:@-]+$/.test(text)) {
    return fail(
      'An identifier has only letters, digits and dashes, such as 123e4567-e89b-42d3-a456-426614174000.',
    );
  }
  return ok(text);
}
