import type { Endpoint, Fault, FaultOf } from './faults.ts';

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
