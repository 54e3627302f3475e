/**
 * Everything the practice service can be told to do wrong, or differently. What each one does: inject.ts (answers that a
 * server could mean) and spoil.ts (bytes that no server means).
 */
import type { Endpoint } from '../../main/practice/endpoints.ts';

/** How many requests a fault touches. Each request of the endpoint counts, whatever its outcome. */
export interface Extent {
  /** How many requests are affected; all, if absent. */
  readonly times?: number;
  /** How many requests pass untouched first; none, if absent. */
  readonly after?: number;
}

/** Faults that decide what happens before or instead of the work. */
export type RequestFault =
  /** Waits before doing anything. */
  | { readonly kind: 'latency'; readonly ms: number }
  /** Never answers; the connection stays open until the client or the service goes. The work is not done. */
  | { readonly kind: 'silence' }
  /**
   * Answers with this status. Objects are sent as JSON, strings as text, nothing as an empty body. The work is not done,
   * unless `processed` (as a gateway that gives up on a server which did the work).
   */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: object | string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly processed?: boolean;
    }
  /** A web page from something in between: login, proxy, captive portal. The work is not done. */
  | { readonly kind: 'html'; readonly status?: number };

/**
 * Cuts the connection. `before-headers`: the work is NOT done and nothing is answered. `after-processing`: the work IS
 * done and nothing is answered (the lost reply). `after-headers`, `mid-body`: the work is done, the answer stops there.
 */
export interface CutFault {
  readonly kind: 'cut';
  readonly at: 'before-headers' | 'after-processing' | 'after-headers' | 'mid-body';
  /**
   * With a reset (RST) or an orderly close (FIN). Where nothing is answered the default is a reset. Where part of an
   * answer is sent it is always a close: a reset may throw away bytes that were already sent.
   */
  readonly with?: 'reset' | 'close';
}

/** Faults of the answer's bytes. The work is done. */
export type WireFault =
  | CutFault
  /** A complete body that is not JSON, though it says so. */
  | { readonly kind: 'malformed-json' }
  /** The first half of the body, correctly framed. */
  | { readonly kind: 'truncated-json' }
  /** Content-Length is off by this many bytes (not 0); then the connection closes. */
  | { readonly kind: 'wrong-length'; readonly by: number }
  /** Chunked, half of the body, and no last chunk. */
  | { readonly kind: 'truncated-chunked' }
  /** 200 with no body. */
  | { readonly kind: 'empty' }
  /** 204. */
  | { readonly kind: 'no-content' }
  /** Sends the head or the body a few bytes at a time. */
  | {
      readonly kind: 'drip';
      readonly part: 'head' | 'body';
      readonly bytes: number;
      readonly everyMs: number;
    }
  /** Bytes that are not UTF-8 inside an otherwise good JSON string. */
  | { readonly kind: 'bad-utf8' }
  /** A byte order mark before the body. */
  | { readonly kind: 'bom' }
  /** One response header of this many bytes. */
  | { readonly kind: 'huge-header'; readonly bytes: number }
  /** A gzip body that unpacks to this many bytes of blank space. */
  | { readonly kind: 'gzip-bomb'; readonly bytes: number }
  /** Says gzip, is not. */
  | { readonly kind: 'bad-gzip' }
  /** The same answer twice on one connection. */
  | { readonly kind: 'duplicate-response' };

/** Another form of a good answer, or a refusal in it. */
export type ShapeFault =
  /** The boards are under `data`, beside their `total`. */
  | { readonly kind: 'list-shape' }
  /** The paper is created. The answer names no template. */
  | { readonly kind: 'create-paper-shape'; readonly variant: 'no-template' }
  /** The board is created. The answer lacks the identifier. */
  | { readonly kind: 'create-board-shape'; readonly variant: 'no-room-id' }
  /** Refused with status 200: nothing is deleted. */
  | { readonly kind: 'delete-shape'; readonly variant: 'refused' };

/** Faults that every endpoint can have. */
export type CommonFault = (RequestFault | WireFault) & Extent;

export type Fault = (RequestFault | WireFault | ShapeFault) & Extent;

/** The fault of one kind. */
export type FaultOf<K extends Fault['kind']> = Extract<Fault, { readonly kind: K }>;

interface Planned {
  readonly endpoint: Endpoint | '*';
  readonly fault: Fault;
  seen: number;
}

/** The faults that apply to one request, found by kind. */
export class ActiveFaults {
  readonly #faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
  }

  /** The first fault of this kind. */
  first<K extends Fault['kind']>(kind: K): FaultOf<K> | undefined {
    return this.all(kind)[0];
  }

  all<K extends Fault['kind']>(kind: K): readonly FaultOf<K>[] {
    return this.#faults.filter((fault): fault is FaultOf<K> => fault.kind === kind);
  }
}

/** Remembers which faults are set, and how often each was met. */
export class FaultPlan {
  #planned: Planned[] = [];

  /** Replaces the faults of an endpoint. */
  set(endpoint: Endpoint | '*', faults: readonly Fault[]): void {
    this.clear(endpoint);
    this.#planned.push(...faults.map((fault) => ({ endpoint, fault, seen: 0 })));
  }

  /** Removes the faults of an endpoint, or all. */
  clear(endpoint?: Endpoint | '*'): void {
    this.#planned = endpoint === undefined ? [] : this.#planned.filter((plan) => plan.endpoint !== endpoint);
  }

  /** Counts one request of the endpoint and says what it meets. */
  meet(endpoint: Endpoint): ActiveFaults {
    const met: Fault[] = [];
    for (const plan of this.#planned) {
      if (plan.endpoint !== '*' && plan.endpoint !== endpoint) continue;
      plan.seen += 1;
      const after = plan.fault.after ?? 0;
      const times = plan.fault.times ?? Number.POSITIVE_INFINITY;
      if (plan.seen > after && plan.seen <= after + times) met.push(plan.fault);
    }
    return new ActiveFaults(met);
  }
}
