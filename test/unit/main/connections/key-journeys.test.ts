/** Random journeys of keys, with a keychain and a disk that fail at random, and Easel killed at random moments. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeyStore } from '../../../../main/connections/key-store.ts';
import { KEY_STAGES, type KeyStage } from '../../../../preload/contract/keys.ts';
import type { Result } from '../../../../preload/contract/failure.ts';
import type { KeychainFault } from '../../../support/memory-keychain.ts';
import { keysUnderTest, newKey, type KeysUnderTest } from './keys-under-test.ts';

/** What each stage of the one slot holds; `gone`: known still, while the keychain has it no longer. */
type World = Readonly<Partial<Record<KeyStage, string>>>;
const GONE = 'gone';

const ACTS = ['store', 'stage', 'use-next', 'go-back', 'remove', 'remove-all'] as const;

interface Step {
  readonly act: (typeof ACTS)[number] | 'leftovers' | 'drop';
  readonly stage: KeyStage;
  /** For each call of the keychain in turn. */
  readonly faults: readonly (KeychainFault | null)[];
  /** For each query that writes the index in turn. */
  readonly indexFaults: readonly (boolean | null)[];
  /** Before which call's begin or end Easel is killed. */
  readonly killedAt: number | null;
}

const fault = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.record({ state: fc.constantFrom('locked' as const, 'absent' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ state: fc.constantFrom('busy' as const, 'error' as const), done: fc.boolean() }),
  },
);
const indexFault = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.boolean() },
);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    act: fc.constantFrom(...ACTS, 'stage', 'remove', 'leftovers', 'drop'),
    stage: fc.constantFrom(...KEY_STAGES),
    faults: fc.array(fault, { maxLength: 4 }),
    indexFaults: fc.array(indexFault, { maxLength: 4 }),
    killedAt: fc.option(fc.nat({ max: 14 }), { freq: 4 }),
  }),
  { minLength: 6, maxLength: 12 },
);

/** One journey: the slots in use, what goes wrong next, and how often they were killed. */
class Journey {
  readonly tested: KeysUnderTest;
  /** Something beyond a plain refusal went wrong in this step: more than one end of it is possible. */
  isOpen = false;
  #step: { faults: (KeychainFault | null)[]; indexFaults: (boolean | null)[]; calls: number } | null = null;
  #isRemoval = false;
  #killedAt: number | null = null;
  #killed = Promise.withResolvers<'killed'>();
  #slots: KeyStore;

  constructor() {
    this.tested = keysUnderTest(
      () => {
        const next = this.#step?.faults.shift() ?? null;
        // Without an answer nobody knows what has become of an item that was to be removed.
        if (next !== null && 'done' in next && (next.done || this.#isRemoval)) this.isOpen = true;
        return next;
      },
      (query) => {
        const next = (query === 'all' ? null : this.#step?.indexFaults.shift()) ?? null;
        if (next !== null) this.isOpen = true;
        return next;
      },
    );
    this.#slots = this.#run();
  }

  get slots(): KeyStore {
    return this.#slots;
  }

  /** Does one thing, in which the step's faults happen; after a kill there is another run. */
  async take(
    step: Step,
    work: (slots: KeyStore) => Promise<Result<null>>,
  ): Promise<'ok' | 'failed' | 'killed'> {
    this.isOpen = false;
    this.#isRemoval = step.act.startsWith('remove');
    this.#step = { faults: [...step.faults], indexFaults: [...step.indexFaults], calls: 0 };
    this.#killedAt = step.killedAt;
    const done = work(this.#slots).then((result) => (result.ok ? 'ok' : 'failed'));
    const end = await Promise.race([done, this.#killed.promise]);
    this.#killedAt = null;
    if (end === 'killed') {
      this.isOpen = true;
      this.#slots = this.#run();
    }
    // What goes on in the background meets the same faults.
    await new Promise(setImmediate);
    this.#step = null;
    return end;
  }

  /** As it truly is, in index and keychain. */
  world(): World {
    const { rows, keychain } = this.tested;
    const kept = rows().filter(({ state }) => state === 'kept');
    if (new Set(kept.map(({ stage }) => stage)).size < kept.length) throw new Error('a stage holds two keys');
    return Object.fromEntries(kept.map(({ stage, account }) => [stage, keychain.items.get(account) ?? GONE]));
  }

  #run(): KeyStore {
    const killed = Promise.withResolvers<'killed'>();
    this.#killed = killed;
    let isDead = false;
    return this.tested.run(async () => {
      if (!isDead && this.#step !== null && this.#killedAt === this.#step.calls++) {
        isDead = true;
        killed.resolve('killed');
      }
      if (isDead) await new Promise(() => undefined);
    });
  }
}

/** What was asked for, and how the world would be had it been done. */
function asked(
  step: Step,
  world: World,
  text: string,
): { work: (slots: KeyStore) => Promise<Result<null>>; after: World } {
  const { act, stage } = step;
  const { current, next, previous } = world;
  const idAt = async (slots: KeyStore) =>
    (await slots.keys('c')).find((key) => key.stage === stage)?.id ?? 'none';
  const quietly = (work: Promise<void>): Promise<Result<null>> =>
    work.then(() => ({ ok: true, value: null }));
  const only = (stages: Readonly<Partial<Record<KeyStage, string | undefined>>>): World =>
    Object.fromEntries(Object.entries(stages).filter(([, held]) => held !== undefined));
  switch (act) {
    case 'store':
      return { work: (slots) => slots.store(newKey(text, { stage })), after: { ...world, [stage]: text } };
    case 'stage':
      return {
        work: (slots) => slots.stage(newKey(text), 'keychain'),
        after: { ...world, [current === undefined ? 'current' : 'next']: text },
      };
    case 'use-next':
      return {
        work: (slots) => slots.useNext('c', 'main'),
        after: only({ current: next, previous: current ?? previous }),
      };
    case 'go-back':
      return {
        work: (slots) => slots.goBack('c', 'main'),
        after: only({ current: previous, next: current ?? next }),
      };
    case 'remove':
      return {
        work: async (slots) => slots.remove('c', await idAt(slots)),
        after: only({ ...world, [stage]: undefined }),
      };
    case 'remove-all':
      return { work: (slots) => slots.removeAll('c'), after: {} };
    case 'leftovers':
      return { work: (slots) => quietly(slots.removeLeftovers()), after: world };
    case 'drop':
      return { work: (slots) => quietly(Promise.resolve(slots.drop())), after: world };
    default:
      throw new Error('no such act');
  }
}

/** Whether each stage holds what it held before, what it should hold after, or, where it was removed, no longer anything. */
function isBetween(is: World, before: World, { act, stage }: Step, after: World): boolean {
  const same = (a: World, b: World): boolean => KEY_STAGES.every((at) => a[at] === b[at]);
  if (act !== 'remove' && act !== 'remove-all') return same(is, before) || same(is, after);
  return KEY_STAGES.every((at) => {
    const isMeant = act === 'remove-all' || at === stage;
    return is[at] === before[at] || (isMeant && (is[at] === undefined || is[at] === GONE));
  });
}

test(
  'no acknowledged key is ever forgotten, none is shown, and no stage holds two',
  { timeout: 60_000 },
  async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(steps, async (journeySteps) => {
        const journey = new Journey();
        const { rows, keychain, close, run } = journey.tested;
        let known: World = {};
        for (const [index, step] of journeySteps.entries()) {
          const { work, after } = asked(step, known, `plain-key-${index}-of-this-journey`);
          const end = await journey.take(step, work);
          ends.add(`${step.act} ${end}`);
          const is = journey.world();
          if (end === 'ok') expect(is).toEqual(after);
          else if (!journey.isOpen && step.act !== 'remove-all') expect(is).toEqual(known);
          else expect(isBetween(is, known, step, after)).toBe(true);
          // No item without a row, whatever happened: nothing can be in the keychain that nobody remembers.
          const accounts = new Set(rows().map(({ account }) => account));
          expect([...keychain.items.keys()].filter((account) => !accounts.has(account))).toEqual([]);
          expect(JSON.stringify(rows())).not.toContain('plain-key');
          known = is;
        }
        const last = run();
        for (const stage of KEY_STAGES) {
          const found = await last.get('c', 'main', stage);
          const expected = known[stage] ?? 'no-key';
          expect(found.ok ? found.value.key.reveal() : found.error.code).toBe(
            expected === GONE ? 'keychain-error' : expected,
          );
        }
        await last.removeLeftovers();
        expect(journey.world()).toEqual(known);
        const kept = Object.values(known).filter((text) => text !== GONE);
        expect([...keychain.items.values()].sort()).toEqual(kept.sort());
        expect(rows().every(({ state }) => state === 'kept')).toBe(true);
        close();
      }),
      { seed: 20261122, numRuns: 100 },
    );
    // Every act went well, failed and was killed: else the journeys prove less than they say.
    for (const act of ACTS)
      for (const end of ['ok', 'failed', 'killed']) expect(ends).toContain(`${act} ${end}`);
  },
);
