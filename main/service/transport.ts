/** The one way out: sends a request through undici and says what became of it, without judging the answer. */

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export const NETWORK_FAULTS = [
  'dns', // the name has no address
  'dns-unavailable', // names can't be looked up now
  'refused', // nobody listens there
  'unreachable', // no way to the network or host
  'connect-timeout',
  'lost', // reset or closed
  'certificate',
  'tls', // the handshake failed for another reason
  'not-http', // what came is no HTTP
  'aborted', // by the caller's signal
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

/** Why no answer, or no whole answer, came. */
export interface TransportError {
  readonly fault: NetworkFault;
  /** The error code, such as `ECONNRESET`: never an address, header or body. */
  readonly code: string;
  /** Whether any of the request may have left this computer. */
  readonly sent: boolean;
}

/** The head of an answer. The body comes as it was sent, perhaps compressed, and rejects with `BodyLost`. */
export interface TransportAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

export type TransportResult =
  | { readonly ok: true; readonly answer: TransportAnswer }
  | { readonly ok: false; readonly error: TransportError };

export interface Transport {
  /** Sends once, never again. Reads keep their connection; each write has a fresh one. Never rejects. */
  request(request: TransportRequest, signal: AbortSignal): Promise<TransportResult>;
  close(): Promise<void>;
}
