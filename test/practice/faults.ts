/** Faults that tests set for the practice service. inject.ts changes responses, and spoil.ts damages their bytes. */
import type { Endpoint } from '../../main/practice/endpoints.ts';

export interface Extent {
  /** Number of requests with this fault; by default all further requests. */
  readonly times?: number;
  /** Number of normal requests before the first request with this fault; 0 by default. */
  readonly after?: number;
}

export type RequestFault =
  | { readonly kind: 'latency'; readonly ms: number }
  /** The service executes the request only when the test clears the faults of its endpoint. */
  | { readonly kind: 'held' }
  /** The connection stays open without a response. The request is not executed. */
  | { readonly kind: 'silence' }
  /** The response has `status` and `body` (objects as JSON). The request is executed only if `processed` is set. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: object | string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly processed?: boolean;
    }
  /** The response is an HTML sign-in page, as from a proxy or captive portal. The request is not executed. */
  | { readonly kind: 'html'; readonly status?: number };

/** The connection is reset, or closed after partial data. The request is executed, except with `before-headers`. */
interface CutFault {
  readonly kind: 'cut';
  readonly at: 'before-headers' | 'after-processing' | 'after-headers' | 'mid-body';
}

/** Faults that damage the bytes of a response. The request is still executed. */
export type WireFault =
  | CutFault
  | { readonly kind: 'malformed-json' }
  /** `by` is the Content-Length header minus the body's length, in bytes. */
  | { readonly kind: 'wrong-length'; readonly by: number }
  | { readonly kind: 'truncated-chunked' }
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
  | { readonly kind: 'bad-gzip' }
  | { readonly kind: 'duplicate-response' };

export type ShapeFault =
  /** The board list is an object with the fields `data` and `total`, instead of an array. */
  | { readonly kind: 'list-shape' }
  | { readonly kind: 'create-paper-shape'; readonly variant: 'no-template' }
  | { readonly kind: 'create-board-shape'; readonly variant: 'no-room-id' | 'id-only' }
  /** Responses to deletes have status 200, but their body says that the delete was refused. */
  | { readonly kind: 'delete-shape'; readonly variant: 'refused' };

export type CommonFault = (RequestFault | WireFault) & Extent;

export type Fault = (RequestFault | WireFault | ShapeFault) & Extent;

export type FaultOf<K extends Fault['kind']> = Extract<Fault, { readonly kind: K }>;

interface Planned {
  readonly endpoint: Endpoint | '*';
  readonly fault: Fault;
  seen: number;
}

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
  #held: { readonly endpoint: Endpoint; readonly resolve: () => void }[] = [];

  set(endpoint: Endpoint | '*', faults: readonly Fault[]): void {
    this.clear(endpoint);
    this.#planned.push(...faults.map((fault) => ({ endpoint, fault, seen: 0 })));
  }

  untilCleared(endpoint: Endpoint): Promise<void> {
    return new Promise((resolve) => void this.#held.push({ endpoint, resolve }));
  }

  clear(endpoint?: Endpoint | '*'): void {
    const isCleared = (each: Endpoint | '*'): boolean => endpoint === undefined || each === endpoint;
    for (const { resolve } of this.#held.filter((each) => isCleared(each.endpoint))) resolve();
    this.#held = this.#held.filter((each) => !isCleared(each.endpoint));
    this.#planned = this.#planned.filter((each) => !isCleared(each.endpoint));
  }

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
