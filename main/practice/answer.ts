/** What an endpoint answers, before it becomes bytes. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content: Content;
}

export type Content =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string | Uint8Array; readonly type?: string }
  | { readonly kind: 'none' };

/** An answer with a JSON body. */
export function json(value: unknown, status = 200): Answer {
  return { status, content: { kind: 'json', value } };
}

/** An error in the form that the service's framework probably uses. */
export function refusal(status: number, message: string): Answer {
  return json({ message }, status);
}

/** 422 with the fault of one field. */
export function invalidField(field: string, message: string): Answer {
  return json({ message, errors: { [field]: [message] } }, 422);
}

/** True for a plain JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** An answer as bytes; the server adds its length. */
export interface Message {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An answer as it is sent. */
export function toMessage({ status, headers, content }: Answer): Message {
  const [body, type] = bodyOf(content);
  const typed = type === '' ? {} : { 'Content-Type': type };
  return { status, headers: { ...COMMON_HEADERS, ...typed, ...headers }, body: Buffer.from(body) };
}

/** The body and its type; both empty for no body. */
function bodyOf(content: Content): readonly [body: string | Uint8Array, type: string] {
  if (content.kind === 'json') return [JSON.stringify(content.value), 'application/json'];
  if (content.kind === 'none') return ['', ''];
  return [content.text, content.type ?? 'text/plain; charset=utf-8'];
}
