/**
 * Takes secrets out of text. Everything that is logged, shown as a detail or copied goes through here.
 *
 * Texts may be long and made to be slow: every text is read in one pass, whatever is in it, and nothing is ever tried
 * anew from a later place.
 */
import { TextFinder, type Spans } from './text-finder.ts';

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

/** Texts found clean that are remembered, and the longest of them. */
const MOST_CLEAN = 200;
const LONGEST_CLEAN = 40;

/** Secrets with all their written forms, worked out once for each. It lives as long as who holds it. */
export class Secrets {
  readonly #secrets: Set<string>;
  /** Made when it is needed; null after each change. */
  #finder: TextFinder | null = null;
  /** Short texts that nothing was taken out of: log lines are made of the same few words. */
  readonly #clean = new Set<string>();

  constructor(secrets: Iterable<string> = []) {
    this.#secrets = new Set(secrets);
  }

  /** From now on it is taken out of every text, in any form. */
  add(secret: string): void {
    if (this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    this.#changed();
  }

  /** Keeps nothing of it, in any form: to be called once it is in memory nowhere else either. */
  remove(secret: string): void {
    if (this.#secrets.delete(secret)) this.#changed();
  }

  #changed(): void {
    this.#finder = null;
    this.#clean.clear();
  }

  get #found(): TextFinder {
    return (this.#finder ??= new TextFinder(formsOf(this.#secrets)));
  }

  /** For another thread that takes them out; never for a text. */
  get all(): readonly string[] {
    return [...this.#secrets];
  }

  /** Whether a text contains a long secret. A short one may be an ordinary word. */
  isIn(text: string): boolean {
    return this.#secrets.size > 0 && this.#found.spansIn(text, LONG_SECRET).length > 0;
  }

  /** Takes these secrets out of a text, and all that looks like one. */
  cleaned(text: string): string {
    const isShort = text.length <= LONGEST_CLEAN;
    if (isShort && this.#clean.has(text)) return text;
    const clean = withoutSuspects(this.takenFrom(text));
    if (isShort && clean === text) {
      if (this.#clean.size >= MOST_CLEAN) this.#clean.clear();
      this.#clean.add(text);
    }
    return clean;
  }

  /** Takes these secrets out of a text, and nothing else. */
  takenFrom(text: string): string {
    return this.#secrets.size === 0 ? text : without(text, this.#found.spansIn(text, SHORTEST_SECRET));
  }
}

/**
 * Gives `text` without the given secrets (plain, base64, hex, URL-encoded, JSON-escaped) and without anything that
 * looks like one: bearer headers, JWTs, query strings, credentials in addresses, fields named after secrets.
 *
 * Redact first and shorten afterwards: half a secret is not recognised any more.
 */
export function redact(text: string, secrets?: Secrets | Iterable<string>): string {
  if (secrets === undefined) return withoutSuspects(text);
  return (secrets instanceof Secrets ? secrets : new Secrets(secrets)).cleaned(text);
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

/** The text with each part, or each row of parts that overlap, replaced. */
function without(text: string, spans: Readonly<Spans>): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let end = -1;
  for (let index = 0; index < spans.length; index += 2) {
    const [from = 0, to = 0] = [spans[index], spans[index + 1]];
    if (from > end) pieces.push(text.slice(Math.max(end, 0), from));
    end = Math.max(end, to);
  }
  pieces.push(text.slice(end));
  return pieces.join(REDACTED);
}

/**
 * All that looks like a secret needs one of these: most texts have none, and are read no further. Apart, for an
 * expression of words alone leaps over what can't begin one (measured: a third of the time).
 */
const SIGNS = /[?#&@]/u;
const WORDS =
  /eyJ|eyA[gi]|ewo[gij]|ew0k|ewk[ij]|bearer|basic|digest|negotiate|token|api[_-]?key|authorization|password|passphrase|secret|jwt|cookie/iu;

function withoutSuspects(text: string): string {
  return SIGNS.test(text) || WORDS.test(text) ? without(text, suspectsIn(text)) : text;
}

/** What a suspect may begin with. None of these repeats anything, and none begins within another. */
const BEGINNING =
  /:\/\/|[?#&=]|eyJ|eyA(?=[gi])|ewo(?=[gij])|ew0(?=k)|ewk(?=[ij])|\b(bearer|basic|digest|negotiate)(?=\s)|(token|\b(?:api[_-]?key|authorization|password|passphrase|secret|jwt|cookie))(?=["\s:=])/giu;

const COLON = 0x3a;
const EQUALS = 0x3d;
const AT = 0x40;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A token cut off anywhere after its first letters is one still. */
const SHORTEST_TOKEN = 'eyJ'.length + 8;

/** What parts a token: a dot, also URL-encoded once or twice, or escaped in JSON. */
const PART_END = /\.|%(?:25)?2e|\\u002e/iuy;

/** What is no longer part of each of them. */
const ENDS = {
  blanks: /\S/gu,
  word: /[^\w-]/gu,
  header: /[\s"',;]/gu,
  value: /[\s"',;{}[\]()]/gu,
  person: /[\s/?#"'<>@]/gu,
  address: /[\s?#"'<>]/gu,
  query: /[\s"'<>]/gu,
  name: /[^\w.~%-]/gu,
  parameter: /[\s&"'<>]/gu,
};

type EndOf = (kind: keyof typeof ENDS, at: number) => number;

/** What looks like a secret. Its spans are found in the order of their starts. */
function suspectsIn(text: string): Spans {
  const spans: Spans = [];
  const hide = (from: number, to: number): void => {
    if (to > from) spans.push(from, to);
  };
  const endOf = endsIn(text);
  /** Where the last ones that were met end; a parameter's name and its value apart. */
  let addressEnd = -1;
  let tokenEnd = -1;
  let nameEnd = -1;
  let parameterEnd = -1;

  BEGINNING.lastIndex = 0;
  for (let found = BEGINNING.exec(text); found !== null; found = BEGINNING.exec(text)) {
    const [{ length }, scheme, named] = found;
    const at = found.index;
    const first = text.charCodeAt(at);
    const next = at + length;
    if (scheme !== undefined) {
      const from = endOf('blanks', next);
      hide(from, endOf('header', from));
    } else if (named !== undefined) {
      const sign = endOf('blanks', text.charCodeAt(next) === QUOTE ? next + 1 : next);
      const isSign = text.charCodeAt(sign) === COLON || text.charCodeAt(sign) === EQUALS;
      const from = isSign ? endOf('blanks', sign + 1) : sign;
      if (isSign)
        hide(from, text.charCodeAt(from) === QUOTE ? endOfQuoted(text, from) : endOf('value', from));
    } else if (first === COLON) {
      // User and password, then query or fragment of an address.
      const end = endOf('person', next);
      if (text.charCodeAt(end) === AT) {
        hide(next, end);
        // The value of a parameter goes on behind an `&` in there.
        if (parameterEnd >= next && parameterEnd < end) hide(end, (parameterEnd = endOf('parameter', end)));
      }
      addressEnd = endOf('address', next);
    } else if (first === EQUALS) {
      if (at === nameEnd) hide(next, (parameterEnd = endOf('parameter', next)));
    } else if (length === 1) {
      if (at === addressEnd) hide(next, endOf('query', next));
      // `?token=…` without an address before it.
      nameEnd = endOf('name', next) > next ? endOf('name', next) : -1;
    } else if (at >= tokenEnd && beginsAt(TOKEN_HEADER, text, at) !== null) {
      const end = endOf('word', next);
      if (end - at < SHORTEST_TOKEN) continue;
      tokenEnd = endOfToken(text, end, endOf);
      hide(at, tokenEnd);
    }
  }
  return spans;
}

/**
 * Where a token ends whose header ends at `from`: with its third or fifth part, each of which may be empty. A single dot
 * behind three parts ends a sentence; a fourth part with letters is of a JWE that was cut off.
 */
function endOfToken(text: string, from: number, endOf: EndOf): number {
  let end = from;
  let before = from;
  for (let part = 2; part <= 5; part += 1) {
    const next = beginsAt(PART_END, text, end);
    if (next === null) return part === 5 && before === end - 1 ? before : end;
    before = end;
    end = endOf('word', next);
  }
  return end;
}

/** Where a match at a place ends; null if there is none. */
function beginsAt(sticky: RegExp, text: string, at: number): number | null {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : null;
}

/** Where a quoted text ends, quotation mark and all; at the end of the whole where it is cut off. */
function endOfQuoted(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) at += 1;
  }
  return text.length;
}

/** Gives the first end at or behind a place, asked for from ever later places: what was read once is not read again. */
function endsIn(text: string): EndOf {
  const read = new Map<string, { readonly from: number; readonly end: number }>();
  return (kind, at) => {
    const known = read.get(kind);
    if (known !== undefined && at >= known.from && at <= known.end) return known.end;
    const pattern = ENDS[kind];
    pattern.lastIndex = at;
    const end = pattern.exec(text)?.index ?? text.length;
    read.set(kind, { from: at, end });
    return end;
  };
}

/** Every way a secret may be written. */
function formsOf(secrets: Iterable<string>): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    const bytes = Buffer.from(secret);
    const escaped = JSON.stringify(secret).slice(1, -1);
    // As PHP writes JSON.
    for (const form of [secret, escaped, escaped.replaceAll('/', String.raw`\/`)]) {
      forms.add(form);
      // As bytes of UTF-8, each a unit.
      forms.add(Buffer.from(form).toString('latin1'));
    }
    forms.add(encodeURIComponent(secret.toWellFormed()));
    forms.add(bytes.toString('base64'));
    forms.add(bytes.toString('base64url'));
    forms.add(bytes.toString('hex'));
    forms.add(bytes.toString('hex').toUpperCase());
  }
  return forms;
}

/** Whether a text would be taken out for the name that it stands under. */
export function namesSecret(name: string, clean: (text: string) => string): boolean {
  const said = `"${name}":"x"`;
  return clean(said) !== said && clean(name) === name;
}
