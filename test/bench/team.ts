/** Benchmark P14: compares Easel's team database code with bare pg. Kills its database server, so it starts its own. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { addAudit } from '../../main/activity/team-log.ts';
import type { AuditEntry } from '../../main/store/tables/activity.ts';
import { NO_NOTES } from '../../main/store/tables/change-note.ts';
import type { RegisterItem } from '../../main/store/tables/team.ts';
import { Register, type ItemChange } from '../../main/team/register.ts';
import { ok } from '../../preload/contract/failure.ts';
import { must } from '../support/must.ts';
import {
  databaseIn,
  startCluster,
  whyNoPostgres,
  type Cluster,
  type TestDatabase,
} from '../support/postgres.ts';
import { judged, percentile, ratios, spread, type Benchmark, type Measured } from './measure.ts';

const NOTES = 100_000;
const CHUNK = 5000;
const PAGE = 500;
const ENTRIES = 10_000;
const ENTRY_CHUNK = 1000;

interface Opened {
  readonly register: Register;
  onChanged: (account: string) => void;
}

async function opened({ host, port, name, password }: TestDatabase, user: 'ann' | 'ben'): Promise<Opened> {
  const isReady = Promise.withResolvers<void>();
  const one: Opened = {
    onChanged: () => undefined,
    register: new Register({
      address: { host, port, database: name, user, certificateFile: null },
      password: () => Promise.resolve(ok(password)),
      authorities: () => Promise.resolve([]),
      installation: randomUUID(),
      osUser: user,
      events: {
        onPhase: () => {
          if (one.register.phase().phase === 'ready') isReady.resolve();
        },
        onChanged: (account) => account !== null && one.onChanged(account),
      },
    }),
  };
  await isReady.promise;
  return one;
}

async function bareClient({ host, port, name, password }: TestDatabase): Promise<Client> {
  const client = new Client({ host, port, database: name, user: 'ann', password });
  await client.connect();
  return client;
}

async function newAccount(register: Register): Promise<string> {
  const name = randomUUID();
  return must(await register.createAccount(name)).find((each) => each.name === name)?.id ?? '';
}

const noteOf = (id: string, label: string): ItemChange => ({
  kind: 'note',
  id,
  body: { ...NO_NOTES, label },
  revision: 0,
});

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Measures how fast Easel's team database code and bare pg write and read 100,000 notes. */
async function notes(database: TestDatabase, rounds: number): Promise<Measured> {
  const { register } = await opened(database, 'ann');
  const client = await bareClient(database);
  const all = Array.from({ length: NOTES }, (_, at) =>
    noteOf(randomUUID(), `Board ${at} of a customer, with a label of usual length`),
  );
  const chunks = Array.from({ length: NOTES / CHUNK }, (_, at) => all.slice(at * CHUNK, (at + 1) * CHUNK));
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const [account, other] = [await newAccount(register), await newAccount(register)];
    const easel = async (): Promise<void> => {
      for (const chunk of chunks) must(await register.change(account, chunk));
      let read = 0;
      must(await register.since(account, 0, async (items) => void (read += items.length)));
      if (read !== NOTES) throw new Error(`read ${read} notes`);
    };
    const floor = async (): Promise<void> => {
      for (const chunk of chunks)
        await client.query('SELECT easel.change_items($1, $2)', [other, JSON.stringify(chunk)]);
      let last: readonly unknown[] = [1, '', ''];
      for (let rows: Record<string, unknown>[] = [{}]; rows.length > 0;) {
        ({ rows } = await client.query<Record<string, unknown>>(
          `SELECT kind, id, body, revision, changed_by, (extract(epoch FROM changed_at) * 1000)::bigint FROM easel.items
          WHERE account_id = $1 AND (revision, kind, id) > ($2, $3, $4) ORDER BY revision, kind, id LIMIT ${PAGE}`,
          [other, ...last],
        ));
        const end = rows.at(-1);
        last = [end?.['revision'], end?.['kind'], end?.['id']];
      }
    };
    // Alternates the order of Easel and bare pg. Otherwise the second would always write to a larger table.
    if (round % 2 === 0) ours.push(await timed(easel));
    bare.push(await timed(floor));
    if (round % 2 === 1) ours.push(await timed(easel));
  }
  await register.close();
  await client.end();
  return judged(
    {
      id: 'P14',
      what: `${NOTES.toLocaleString('en')} notes written and read by the database client (without main), ${rounds} rounds`,
      unit: '× bare pg',
      goal: { atMost: 1.5 },
      floor: 1,
      peers: { 'Easel, ms': spread(ours), 'bare pg, ms': spread(bare) },
    },
    ratios(ours, bare),
  );
}

async function colleague(database: TestDatabase, changes: number): Promise<Measured> {
  const [ann, ben] = [await opened(database, 'ann'), await opened(database, 'ben')];
  const account = await newAccount(ann.register);
  const times: number[] = [];
  for (let revision = 0; revision < changes; revision += 1) {
    const arrived = Promise.withResolvers<void>();
    ben.onChanged = (changed) => {
      if (changed !== account) return;
      void ben.register.since(account, revision, async (items) => {
        if (items.length > 0) arrived.resolve();
      });
    };
    const wait = arrived.promise;
    times.push(
      await timed(async () => {
        must(await ann.register.change(account, [noteOf(String(revision), 'x')]));
        await wait;
      }),
    );
    await delay(10);
  }
  await Promise.all([ann.register.close(), ben.register.close()]);
  const peers = { 'all, ms': spread(times) };
  return judged(
    {
      id: 'P14',
      what: `a colleague’s client reads one of ${changes} changes (without main and the page)`,
      unit: 'ms, p95',
      goal: { atMost: 300 },
      peers,
    },
    spread([percentile(times, 0.95)]),
  );
}

/** Measures 50 team members, each with two changes a second, while one client reads their notifications. */
async function busyTeam(database: TestDatabase, seconds: number): Promise<readonly Measured[]> {
  const members: Opened[] = [];
  for (let at = 0; at < 50; at += 1) members.push(await opened(database, at % 2 === 0 ? 'ann' : 'ben'));
  const reader = await opened(database, 'ben');
  const account = await newAccount(reader.register);
  const [times, read]: [number[], string[]] = [[], []];
  let revision = 0;
  let reading: Promise<void> | null = null;
  let isDue = false;
  const follow = async (): Promise<void> => {
    do {
      isDue = false;
      const items: RegisterItem[] = [];
      must(await reader.register.since(account, revision, async (page) => void items.push(...page)));
      read.push(...items.map(({ id }) => id));
      revision = items.at(-1)?.revision ?? revision;
    } while (isDue);
    reading = null;
  };
  reader.onChanged = (changed) => {
    isDue = true;
    if (changed === account) reading ??= follow();
  };
  const sent: string[] = [];
  const work = members.map(async ({ register }, member) => {
    await delay(member * 10);
    const begun = performance.now();
    for (let turn = 0; turn < seconds * 2; turn += 1) {
      await delay(Math.max(0, begun + turn * 500 - performance.now()));
      const id = `${member} ${turn}`;
      times.push(await timed(async () => must(await register.change(account, [noteOf(id, 'x')]))));
      sent.push(id);
    }
  });
  await Promise.all(work);
  for (let tries = 0; read.length < sent.length && tries < 100; tries += 1) await delay(50);
  await Promise.all([...members, reader].map(({ register }) => register.close()));
  const distinct = new Set(read);
  const lost = sent.filter((id) => !distinct.has(id)).length;
  const what = `50 members with 2 changes a second for ${seconds} s`;
  const peers = { 'all, ms': spread(times) };
  return [
    judged(
      { id: 'P14', what, unit: 'ms, p95 of a change', goal: { atMost: 100 }, peers },
      spread([percentile(times, 0.95)]),
    ),
    judged(
      { id: 'P14', what, unit: 'changes lost or duplicated', goal: { atMost: 0 } },
      spread([lost + read.length - distinct.size]),
    ),
  ];
}

/** Kills the database server under load. Easel must report each change as confirmed, failed or unknown. */
async function kills(cluster: Cluster, database: TestDatabase, count: number): Promise<Measured> {
  const members = await Promise.all(
    (['ann', 'ben', 'ann', 'ben'] as const).map((user) => opened(database, user)),
  );
  const account = await newAccount(members[0]?.register ?? unreachable());
  const results = { confirmed: new Set<string>(), unknown: new Set<string>(), failed: new Set<string>() };
  const over = new AbortController();
  const load = members.map(async ({ register }, member) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const id = `${member} ${turn}`;
      const result = await register.change(account, [noteOf(id, 'x')]);
      if (result.ok) results.confirmed.add(id);
      else results[result.error.code === 'outcome-unknown' ? 'unknown' : 'failed'].add(id);
      if (!result.ok) await delay(5);
    }
  });
  for (let kill = 0; kill < count; kill += 1) {
    await delay(randomInt(200, 600));
    await cluster.kill();
    await cluster.start();
    await Promise.all(members.map(({ register }) => register.reconnect()));
  }
  await delay(200);
  over.abort();
  await Promise.all(load);
  const present = new Set<string>();
  const reader = await opened(database, 'ben');
  must(await reader.register.since(account, 0, async (items) => items.forEach(({ id }) => present.add(id))));
  await Promise.all([...members, reader].map(({ register }) => register.close()));
  const wrong = [
    ...[...results.confirmed].filter((id) => !present.has(id)),
    ...[...results.failed].filter((id) => present.has(id)),
    ...[...present].filter((id) => !results.confirmed.has(id) && !results.unknown.has(id)),
  ];
  const { confirmed, unknown, failed } = results;
  const size = (ids: ReadonlySet<string>) => spread([ids.size]);
  const peers = { 'changes confirmed': size(confirmed), unknown: size(unknown), failed: size(failed) };
  return judged(
    {
      id: 'P14',
      what: `${count} kills of the server under load`,
      unit: 'confirmed changes missing, or failed ones present',
      goal: { atMost: 0 },
      peers,
    },
    spread([wrong.length]),
  );
}

function unreachable(): never {
  throw new Error('no member');
}

async function audit(database: TestDatabase): Promise<Measured> {
  const { register } = await opened(database, 'ann');
  const account = await newAccount(register);
  const entries = Array.from({ length: ENTRIES }, (_, at): AuditEntry => {
    const times = { number: at + 1, account, at: Date.now(), user: 'ann', action: 'board-deleted' } as const;
    return {
      ...times,
      target: randomUUID(),
      outcome: 'done',
      status: 204,
      detail: `entry ${at}`,
      reason: 'old',
      job: 'job-1',
    };
  });
  const ms = await timed(async () => {
    for (let at = 0; at < ENTRIES; at += ENTRY_CHUNK)
      must(await addAudit(register, entries.slice(at, at + ENTRY_CHUNK)));
  });
  await register.close();
  const [row] = await database.as(
    'olga',
    'SELECT count(*)::integer AS entries, count(DISTINCT target)::integer AS targets, max(number)::integer AS last FROM easel.audit WHERE account_id = $1',
    [account],
  );
  const expected = { entries: ENTRIES, targets: ENTRIES, last: ENTRIES };
  if (JSON.stringify(row) !== JSON.stringify(expected)) throw new Error(`stored ${JSON.stringify(row)}`);
  const what = `${ENTRIES.toLocaleString('en')} audit entries, each once`;
  return judged({ id: 'P14', what, unit: 's', goal: { atMost: 5 } }, spread([ms / 1000]));
}

export const team: Benchmark = async ({ quick }) => {
  const reason = whyNoPostgres();
  if (reason !== null) {
    const aim = { id: 'P14', what: `the team register: ${reason}`, unit: '', goal: { atMost: 0 } };
    return [judged(aim, null)];
  }
  const cluster = await startCluster();
  try {
    const database = await databaseIn(cluster);
    return [
      await notes(database, quick ? 1 : 3),
      await colleague(database, quick ? 50 : 300),
      ...(await busyTeam(database, quick ? 5 : 60)),
      await audit(database),
      await kills(cluster, database, quick ? 3 : 20),
    ];
  } finally {
    await cluster.stop();
  }
};
