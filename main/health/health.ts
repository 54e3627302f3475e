/** Watches the four parts of the way for each connection: by real traffic, and by probes while something is down. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Health, LightName } from '../../preload/contract/service.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { ServiceApi } from '../service/api.ts';
import { failure } from '../service/failures.ts';
import { afterObservation, DARK, lightOf, sentenceOf, withNextProbe, type Lights } from './lights.ts';
import type { Observe } from './observe.ts';

export type ProbeApi = Pick<ServiceApi, 'listBoards' | 'checkPaperApi' | 'checkApp'>;

export interface HealthOptions {
  readonly onChange: (health: Health) => void;
  /** Whether this computer has an address of its own in any network. */
  readonly hasNetwork: () => boolean;
  readonly now: () => number;
  /** Runs later, once; gives the function that takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

const FIRST_PROBE_MS = 5000;
const LONGEST_PROBE_MS = 60_000;
const HOSTS = ['board-api', 'paper-api', 'app'] as const satisfies readonly LightName[];

/** How often the page is told that a part that answers has answered again, ms. */
const SAME_MS = 1000;

interface Watched {
  lights: Lights;
  /** When the page was told last, epoch ms. */
  toldAt: number;
  api: ProbeApi | null;
  /** Waits of the probes to come, by light, ms. */
  readonly waits: Map<LightName, number>;
  readonly cancels: Map<LightName, () => void>;
  /** Ends the probes that are under way: each holds the key until it ends. */
  readonly end: AbortController;
}

export class HealthWatch {
  readonly #options: HealthOptions;
  readonly #watched = new Map<string, Watched>();

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  /** The observer of one connection; `api` is what its probes go through. */
  observer(connectionId: string): Observe {
    return (name, failed) => this.#observe(connectionId, name, failed);
  }

  /** Which client probes a connection; told when one is made. Its calls must be observed ones. */
  probeWith(connectionId: string, api: ProbeApi): void {
    this.#of(connectionId).api = api;
  }

  state({ connectionId }: ArgsOf<'health.state'>): Health {
    const { lights } = this.#of(connectionId);
    return { connectionId, lights, sentence: sentenceOf(lights) };
  }

  /** Probes what is in trouble at once, and gives what came of it. */
  async tryNow({ connectionId }: ArgsOf<'health.tryNow'>): Promise<Health> {
    const watched = this.#of(connectionId);
    const troubled = HOSTS.filter((name) => lightOf(watched.lights, name).state !== 'good');
    await Promise.all(troubled.map((name) => this.#probe(connectionId, name)));
    return this.state({ connectionId });
  }

  /** The connection is gone, leads elsewhere or gets no key: what was seen is no longer true. */
  forget(connectionId: string): void {
    const watched = this.#watched.get(connectionId);
    if (watched === undefined) return;
    for (const cancel of watched.cancels.values()) cancel();
    watched.end.abort();
    this.#watched.delete(connectionId);
  }

  stop(): void {
    for (const id of this.#watched.keys()) this.forget(id);
  }

  #of(connectionId: string): Watched {
    const known = this.#watched.get(connectionId);
    if (known !== undefined) return known;
    const end = new AbortController();
    const watched: Watched = {
      lights: DARK,
      toldAt: 0,
      api: null,
      waits: new Map(),
      cancels: new Map(),
      end,
    };
    this.#watched.set(connectionId, watched);
    return watched;
  }

  #observe(connectionId: string, name: LightName, failed: Failure | null): void {
    const watched = this.#of(connectionId);
    const { state } = lightOf(watched.lights, name);
    const wasTrouble = state === 'trouble';
    const now = this.#options.now();
    watched.lights = afterObservation(watched.lights, name, failed, now);
    // One more answer of a part that answers: a thousand of them in a row are told of once a second.
    const isNews =
      failed !== null || state !== 'good' || now - watched.toldAt >= SAME_MS || now < watched.toldAt;
    if (!isNews) return;
    watched.toldAt = now;
    watched.lights = afterObservation(watched.lights, 'network', this.#networkFailure(), now);
    if (failed === null) {
      watched.cancels.get(name)?.();
      watched.cancels.delete(name);
      watched.waits.delete(name);
    } else {
      this.#plan(connectionId, watched, name);
      // What is not down is as good to know as what is: the others are asked once.
      if (!wasTrouble) this.#askOthers(connectionId, watched, name);
    }
    this.#options.onChange(this.state({ connectionId }));
  }

  #networkFailure(): Failure | null {
    return this.#options.hasNetwork() ? null : failure('offline');
  }

  #askOthers(connectionId: string, watched: Watched, troubled: LightName): void {
    for (const name of HOSTS) {
      if (name !== troubled && lightOf(watched.lights, name).state !== 'trouble') {
        void this.#probe(connectionId, name);
      }
    }
  }

  /** The next probe of a part in trouble: after 5 s, then twice as long each time, at most a minute. */
  #plan(connectionId: string, watched: Watched, name: LightName): void {
    if (name === 'network' || watched.cancels.has(name)) return;
    const wait = watched.waits.get(name) ?? FIRST_PROBE_MS;
    watched.waits.set(name, Math.min(LONGEST_PROBE_MS, wait * 2));
    watched.lights = withNextProbe(watched.lights, name, this.#options.now() + wait);
    const cancel = this.#options.after(wait, () => {
      watched.cancels.delete(name);
      void this.#probe(connectionId, name);
    });
    watched.cancels.set(name, cancel);
  }

  /** Its outcome comes back through the observer, as that of every call. */
  async #probe(connectionId: string, name: LightName): Promise<void> {
    const watched = this.#watched.get(connectionId);
    if (watched === undefined || watched.api === null) return;
    const { api, end } = watched;
    if (name === 'board-api') await api.listBoards({ limit: 1, offset: 0 }, end.signal);
    else if (name === 'paper-api') await api.checkPaperApi(end.signal);
    else if (name === 'app') await api.checkApp(end.signal);
  }
}
