/** Takes secrets out of text. Everything that is logged, shown as a detail or copied goes through here. */

/** What stands in the place of a secret. */
export const REDACTED = '[redacted]';

/** Shorter texts are no secrets: replacing every "a" would only make the log unreadable. */
const SHORTEST_SECRET = 4;

/** One this long is nobody's word or name: where it stands in what a person writes, it was pasted by mistake. */
export const LONG_SECRET = 12;

/** A JWT, as far as its second part. */
export const ACCESS_TOKEN = /eyJ[\w-]{8,}\.[\w-]+/u;

/** Repetitions that could be tried from many starts are bounded: answers may be long, and hostile. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|Digest|Negotiate)\s{1,20}[^\s"',;]+/giu, `$1 ${REDACTED}`],
  // A JWT, whole or cut off anywhere after its first letters: `{"` is `eyJ` in base64.
  [/eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/gu, REDACTED],
  // User and password, query and fragment of any address.
  [/(:\/\/)[^\s/?#"'<>@]{1,500}@/giu, `$1${REDACTED}@`],
  [/(:\/\/[^\s?#"'<>]{0,2000})[?#][^\s"'<>]*/giu, `$1?${REDACTED}`],
  // `?token=…` without an address before it, and fields that name a secret.
  [/([?&][\w.~%-]{1,200}=)[^\s&"'<>]+/gu, `$1${REDACTED}`],
  [
    /((?:token|\b(?:api[_-]?key|authorization|password|passphrase|secret|jwt|cookie))"?\s{0,20}[:=]\s{0,20})("(?:[^"\\]|\\.)*"?|[^\s"',;{}[\]()]+)/giu,
    `$1${REDACTED}`,
  ],
];

/**
 * Every pattern above needs one of these: most texts have none, and are not looked through six times. Apart, for an
 * expression of words alone leaps over what can't begin one (measured: a third of the time).
 */
const SIGNS = /[?#&@]/u;
const WORDS =
  /eyJ|bearer|basic|digest|negotiate|token|api[_-]?key|authorization|password|passphrase|secret|jwt|cookie/iu;

/** Texts found clean that are remembered, and the longest of them. */
const MOST_CLEAN = 200;
const LONGEST_CLEAN = 40;

/** Secrets with all their written forms, worked out once for each. It lives as long as who holds it. */
export class Secrets {
  readonly #secrets = new Set<string>();
  #forms: readonly string[] = [];
  /** Short texts that nothing was taken out of: log lines are made of the same few words. */
  readonly #clean = new Set<string>();

  add(secret: string): void {
    if (this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    this.#changed();
  }

  /** Keeps nothing of it, in any form. */
  remove(secret: string): void {
    if (this.#secrets.delete(secret)) this.#changed();
  }

  #changed(): void {
    this.#forms = formsOf(this.#secrets);
    this.#clean.clear();
  }

  isKnownClean(text: string): boolean {
    return text.length <= LONGEST_CLEAN && this.#clean.has(text);
  }

  knowClean(text: string): void {
    if (text.length > LONGEST_CLEAN) return;
    if (this.#clean.size >= MOST_CLEAN) this.#clean.clear();
    this.#clean.add(text);
  }

  /** The longest first, so that none leaves its tail behind. */
  get forms(): readonly string[] {
    return this.#forms;
  }

  /** Whether these bytes hold any of them, as UTF-8. */
  areIn(bytes: Uint8Array): boolean {
    // Looked for in place: no copy of the bytes, and none of a secret that would outlast it.
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#forms.some((form) => all.includes(form));
  }

  /** Whether a long one of them stands in a text. A short one may be a word that it has for reasons of its own. */
  isIn(text: string): boolean {
    return this.#forms.some((form) => form.length >= LONG_SECRET && text.includes(form));
  }

  /** Takes these secrets out of a text, and nothing else. */
  takenFrom(text: string): string {
    let clean = text;
    for (const form of this.#forms) clean = clean.replaceAll(form, REDACTED);
    return clean;
  }
}

/**
 * Gives `text` without the given secrets (plain, base64, hex, URL-encoded, JSON-escaped) and without anything that
 * looks like one: bearer headers, JWTs, query strings, credentials in addresses, fields named after secrets.
 *
 * Redact first and shorten afterwards: half a secret is not recognised any more.
 */
export function redact(text: string, secrets: Secrets | Iterable<string> = []): string {
  if (!(secrets instanceof Secrets)) return without(text, formsOf(secrets));
  if (secrets.isKnownClean(text)) return text;
  const clean = without(text, secrets.forms);
  if (clean === text) secrets.knowClean(text);
  return clean;
}

function without(text: string, forms: readonly string[]): string {
  let clean = text;
  for (const form of forms) clean = clean.replaceAll(form, REDACTED);
  if (!SIGNS.test(clean) && !WORDS.test(clean)) return clean;
  for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement);
  return clean;
}

/** Every way a secret may be written. */
function formsOf(secrets: Iterable<string>): readonly string[] {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    const bytes = Buffer.from(secret);
    forms.add(secret);
    forms.add(encodeURIComponent(secret.toWellFormed()));
    const escaped = JSON.stringify(secret).slice(1, -1);
    forms.add(escaped);
    // As PHP writes JSON.
    forms.add(escaped.replaceAll('/', String.raw`\/`));
    forms.add(bytes.toString('base64'));
    forms.add(bytes.toString('base64url'));
    forms.add(bytes.toString('hex'));
    forms.add(bytes.toString('hex').toUpperCase());
  }
  return [...forms].sort((a, b) => b.length - a.length);
}
