/** Check S14: Easel sends an API key only to origins that it was entered for, even during concurrent changes. */
import { setImmediate } from 'node:timers/promises';
import { createRandom, type Random } from '../../main/practice/sample-data.ts';
import type { ConnectionDraft } from '../../preload/contract/connections.ts';
import type { KeySlot } from '../../preload/contract/keys.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { draftFor } from '../support/services.ts';
import { createMemoryKeychain } from '../support/memory-keychain.ts';
import { startRecordingService, type RecordingService } from '../support/recording-service.ts';
import { dose } from '../support/nightly.ts';
import { App, withClock } from './scene.ts';

const INTERLEAVINGS = dose(500, 8);
const HOSTS = 3;
const ROUNDS_A_RUN = 25;

type Targets = Pick<ConnectionDraft, 'paperApi' | 'boardApi' | 'separateBoardKey'>;

/** Allowed origins of each API key. Each inner list belongs to one pair of API addresses. */
type Entered = Map<string, readonly (readonly string[])[]>;

interface Round {
  readonly app: App;
  readonly random: Random;
  readonly id: string;
  /** Pairs of API addresses (papers and boards) of the connection. A staged API key may be used for any one pair. */
  readonly targets: readonly [Targets, ...Targets[]];
  readonly entered: Entered;
}

export async function check(): Promise<Finding> {
  const hosts = await Promise.all(Array.from({ length: HOSTS }, () => startRecordingService()));
  const cases: Case[] = [];
  const random = createRandom(14);
  // Delays keychain calls randomly, so that concurrent calls finish in different orders.
  const keychain = createMemoryKeychain(async () => {
    await hops(random, 6);
    return null;
  });
  let withKey = 0;
  await withClock(async (clock) => {
    const app = await App.start(clock, { keychain });
    try {
      for (let round = 1; round <= INTERLEAVINGS; round += 1) {
        const entered: Entered = new Map();
        await play(app, hosts, entered, createRandom(round));
        const seen = hosts.flatMap(({ origin, taken }) =>
          taken().flatMap(({ key }) => (key === null ? [] : [{ origin, key }])),
        );
        withKey += seen.length;
        cases.push({ name: `round ${round}`, problems: astrayOf(seen, entered) });
        if (round % ROUNDS_A_RUN === 0) await app.restart();
      }
    } finally {
      await app.close();
      await Promise.all(hosts.map((host) => host.close()));
    }
  });
  return {
    id: 'S14',
    what: 'stage, use, go back, keep, save, import, remove, restart and requests at once, over two APIs and three hosts',
    figure: `${cases.length} interleavings, ${withKey} requests with a key`,
    target: `at least ${INTERLEAVINGS} interleavings; 0 astray`,
    ...tally(cases),
  };
}

/** Reports each API key that reached an origin outside the address pair for which the key was entered. */
function astrayOf(
  seen: readonly { readonly origin: string; readonly key: string }[],
  entered: Entered,
): readonly string[] {
  return [...Map.groupBy(seen, ({ key }) => key)].flatMap(([key, requests]) => {
    const met = [...new Set(requests.map(({ origin }) => origin))];
    const may = entered.get(key) ?? [];
    if (may.some((origins) => met.every((origin) => origins.includes(origin)))) return [];
    const due = may.map((origins) => origins.join(' and ')).join(', or ');
    return [`a key that is for ${due} came to ${met.join(' and ')}`];
  });
}

async function hops(random: Random, most: number): Promise<void> {
  for (let left = Math.floor(random.next() * most); left > 0; left -= 1) await setImmediate();
}

function oneOf<T>(random: Random, all: readonly [T, ...T[]]): T {
  return all[Math.floor(random.next() * all.length)] ?? all[0];
}

async function play(
  app: App,
  hosts: readonly RecordingService[],
  entered: Entered,
  random: Random,
): Promise<void> {
  const host = (): string => hosts[Math.floor(random.next() * hosts.length)]?.origin ?? '';
  const target = (): Targets => ({
    paperApi: host(),
    boardApi: host(),
    separateBoardKey: random.next() < 0.3,
  });
  const first = target();
  const { id } = await app.must('connections.save', draftOf({ random, entered }, first, null));
  await app.must('transfer.export', { connectionIds: [id], withPapers: false, passphrase: null });
  const before: Round = { app, random, id, targets: [first], entered };
  for (const deed of [stage, promote]) if (random.next() < 0.4) await deed(before);

  const round: Round = { ...before, targets: [first, target(), target()] };
  const deeds = Array.from({ length: 3 + Math.floor(random.next() * 5) }, () => oneOf(random, DEEDS));
  await Promise.all(
    deeds.map(async (deed) => {
      await hops(random, 12);
      await deed(round);
    }),
  );
  for (const deed of [goBack, request, promote, goBack, request]) await deed(round);
  for (const { id: connectionId } of (await app.must('connections.list', {})).connections)
    await app.call('connections.remove', { connectionId, keysMayStay: false });
}

function enter(
  { random, entered }: Pick<Round, 'random' | 'entered'>,
  slot: KeySlot,
  targets: readonly Targets[],
): string {
  const key = `sk_${random.uuid()}`;
  const originsOf = ({ paperApi, boardApi, separateBoardKey }: Targets): readonly string[] => {
    if (!separateBoardKey) return slot === 'main' ? [paperApi, boardApi] : [];
    return slot === 'main' ? [paperApi] : [boardApi];
  };
  entered.set(key, targets.map(originsOf));
  return key;
}

function draftOf(
  round: Pick<Round, 'random' | 'entered'>,
  target: Targets,
  id: string | null,
): ConnectionDraft {
  const boardApiKey = target.separateBoardKey ? enter(round, 'board', [target]) : null;
  const sessionOnly = round.random.next() < 0.4;
  const apiKey = enter(round, 'main', [target]);
  return draftFor(target.paperApi, apiKey, { ...target, id, boardApiKey, sessionOnly });
}

type Deed = (round: Round) => Promise<unknown>;

const slotOf = ({ random }: Round): KeySlot => (random.next() < 0.9 ? 'main' : 'board');

const stage: Deed = (round) => {
  const { app, random, id: connectionId, targets } = round;
  const slot = slotOf(round);
  const about = { note: '', remindAt: null, useWhenGreen: random.next() < 0.3 };
  const sessionOnly = random.next() < 0.4;
  const apiKey = enter(round, slot, targets);
  return app.call('keys.stage', { connectionId, slot, apiKey, sessionOnly, ...about });
};
const promote: Deed = (round) =>
  round.app.call('keys.useNext', { connectionId: round.id, slot: slotOf(round), knowingly: true });
const goBack: Deed = (round) =>
  round.app.call('keys.goBack', { connectionId: round.id, slot: slotOf(round) });

const rotate: Deed = (round) => Promise.all([stage(round), promote(round)]);

const move: Deed = (round) => {
  const { app, random, id, targets } = round;
  const draft = draftOf(round, oneOf(random, targets), id);
  const kept = random.next() < 0.5 ? {} : { apiKey: null, boardApiKey: null };
  return app.call('connections.save', { ...draft, ...kept });
};
const checkForm: Deed = (round) => {
  const draft = draftOf(round, oneOf(round.random, round.targets), round.id);
  return round.app.call('connections.check', { ...draft, apiKey: null, boardApiKey: null });
};

const bring: Deed = async ({ app, targets }) => {
  const file = JSON.parse(app.file) as { readonly connections: readonly object[] };
  const connections = file.connections.map((one) => ({ ...one, ...targets[1] }));
  app.file = JSON.stringify({ ...file, connections });
  const opened = await app.call('transfer.open', { connectionId: null });
  if (!opened.ok || opened.value === null) return;
  const { importId } = opened.value;
  await app.call('transfer.apply', { importId, entries: [0], apiKey: null, replace: true });
};

const keep: Deed = async ({ app, random, id: connectionId }) => {
  const listed = await app.call('keys.list', { connectionId });
  const keyId = listed.ok ? listed.value.keys[Math.floor(random.next() * 3)]?.id : undefined;
  if (keyId !== undefined) await app.call('keys.keep', { connectionId, keyId });
};

const rehearse: Deed = ({ app, id: connectionId }) =>
  app.call('keys.rehearse', { connectionId, paper: 'paper-1' });

const request: Deed = async ({ app, id: connectionId }) => {
  await app.call('boards.view', { connectionId, boardId: 'board-1' });
  const target = { kind: 'paper', id: 'paper-1' } as const;
  await app.call('previews.open', { connectionId, target, displayName: 'Ada', reason: '', minutes: 10 });
};

/** Calls from which the test picks at random. `rotate` and `move` are listed twice, so they are picked more often. */
const DEEDS = [
  stage,
  promote,
  rotate,
  rotate,
  goBack,
  move,
  move,
  checkForm,
  bring,
  keep,
  rehearse,
  request,
] as const;
