/** Removes secrets from text that Easel logs, shows or copies. */

export const REDACTED = '[redacted]';

/** Shortest secret that is redacted, in characters. Redacting shorter texts would make the log unreadable. */
const SHORTEST_SECRET = 4;

/** Minimum length in characters of a long secret, which can't be an ordinary word or name. */
export const LONG_SECRET = 12;

/** Matches the base64url start of a JWT's header: `{"`, or `{` with whitespace and a few letters. */
const HEADER = 'eyJ|eyAgI|eyAi[YZa-e]|ewogI|ewoJ[CI]|ewoi[YZa-e]|ew0K[CI]|ewkJ[CI]|ewki[YZa-e]';
export const TOKEN_HEADER = new RegExp(HEADER, 'uy');

/** Finds a JWT by its first dot, then looks back at the header. Starting at the header would take quadratic time. */
export const ACCESS_TOKEN = new RegExp(String.raw`\.(?<=(?:${HEADER})[\w-]*[\w-]{8}\.)\.{0,3}[\w-]`, 'u');

/** Error message for a text with a key or token. Easel does not save such a text, because the text may be shared. */
export const SECRET_INSIDE =
  'Remove the key or access token from this text. The text will be saved and may be shared.';

/** Known secrets and their encodings, such as base64. Computes the encodings once per secret. */
export class Secrets {
  readonly #forms = new Map<string, readonly string[]>();
  /** How often each secret was added, because an API key and a password, for example, may be equal. */
  readonly #holders = new Map<string, number>();

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: string): void {
    if (!this.#forms.has(secret)) this.#forms.set(secret, formsOf(secret));
    this.#holders.set(secret, (this.#holders.get(secret) ?? 0) + 1);
  }

  /** Ends the redaction of a secret when all parts that added it have removed it. Callers first erase their copies. */
  remove(secret: string): void {
    const left = (this.#holders.get(secret) ?? 1) - 1;
    this.#holders.set(secret, left);
    if (left > 0) return;
    this.#holders.delete(secret);
    this.#forms.delete(secret);
  }

  /** Returns the secrets in plain text, so that another thread can redact them. Never show or log the result. */
  get all(): readonly string[] {
    return [...this.#forms.keys()];
  }

  /** True if the text contains a long secret. Ignores short secrets, because they may be ordinary words. */
  isIn(text: string): boolean {
    const isInText = (form: string): boolean => form.length >= LONG_SECRET && text.includes(form);
    return [...this.#forms.values()].some((forms) => forms.some(isInText));
  }

  /** Redacts known secrets, but not texts that only look like secrets. */
  takenFrom(text: string): string {
    const spans: (readonly [from: number, to: number])[] = [];
    for (const forms of this.#forms.values()) {
      for (const form of forms) {
        for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
          spans.push([at, at + form.length]);
      }
    }
    if (spans.length === 0) return text;
    spans.sort(([one], [other]) => one - other);
    const pieces: string[] = [];
    let end = -1;
    for (const [from, to] of spans) {
      if (from > end) pieces.push(text.slice(Math.max(end, 0), from));
      end = Math.max(end, to);
    }
    pieces.push(text.slice(end));
    return pieces.join(REDACTED);
  }
}

function formsOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const bytes = Buffer.from(secret);
  const escaped = JSON.stringify(secret).slice(1, -1);
  // Adds the secret with escaped slashes, because PHP escapes slashes in JSON.
  const texts = [secret, escaped, escaped.replaceAll('/', String.raw`\/`)];
  const hex = bytes.toString('hex');
  return [
    ...new Set([
      ...texts,
      // Adds the wrongly decoded secret, because some services decode UTF-8 bytes as Latin-1.
      ...texts.map((text) => Buffer.from(text).toString('latin1')),
      encodeURIComponent(secret.toWellFormed()),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      hex,
      hex.toUpperCase(),
    ]),
  ];
}

/** Matches the dot between a JWT's parts, possibly URL-encoded once or twice, or escaped in JSON. */
const DOT = String.raw`(?:\.|%(?:25)?2[eE]|\\u002[eE])`;

/** Matches a JWT, even if its end is missing. An encrypted JWT has five parts. */
const TOKEN = new RegExp(
  String.raw`(?:${HEADER})[\w-]{8,}(?:(?:${DOT}[\w-]*){4}|(?:${DOT}[\w-]*){2}${DOT}[\w-]+|(?:${DOT}[\w-]*){0,2})`,
  'gu',
);

/** Patterns of likely secrets. Matching takes linear time, as no repeated part can contain the start of a match. */
const RULES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(bearer|basic|digest|negotiate)\s+[^\s"',;]+/giu, `$1 ${REDACTED}`],
  [TOKEN, REDACTED],
  [/([?#&][\w.~%-]+=)[^\s&"'<>]+/gu, `$1${REDACTED}`],
  [
    /((?:token|\b(?:api[_-]?key|authorization|password|passphrase|secret|jwt|cookie))"?\s*[:=]\s*)("(?:[^"\\]+|\\.)*"?|[^\s"',;{}[\]()]+)/gisu,
    `$1${REDACTED}`,
  ],
];

function cleanAddress(address: string): string {
  return address.replaceAll(/:\/\/[^/?#@]+@/gu, `://${REDACTED}@`).replace(/([?#]).+$/su, `$1${REDACTED}`);
}

/**
 * Redacts the given secrets in all encodings, and likely secrets such as JWTs and credentials in URLs. Call
 * this before shortening a text, because a shortened secret is not recognised.
 */
export function redact(text: string, secrets?: Secrets): string {
  const known = secrets === undefined ? text : secrets.takenFrom(text);
  const clean = known.replaceAll(/:\/\/[^\s"'<>]+/gu, cleanAddress);
  return RULES.reduce((left, [pattern, replacement]) => left.replaceAll(pattern, replacement), clean);
}

/** Length in characters of the longest API key (2,048 bytes) after URL-encoding, rounded up. */
const LONGEST_FORM = 8192;

/** Returns the redacted start of a text. Redacts past the cut too, because a cut secret is not recognised. */
export function cleanStart(text: string, most: number, clean: (text: string) => string): string {
  const read = text.slice(0, most + 2 * LONGEST_FORM);
  const cleaned = clean(read);
  const usable = read.length === text.length ? cleaned.length : Math.max(0, cleaned.length - LONGEST_FORM);
  const shown = cleaned.slice(0, Math.min(most, usable));
  return shown.length < cleaned.length ? `${shown}…` : shown;
}

/** True if `clean` redacts the value of a JSON member with this name, for example `token`. */
export function namesSecret(name: string, clean: (text: string) => string): boolean {
  const member = `"${name}":"x"`;
  return clean(member) !== member && clean(name) === name;
}
