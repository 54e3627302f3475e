/** S19: files that come from elsewhere take no protection away, and lead no link elsewhere without main's question. */
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { ConnectionDraft, Environment } from '../../preload/contract/connections.ts';
import { withDigest } from '../unit/main/transfer/sample-file.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { draftFor, fileOf, startServices, type TestServices } from '../support/services.ts';
import { some, type Dose } from './dose.ts';

const ORIGIN = 'https://boards.example.com';
const ELSEWHERE = 'https://rooms.evil.example';
const ENVIRONMENTS: readonly Environment[] = ['production', 'staging', 'test'];
const BOTH = [true, false] as const;

/** A connection as it is here, a file that says otherwise, and what a person answers. */
interface Import {
  readonly here: Pick<ConnectionDraft, 'environment' | 'readOnly'>;
  readonly file: Pick<ConnectionDraft, 'environment' | 'readOnly' | 'appUrl'>;
  readonly yes: boolean;
}

const IMPORTS: readonly Import[] = ENVIRONMENTS.flatMap((environment) =>
  BOTH.flatMap((readOnly) =>
    ENVIRONMENTS.flatMap((named) =>
      BOTH.flatMap((strict) =>
        [ORIGIN, ELSEWHERE].flatMap((appUrl) =>
          BOTH.map((yes) => ({
            here: { environment, readOnly },
            file: { environment: named, readOnly: strict, appUrl },
            yes,
          })),
        ),
      ),
    ),
  ),
);

/** The clock of this process is moved meanwhile: nothing else may run in it. */
export async function checkWeakening({ caseStride }: Dose): Promise<Finding> {
  const real = Date.now;
  const clock = { ahead: 0 };
  Date.now = () => real() + clock.ahead;
  const scene = await startScene(clock);
  const cases: Case[] = [];
  try {
    for (const one of some(IMPORTS, caseStride * 2 - 1)) cases.push(await playImport(scene, one));
    for (const format of ['csv', 'json'] as const) cases.push(await playNotes(scene, format));
  } finally {
    Date.now = real;
    await scene.services.close();
  }
  const { failed, ...rest } = tally(cases);
  return {
    id: 'S19',
    what: 'imports of connections and notes that would make something here less strict',
    figure: `${failed} of ${cases.length} files did so without a question`,
    target: '0 without a question',
    failed,
    ...rest,
  };
}

async function must<T>(call: Promise<Result<T>>): Promise<T> {
  const reply = await call;
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
}

interface Scene {
  readonly services: TestServices;
  readonly connectionId: string;
  /** The file that a person chooses, and that was saved last. */
  readonly file: { text: string };
  readonly person: { asked: number; yes: boolean };
  /** How far ahead of the real one this process's clock is, ms. */
  readonly clock: { ahead: number };
}

async function startScene(clock: Scene['clock']): Promise<Scene> {
  const file = { text: '' };
  const person = { asked: 0, yes: true };
  const services = await startServices(undefined, {
    confirm: () => {
      person.asked += 1;
      return Promise.resolve(person.yes);
    },
    files: {
      choose: () => Promise.resolve(ok(fileOf(file.text, 'export.json'))),
      save: (_purpose, name, text) => {
        file.text = text;
        return Promise.resolve(ok(name));
      },
    },
  });
  const { id } = await must(services.call('connections.save', draftFor(ORIGIN, 'sk_not-a-key-0123456789')));
  return { services, connectionId: id, file, person, clock };
}

async function playImport(scene: Scene, { here, file: said, yes }: Import): Promise<Case> {
  const { services, connectionId, file, person } = scene;
  person.yes = true;
  // What uses keys may be asked for once a second: a second passes.
  scene.clock.ahead += 2000;
  await must(services.call('connections.save', { ...draftFor(ORIGIN, null, here), id: connectionId }));
  const request = { connectionIds: [connectionId], withPapers: false, passphrase: null };
  await must(services.call('transfer.export', request));
  const text = JSON.parse(file.text) as { connections: Record<string, unknown>[] };
  Object.assign(text.connections[0] ?? {}, said);
  file.text = withDigest(text);
  const plan = await must(services.call('transfer.open', {}));
  Object.assign(person, { asked: 0, yes });
  await services.call('transfer.apply', {
    importId: plan?.importId ?? '',
    entries: [0],
    apiKey: null,
    choices: [],
  });
  const { connections } = await must(services.call('connections.list', {}));
  const [kept] = connections;
  const leadsElsewhere = kept?.appUrl !== ORIGIN;
  const problems = [
    ...(here.readOnly && kept?.readOnly.on !== true ? ['it is no longer read-only'] : []),
    ...(here.environment === 'production' && kept?.environment !== 'production'
      ? ['it is no longer Production']
      : []),
    ...(leadsElsewhere && (person.asked === 0 || !yes)
      ? ['its links lead elsewhere, and nobody said yes']
      : []),
    ...(said.appUrl === ELSEWHERE && yes && !leadsElsewhere
      ? ['a yes to another app address did nothing']
      : []),
  ];
  return { name: JSON.stringify({ here, said, yes }), problems };
}

async function playNotes(
  { services, connectionId, file, person }: Scene,
  format: 'csv' | 'json',
): Promise<Case> {
  person.yes = true;
  const note = { id: `b-${format}`, note: '', tags: [], customer: '' };
  const take = async (label: string, isProtected: boolean, updatedAt: string): Promise<void> => {
    file.text =
      format === 'csv'
        ? `id,label,protected,updated_at\n${note.id},${label},${isProtected ? 'yes' : 'no'},${updatedAt}\n`
        : JSON.stringify({
            format: 'easel-notes',
            version: 1,
            connection: { name: 'Acme', boardApi: ORIGIN },
            notes: [{ ...note, label, protected: isProtected, updatedAt }],
          });
    const plan = await must(services.call('notes.open', { connectionId }));
    await must(
      services.call('notes.apply', {
        importId: plan?.importId ?? '',
        choice: { side: 'theirs', except: [] },
      }),
    );
  };
  await take('Plan', true, '2026-01-01T00:00:00Z');
  await take('Newer', false, '2026-01-02T00:00:00Z');
  await must(services.call('notes.export', { connectionId, format: 'json' }));
  const { notes } = JSON.parse(file.text) as {
    readonly notes: readonly { readonly id: string; readonly label: string; readonly protected: boolean }[];
  };
  const kept = notes.find(({ id }) => id === note.id);
  const problems = [
    ...(kept?.protected === true ? [] : ['the board is no longer protected']),
    ...(kept?.label === 'Newer' ? [] : ['its newer label was not taken']),
  ];
  return { name: `notes as ${format}`, problems };
}
