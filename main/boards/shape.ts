/**
 * The shape lens: what the service of each connection looks like, as learned from its answers. It is for people who report
 * a problem, and nothing that Easel does depends on it. It holds names of fields and Easel's own words, and no value that
 * a service sent.
 */
import * as v from 'valibot';
import { serviceShape, type ServiceShape } from '../../preload/contract/boards.ts';
import { list } from '../../preload/contract/call.ts';
import type { Events } from '../../preload/contract/events.ts';
import type { Store } from '../store/database.ts';
import type { SeenNames } from '../service/types.ts';
import type { OffsetMeaning, Probed } from './listing.ts';

export interface ShapesOptions {
  readonly settings: Pick<Store['settings'], 'get' | 'set'>;
  readonly onChange: (change: Events['boards.shapeChanged']) => void;
  readonly now: () => number;
}

type Fact = ServiceShape['facts'][number];
/** By what each is about. */
type Facts = Map<string, Fact>;

/** What an answer shows. `proof`: whether it is proven; absent where only seeing it again makes sure. */
interface Observation {
  readonly about: string;
  readonly found: string;
  readonly proof?: boolean;
}

const SETTING = 'service-shapes';
/** How often it is written down that nothing has changed, in ms. */
const SAVED_EVERY_MS = 60_000;

/** The shapes of earlier runs; what can't be read is learned again. */
export async function openShapes(options: ShapesOptions): Promise<ServiceShapes> {
  const kept = await options.settings
    .get(SETTING)
    .then(readShapes)
    .catch(() => new Map<string, Facts>());
  return new ServiceShapes(options, kept);
}

export class ServiceShapes {
  readonly #options: ShapesOptions;
  readonly #shapes: Map<string, Facts>;
  #savedAt = 0;

  constructor(options: ShapesOptions, kept: Map<string, Facts>) {
    this.#options = options;
    this.#shapes = kept;
  }

  of({ connectionId }: { readonly connectionId: string }): ServiceShape {
    const facts = [...(this.#shapes.get(connectionId)?.values() ?? [])];
    return { connectionId, facts: facts.toSorted((a, b) => ORDER.indexOf(a.about) - ORDER.indexOf(b.about)) };
  }

  /** A listing has ended: the names in its pages, and how it was read. */
  listed(
    connectionId: string,
    pages: readonly SeenNames[],
    { meaning, sure, limit }: Probed & { readonly limit: number | null },
  ): void {
    const seen = mostSeen(pages);
    // A list without boards shows nothing.
    if (seen === null) return;
    this.#learn(connectionId, [
      { about: ABOUT.list, found: seen.list === '' ? 'the answer itself' : seen.list },
      { about: ABOUT.id, found: seen.id },
      { about: ABOUT.created, found: seen.created ?? 'no field that Easel knows' },
      ...(seen.timeForm === null ? [] : [{ about: ABOUT.timeForm, found: seen.timeForm }]),
      { about: ABOUT.offset, found: MEANINGS[meaning], proof: sure },
      { about: ABOUT.limit, found: limit === null ? 'no limit, which is refused' : `a limit of ${limit}` },
    ]);
  }

  /** A call has succeeded; a code that came beside others is told together with them. */
  answered(connectionId: string, call: string, status: number, tokenForm: string | null): void {
    const about = Object.entries(ABOUT).find(([name]) => name === call)?.[1];
    const before = about === undefined ? undefined : this.#shapes.get(connectionId)?.get(about)?.found;
    const codes = new Set([...(before?.split(', ') ?? []), String(status)]);
    this.#learn(connectionId, [
      ...(about === undefined ? [] : [{ about, found: [...codes].toSorted().join(', ') }]),
      ...(tokenForm === null ? [] : [{ about: ABOUT.token, found: tokenForm }]),
    ]);
  }

  /** The connection is gone, or leads elsewhere. */
  forget(connectionId: string): void {
    if (this.#shapes.delete(connectionId)) this.#save();
  }

  #learn(connectionId: string, observations: readonly Observation[]): void {
    if (observations.length === 0) return;
    const facts: Facts = this.#shapes.get(connectionId) ?? new Map<string, Fact>();
    this.#shapes.set(connectionId, facts);
    const now = this.#options.now();
    const changes: string[] = [];
    let isNews = false;
    for (const { about, found, proof } of observations) {
      const before = facts.get(about);
      const isSame = before?.found === found;
      // What a short list lets one guess does not speak against what a longer one has proven.
      if (proof === false && before?.sure === true && !isSame) continue;
      const times = isSame ? before.times + 1 : 1;
      const sure = isSame && before.sure ? true : (proof ?? times > 1);
      if (before !== undefined && !isSame && proof !== false)
        changes.push(`${about.charAt(0).toLowerCase()}${about.slice(1)} ${found}`);
      isNews ||= !isSame || before.sure !== sure;
      facts.set(about, { about, found, sure, times, seenAt: now });
    }
    if (isNews || Math.abs(now - this.#savedAt) >= SAVED_EVERY_MS) this.#save();
    if (changes.length > 0) this.#options.onChange({ connectionId, what: changes.join('; ') });
  }

  #save(): void {
    const { settings, now } = this.#options;
    this.#savedAt = now();
    const kept = [...this.#shapes.keys()].map((connectionId) => this.of({ connectionId }));
    // It is only a help: what can't be written is learned again.
    settings.set(SETTING, JSON.stringify(kept)).catch(() => undefined);
  }
}

/** What is told of answers stands under the endpoint's name. */
const ABOUT = {
  list: 'Boards are in',
  id: 'Ids are in',
  created: 'Creation times are in',
  timeForm: 'Creation times are written as',
  offset: 'Offsets count',
  limit: 'Pages are requested with',
  createBoard: 'Creating a board returns',
  deleteBoard: 'Deleting a board returns',
  createPaper: 'Creating a paper returns',
  deletePaper: 'Deleting a paper returns',
  token: 'Access tokens come as',
} as const;

/** As they are shown. */
const ORDER: readonly string[] = Object.values(ABOUT);

const MEANINGS: Readonly<Record<OffsetMeaning, string>> = {
  rows: 'rows',
  pages: 'pages from 0',
  'pages from 1': 'pages from 1',
  ignored: 'nothing: they are ignored',
  refused: 'nothing: they are refused',
};

/** The names that most pages agree on. */
function mostSeen(pages: readonly SeenNames[]): SeenNames | null {
  const texts = pages.map((page) => JSON.stringify(page));
  const often = (text: string): number => texts.filter((other) => other === text).length;
  const [most] = texts.toSorted((a, b) => often(b) - often(a));
  return pages[texts.indexOf(most ?? '')] ?? null;
}

function readShapes(kept: string | null): Map<string, Facts> {
  const read = v.parse(list(serviceShape), JSON.parse(kept ?? '[]'));
  return new Map(
    read.map(({ connectionId, facts }) => [connectionId, new Map(facts.map((fact) => [fact.about, fact]))]),
  );
}
