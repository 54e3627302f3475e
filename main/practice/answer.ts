import { assertNever } from '../../preload/contract/failure.ts';

/** What an endpoint answers, before it becomes bytes. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content: Content;
}

export type Content =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string; readonly type?: string }
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly type: string }
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
  const { bytes, type } = contentBytes(content);
  const typed = type === undefined ? {} : { 'Content-Type': type };
  return { status, headers: { ...COMMON_HEADERS, ...typed, ...headers }, body: bytes };
}

/** The body's bytes and their type; undefined type for no body. */
function contentBytes(content: Content): {
  readonly bytes: Buffer;
  readonly type: string | undefined;
} {
  switch (content.kind) {
    case 'json':
      return { bytes: Buffer.from(JSON.stringify(content.value)), type: 'application/json' };
    case 'text':
      return { bytes: Buffer.from(content.text), type: content.type ?? 'text/plain; charset=utf-8' };
    case 'bytes':
      return { bytes: content.bytes, type: content.type };
    case 'none':
      return { bytes: Buffer.alloc(0), type: undefined };
    default:
      return assertNever(content);
  }
}
