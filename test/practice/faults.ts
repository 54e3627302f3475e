/** Faults of the practice service. inject.ts changes the responses, spoil.ts damages their bytes. */
import type { Endpoint } from '../../main/practice/endpoints.ts';

export interface Extent {
  /** Number of affected requests; all by default. */
  readonly times?: number;
  /** Number of requests that are not affected before the first affected one; 0 by default. */
  readonly after?: number;
}

/** Faults that occur before the work is done, or prevent it. */
export type RequestFault =
  | { readonly kind: 'latency'; readonly ms: number }
  /** Keeps the connection open without a response. The work is not done. */
  | { readonly kind: 'silence' }
  /** Responds with this status; objects are sent as JSON, texts unchanged. The work is done only if `processed`. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: object | string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly processed?: boolean;
    }
  /** Responds with the sign-in page of a proxy or captive portal. The work is not done. */
  | { readonly kind: 'html'; readonly status?: number };

/** Cuts the connection at this point of the response. The work is done, except with `before-headers`. */
export interface CutFault {
  readonly kind: 'cut';
  readonly at: 'before-headers' | 'after-processing' | 'after-headers' | 'mid-body';
  /** How the connection is cut. A partial response ends with FIN, because a reset may drop sent bytes. */
  readonly with?: 'reset' | 'close';
}

/** Faults of the response's bytes. The work is done. */
export type WireFault =
  | CutFault
  | { readonly kind: 'malformed-json' }
  /** Sends a Content-Length that differs from the real length by this number of bytes. */
  | { readonly kind: 'wrong-length'; readonly by: number }
  /** Sends half of the body in chunks, without the last chunk. */
  | { readonly kind: 'truncated-chunked' }
  /** Responds with status 200 and no body. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'no-content' }
  | {
      readonly kind: 'drip';
      readonly part: 'head' | 'body';
      readonly bytes: number;
      readonly everyMs: number;
    }
  | { readonly kind: 'bad-utf8' }
  | { readonly kind: 'huge-header'; readonly bytes: number }
  | { readonly kind: 'gzip-bomb'; readonly bytes: number }
  /** Sends a body that is not gzip, with the header for gzip. */
  | { readonly kind: 'bad-gzip' }
  | { readonly kind: 'duplicate-response' };

/** Successful responses in other formats. */
export type ShapeFault =
  /** Lists boards in the field `data`, with `total`. */
  | { readonly kind: 'list-shape' }
  | { readonly kind: 'create-paper-shape'; readonly variant: 'no-template' }
  | { readonly kind: 'create-board-shape'; readonly variant: 'no-room-id' | 'id-only' }
  /** Refuses the request with status 200. */
  | { readonly kind: 'delete-shape'; readonly variant: 'refused' };

export type CommonFault = (RequestFault | WireFault) & Extent;

export type Fault = (RequestFault | WireFault | ShapeFault) & Extent;

export type FaultOf<K extends Fault['kind']> = Extract<Fault, { readonly kind: K }>;

interface Planned {
  readonly endpoint: Endpoint | '*';
  readonly fault: Fault;
  seen: number;
}

/** Faults that apply to one request. */
export class ActiveFaults {
  readonly #faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
  }

  first<K extends Fault['kind']>(kind: K): FaultOf<K> | undefined {
    return this.all(kind)[0];
  }

  all<K extends Fault['kind']>(kind: K): readonly FaultOf<K>[] {
    return this.#faults.filter((fault): fault is FaultOf<K> => fault.kind === kind);
  }
}

export class FaultPlan {
  #planned: Planned[] = [];

  set(endpoint: Endpoint | '*', faults: readonly Fault[]): void {
    this.clear(endpoint);
    this.#planned.push(...faults.map((fault) => ({ endpoint, fault, seen: 0 })));
  }

  clear(endpoint?: Endpoint | '*'): void {
    this.#planned = endpoint === undefined ? [] : this.#planned.filter((plan) => plan.endpoint !== endpoint);
  }

  /** Counts a request of the endpoint, and returns the faults that apply to it. */
  next(endpoint: Endpoint): ActiveFaults {
    const active: Fault[] = [];
    for (const plan of this.#planned) {
      if (plan.endpoint !== '*' && plan.endpoint !== endpoint) continue;
      plan.seen += 1;
      const after = plan.fault.after ?? 0;
      const times = plan.fault.times ?? Number.POSITIVE_INFINITY;
      if (plan.seen > after && plan.seen <= after + times) active.push(plan.fault);
    }
    return new ActiveFaults(active);
  }
}
