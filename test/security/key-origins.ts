/** S14: whatever is done with keys and addresses at once, by whole calls: no key meets an origin it was not entered for. */
import { setImmediate } from 'node:timers/promises';
import { mock } from 'node:test';
import { createRandom, type Random } from '../../main/practice/sample-data.ts';
import type { ConnectionDraft } from '../../preload/contract/connections.ts';
import type { KeySlot } from '../../preload/contract/keys.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';
import { createMemoryKeychain } from '../support/memory-keychain.ts';
import { startRecordingService, type RecordingService } from '../support/recording-service.ts';
import { dose } from '../support/nightly.ts';
import { createPerson, type Person } from './scene.ts';

/** One turn for each way to use a key, and longer than any limit of the border. */
const MINUTE_MS = 60_000;
const INTERLEAVINGS = dose(500, 8);
const HOSTS = 3;
const ROUNDS_A_RUN = 25;

type KeyTargets = Pick<ConnectionDraft, 'paperApi' | 'boardApi' | 'separateBoardKey'>;

/** What is done at the same time with one connection. */
interface Round {
  readonly services: TestServices;
  readonly random: Random;
  readonly id: string;
  /** Where it may lead while the round lasts: a key staged meanwhile is for one of these. */
  readonly targets: readonly KeyTargets[];
  readonly enter: (slot: KeySlot, targets: readonly KeyTargets[]) => string;
  readonly desk: Person['file'];
}

/** Plays rounds over one folder and three hosts, and looks at every request that came. */
export async function check(): Promise<Finding> {
  // The border's limits of calls are about people; here each round has a minute of its own.
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const hosts = await Promise.all(Array.from({ length: HOSTS }, () => startRecordingService()));
  const cases: Case[] = [];
  const { around, file: desk } = createPerson();
  const random = createRandom(14);
  // Some calls of the keychain take longer than others, as a person's do.
  const keychain = createMemoryKeychain(async () => {
    await hops(random, 6);
    return null;
  });
  let services = await startServices(undefined, { ...around, keychain });
  let withKey = 0;
  try {
    for (let round = 1; round <= INTERLEAVINGS; round += 1) {
      const entered = new Map<string, readonly (readonly string[])[]>();
      const problems = await play(services, hosts, entered, createRandom(round), desk);
      const seen = requestsOf(hosts);
      withKey += seen.length;
      cases.push({
        name: `round ${round}`,
        problems: [...problems, ...astrayOf(seen, entered)],
      });
      mock.timers.tick(MINUTE_MS);
      if (round % ROUNDS_A_RUN === 0) services = await services.restart();
    }
  } finally {
    await services.close();
    await Promise.all(hosts.map((host) => host.close()));
    mock.timers.reset();
  }
  const astray = cases.filter(({ problems }) => problems.length > 0).length;
  return {
    id: 'S14',
    what: 'stage, use, go back, keep, save, import, remove, restart and requests at once, over two APIs and three hosts',
    figure: `${cases.length} interleavings, ${withKey} requests with a key; ${astray} with one at an origin it was not entered for`,
    target: `at least ${INTERLEAVINGS} interleavings; 0 astray`,
    ...tally(cases),
  };
}

/** A request that came with a key. */
interface Seen {
  readonly origin: string;
  readonly key: string;
}

/** What came with a key since this was last asked. */
function requestsOf(hosts: readonly RecordingService[]): readonly Seen[] {
  return hosts.flatMap(({ origin, taken }) =>
    taken().flatMap(({ key }) => (key === null ? [] : [{ origin, key }])),
  );
}

/** A key is for the origins of one target: not for some of each. */
function astrayOf(
  seen: readonly Seen[],
  entered: ReadonlyMap<string, readonly (readonly string[])[]>,
): readonly string[] {
  return [...Map.groupBy(seen, ({ key }) => key)].flatMap(([key, requests]) => {
    const met = [...new Set(requests.map(({ origin }) => origin))];
    const may = entered.get(key) ?? [];
    if (may.some((origins) => met.every((origin) => origins.includes(origin)))) return [];
    const due = may.map((origins) => origins.join(' and ')).join(', or ');
    return [`a key that is for ${due} came to ${met.join(' and ')}`];
  });
}

function originsOf(slot: KeySlot, { paperApi, boardApi, separateBoardKey }: KeyTargets): readonly string[] {
  if (!separateBoardKey) return slot === 'main' ? [paperApi, boardApi] : [];
  return slot === 'main' ? [paperApi] : [boardApi];
}

async function hops(random: Random, most: number): Promise<void> {
  for (let left = Math.floor(random.between(0, most)); left > 0; left -= 1) await setImmediate();
}

function oneOf<T>(random: Random, all: readonly [T, ...T[]]): T {
  return all[Math.floor(random.next() * all.length)] ?? all[0];
}

/** One connection, from its first key to its end. Gives what else went wrong. */
async function play(
  services: TestServices,
  hosts: readonly RecordingService[],
  entered: Map<string, readonly (readonly string[])[]>,
  random: Random,
  desk: Round['desk'],
): Promise<readonly string[]> {
  const enter: Round['enter'] = (slot, targets) => {
    const key = `sk_${random.uuid()}`;
    entered.set(
      key,
      targets.map((target) => originsOf(slot, target)),
    );
    return key;
  };
  const host = (): string => hosts[Math.floor(random.next() * hosts.length)]?.origin ?? '';
  const target = (): KeyTargets => ({
    paperApi: host(),
    boardApi: host(),
    separateBoardKey: random.next() < 0.3,
  });
  const [first, second, third] = [target(), target(), target()];
  const saved = await services.call('connections.save', draftOf(first, enter, random, null));
  if (!saved.ok) return [`the connection could not be saved: ${saved.error.code}`];
  const { id } = saved.value;
  await services.call('transfer.export', { connectionIds: [id], withPapers: false, passphrase: null });
  const before: Round = { services, random, id, targets: [first], enter, desk };
  for (const deed of [stage, promote]) if (random.next() < 0.4) await deed(before);

  const round: Round = { ...before, targets: [first, second, third] };
  const deeds = Array.from({ length: 3 + Math.floor(random.next() * 5) }, () => oneOf(random, DEEDS));
  await Promise.all(
    deeds.map(async (deed) => {
      await hops(random, 12);
      await deed(round);
    }),
  );
  for (const deed of [goBack, request, promote, goBack, request]) await deed(round);
  for (const { id: connectionId } of await connectionsOf(services)) {
    await services.call('connections.remove', { connectionId, keysMayStay: false });
  }
  return [];
}

async function connectionsOf(services: TestServices): Promise<readonly { readonly id: string }[]> {
  const listed = await services.call('connections.list', {});
  return listed.ok ? listed.value.connections : [];
}

function draftOf(
  targets: KeyTargets,
  enter: Round['enter'],
  random: Random,
  id: string | null,
): ConnectionDraft {
  const boardApiKey = targets.separateBoardKey ? enter('board', [targets]) : null;
  const sessionOnly = random.next() < 0.4;
  return draftFor(targets.paperApi, enter('main', [targets]), { ...targets, id, boardApiKey, sessionOnly });
}

type Deed = (round: Round) => Promise<unknown>;

const slotOf = ({ random }: Round): KeySlot => (random.next() < 0.9 ? 'main' : 'board');

const stage: Deed = (round) => {
  const { services, random, id: connectionId, targets, enter } = round;
  const slot = slotOf(round);
  const about = { note: '', owner: '', remindAt: null, useWhenGreen: random.next() < 0.3 };
  const sessionOnly = random.next() < 0.4;
  const apiKey = enter(slot, targets);
  return services.call('keys.stage', { connectionId, slot, apiKey, fileId: null, sessionOnly, ...about });
};
const promote: Deed = (round) =>
  round.services.call('keys.useNext', { connectionId: round.id, slot: slotOf(round), knowingly: true });
const goBack: Deed = (round) =>
  round.services.call('keys.goBack', { connectionId: round.id, slot: slotOf(round) });

/** A key is staged and used while the calls around it are still on their way. */
const rotate: Deed = (round) => Promise.all([stage(round), promote(round)]);

/** The form leads elsewhere: with keys of its own, or, half of the times without, with those that are kept. */
const move: Deed = ({ services, random, id, targets, enter }) => {
  const draft = draftOf(oneOf(random, [targets[1] ?? NOWHERE, targets[2] ?? NOWHERE]), enter, random, id);
  const kept = random.next() < 0.5 ? {} : { apiKey: null, boardApiKey: null };
  return services.call('connections.save', { ...draft, ...kept });
};
const checkForm: Deed = ({ services, random, id, targets, enter }) => {
  const draft = draftOf(oneOf(random, [targets[1] ?? NOWHERE, targets[2] ?? NOWHERE]), enter, random, id);
  return services.call('connections.check', { ...draft, apiKey: null, boardApiKey: null });
};
const NOWHERE: KeyTargets = { paperApi: '', boardApi: '', separateBoardKey: false };

/** A file says that the connection leads elsewhere. */
const bring: Deed = async ({ services, desk, targets }) => {
  const file = JSON.parse(desk.text) as { readonly connections: readonly object[] };
  desk.text = JSON.stringify({
    ...file,
    connections: file.connections.map((one) => ({ ...one, ...targets[1] })),
  });
  const opened = await services.call('transfer.open', { connectionId: null });
  if (!opened.ok || opened.value === null) return;
  await services.call('transfer.apply', {
    importId: opened.value.importId,
    entries: [0],
    apiKey: null,
    replace: ['connections', 'papers', 'notes'],
  });
};

/** One of the keys that the page is shown is kept for good, retired or discarded. */
const handle: Deed = async ({ services, random, id: connectionId }) => {
  const listed = await services.call('keys.list', { connectionId });
  const keyId = listed.ok ? listed.value.keys[Math.floor(random.next() * 3)]?.id : undefined;
  if (keyId === undefined) return;
  const deed = random.next();
  if (deed < 0.6) await services.call('keys.keep', { connectionId, keyId });
  else if (deed < 0.8) await services.call('keys.discard', { connectionId, keyId });
  else await services.call('keys.retire', { connectionId, keyId, typed: 'retired' });
};

const rehearse: Deed = ({ services, id: connectionId }) =>
  services.call('keys.rehearse', { connectionId, paper: 'paper-1' });

/** A request to each of the two APIs. */
const request: Deed = async ({ services, id: connectionId }) => {
  await services.call('boards.view', { connectionId, boardId: 'board-1' });
  const target = { kind: 'paper', id: 'paper-1' } as const;
  await services.call('previews.open', { connectionId, target, displayName: 'Ada', reason: '', minutes: 10 });
};

const DEEDS: readonly [Deed, ...Deed[]] = [
  stage,
  promote,
  rotate,
  rotate,
  rotate,
  goBack,
  move,
  move,
  move,
  checkForm,
  bring,
  handle,
  rehearse,
  request,
  request,
];
