/** Takes secrets out of text. Everything that is logged, shown as a detail or copied goes through here. */

/** Replaces a secret. */
export const REDACTED = '[redacted]';

/** Shorter texts are no secrets: replacing every "a" would only make the log unreadable. */
const SHORTEST_SECRET = 4;

/** A secret this long is never a word or a name: in a person's text it was pasted by mistake. */
export const LONG_SECRET = 12;

/**
 * How the header of a token begins, in base64url: `{"`, or `{`, blanks and `"` as in indented JSON. Blanks need enough
 * letters to tell them from ordinary words, such as "keyAgreement".
 */
const HEADER = 'eyJ|eyAgI|eyAi[YZa-e]|ewogI|ewoJ[CI]|ewoi[YZa-e]|ew0K[CI]|ewkJ[CI]|ewki[YZa-e]';
export const TOKEN_HEADER = new RegExp(HEADER, 'uy');

/**
 * A JWS or JWE up to the first letter behind its header: the parts before that may be empty. Looks back from the dot,
 * because a look ahead from each header may go far each time.
 */
export const ACCESS_TOKEN = new RegExp(String.raw`\.(?<=(?:${HEADER})[\w-]*[\w-]{8}\.)\.{0,3}[\w-]`, 'u');

/** Known secrets with all their written forms, worked out once for each. */
export class Secrets {
  readonly #forms = new Map<string, readonly string[]>();

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret);
  }

  /** From now on it is taken out of every text, in any form. */
  add(secret: string): void {
    if (!this.#forms.has(secret)) this.#forms.set(secret, formsOf(secret));
  }

  /** Keeps nothing of it, in any form: to be called once it is in memory nowhere else either. */
  remove(secret: string): void {
    this.#forms.delete(secret);
  }

  /** For another thread that takes them out; never for a text. */
  get all(): readonly string[] {
    return [...this.#forms.keys()];
  }

  /** Whether a text contains a long secret. A short one may be an ordinary word. */
  isIn(text: string): boolean {
    return [...this.#forms.values()].flat().some((form) => form.length >= LONG_SECRET && text.includes(form));
  }

  /** Takes these secrets out of a text, and nothing else. Secrets that overlap are replaced as one. */
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

/** Every way a secret may be written. */
function formsOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const bytes = Buffer.from(secret);
  const escaped = JSON.stringify(secret).slice(1, -1);
  // The last one as PHP writes JSON.
  const texts = [secret, escaped, escaped.replaceAll('/', String.raw`\/`)];
  const hex = bytes.toString('hex');
  return [
    ...new Set([
      ...texts,
      // As bytes of UTF-8, each a unit.
      ...texts.map((text) => Buffer.from(text).toString('latin1')),
      encodeURIComponent(secret.toWellFormed()),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      hex,
      hex.toUpperCase(),
    ]),
  ];
}

/** What parts a token: a dot, also URL-encoded once or twice, or escaped in JSON. */
const DOT = String.raw`(?:\.|%(?:25)?2[eE]|\\u002[eE])`;

/**
 * A token with three or five parts, each of which may be empty; a fourth one with letters is of a JWE that was cut off. A
 * single dot behind three parts ends a sentence.
 */
const TOKEN = new RegExp(
  String.raw`(?:${HEADER})[\w-]{8,}(?:(?:${DOT}[\w-]*){4}|(?:${DOT}[\w-]*){2}${DOT}[\w-]+|(?:${DOT}[\w-]*){0,2})`,
  'gu',
);

/**
 * What looks like a secret. Texts may be long and made to be slow: each rule takes time in proportion to their length,
 * because nothing that it repeats may begin it anew.
 */
const RULES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(bearer|basic|digest|negotiate)\s+[^\s"',;]+/giu, `$1 ${REDACTED}`],
  [TOKEN, REDACTED],
  [/([?#&][\w.~%-]+=)[^\s&"'<>]+/gu, `$1${REDACTED}`],
  [
    /((?:token|\b(?:api[_-]?key|authorization|password|passphrase|secret|jwt|cookie))"?\s*[:=]\s*)("(?:[^"\\]+|\\.)*"?|[^\s"',;{}[\]()]+)/gisu,
    `$1${REDACTED}`,
  ],
];

/** An address from its `://` on, without user, password, query and fragment. */
function cleanAddress(address: string): string {
  return address.replaceAll(/:\/\/[^/?#@]+@/gu, `://${REDACTED}@`).replace(/([?#]).+$/su, `$1${REDACTED}`);
}

/**
 * Gives `text` without the given secrets (plain, base64, hex, URL-encoded, JSON-escaped) and without anything that
 * looks like one: bearer headers, JWTs, query strings, credentials in addresses, fields named after secrets.
 *
 * Redact first and shorten afterwards: half a secret is not recognised any more.
 */
export function redact(text: string, secrets?: Secrets): string {
  const known = secrets === undefined ? text : secrets.takenFrom(text);
  const clean = known.replaceAll(/:\/\/[^\s"'<>]+/gu, cleanAddress);
  return RULES.reduce((left, [pattern, replacement]) => left.replaceAll(pattern, replacement), clean);
}

/** No form of a key is longer: keys have 2,048 bytes at most, of which an address makes three times as many. */
const LONGEST_FORM = 8192;

/**
 * The first `most` characters of what `clean` leaves of a text, with an ellipsis where there is more. Only a little more
 * of the text is read, and as much of its end is given up as a secret that was cut there may be long.
 */
export function cleanStart(text: string, most: number, clean: (text: string) => string): string {
  const read = text.slice(0, most + 2 * LONGEST_FORM);
  const cleaned = clean(read);
  const usable = read.length === text.length ? cleaned.length : Math.max(0, cleaned.length - LONGEST_FORM);
  const shown = cleaned.slice(0, Math.min(most, usable));
  return shown.length < cleaned.length ? `${shown}…` : shown;
}

/** Whether a text would be taken out for the name that it stands under. */
export function namesSecret(name: string, clean: (text: string) => string): boolean {
  const said = `"${name}":"x"`;
  return clean(said) !== said && clean(name) === name;
}
