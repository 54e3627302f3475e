/** S19: files that come from elsewhere take no protection away, and lead no link elsewhere without main's question. */
import type { ConnectionDraft, Environment } from '../../preload/contract/connections.ts';
import { withDigest } from '../unit/main/transfer/sample-file.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose, some } from '../support/nightly.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';
import { createPerson, withClock, type MovedClock, type Person } from './scene.ts';

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

interface Scene {
  readonly services: TestServices;
  readonly connectionId: string;
  readonly person: Person;
  readonly clock: MovedClock;
}

export async function check(): Promise<Finding> {
  const cases: Case[] = [];
  await withClock(async (clock) => {
    const person = createPerson();
    const services = await startServices(undefined, person.around);
    try {
      const draft = draftFor(ORIGIN, 'sk_not-a-key-0123456789');
      const { id: connectionId } = await services.must('connections.save', draft);
      const scene = { services, connectionId, person, clock };
      for (const one of some(IMPORTS, dose(1, 11))) cases.push(await playImport(scene, one));
      for (const format of ['csv', 'json'] as const) cases.push(await playNotes(scene, format));
    } finally {
      await services.close();
    }
  });
  const counted = tally(cases);
  return {
    id: 'S19',
    what: 'imports of connections and notes that would make something here less strict',
    figure: `${counted.failed} of ${cases.length} files did so without a question`,
    target: '0 without a question',
    ...counted,
  };
}

async function playImport(scene: Scene, { here, file: said, yes }: Import): Promise<Case> {
  const { services, connectionId, person } = scene;
  const { must } = services;
  person.yes = true;
  // Calls that use keys are allowed once a second.
  scene.clock.ahead += 2000;
  await must('connections.save', { ...draftFor(ORIGIN, null, here), id: connectionId });
  await must('transfer.export', { connectionIds: [connectionId], withPapers: false, passphrase: null });
  const text = JSON.parse(person.file.text) as { connections: Record<string, unknown>[] };
  Object.assign(text.connections[0] ?? {}, said);
  person.file.text = withDigest(text);
  const importId = (await must('transfer.open', {}))?.importId ?? '';
  person.asked.length = 0;
  person.yes = yes;
  await services.call('transfer.apply', { importId, entries: [0], apiKey: null, choices: [] });
  const [kept] = (await must('connections.list', {})).connections;
  const leadsElsewhere = kept?.appUrl !== ORIGIN;
  const isRelaxed = here.environment === 'production' && kept?.environment !== 'production';
  const problems = [
    ...(here.readOnly && kept?.readOnly.on !== true ? ['it is no longer read-only'] : []),
    ...(isRelaxed ? ['it is no longer Production'] : []),
    ...(leadsElsewhere && (person.asked.length === 0 || !yes)
      ? ['its links lead elsewhere, and nobody said yes']
      : []),
    ...(said.appUrl === ELSEWHERE && yes && !leadsElsewhere
      ? ['a yes to another app address did nothing']
      : []),
  ];
  return { name: JSON.stringify({ here, said, yes }), problems };
}

async function playNotes({ services, connectionId, person }: Scene, format: 'csv' | 'json'): Promise<Case> {
  const { must } = services;
  person.yes = true;
  const note = { id: `b-${format}`, note: '', tags: [], customer: '' };
  const take = async (label: string, isProtected: boolean, updatedAt: string): Promise<void> => {
    const connection = { name: 'Acme', boardApi: ORIGIN };
    const notes = [{ ...note, label, protected: isProtected, updatedAt }];
    person.file.text =
      format === 'csv'
        ? `id,label,protected,updated_at\n${note.id},${label},${isProtected ? 'yes' : 'no'},${updatedAt}\n`
        : JSON.stringify({ format: 'easel-notes', version: 1, connection, notes });
    const importId = (await must('notes.open', { connectionId }))?.importId ?? '';
    await must('notes.apply', { importId, choice: { side: 'theirs', except: [] } });
  };
  await take('Plan', true, '2026-01-01T00:00:00Z');
  await take('Newer', false, '2026-01-02T00:00:00Z');
  await must('notes.export', { connectionId, format: 'json' });
  const { notes } = JSON.parse(person.file.text) as {
    readonly notes: readonly { readonly id: string; readonly label: string; readonly protected: boolean }[];
  };
  const kept = notes.find(({ id }) => id === note.id);
  const problems = [
    ...(kept?.protected === true ? [] : ['the board is no longer protected']),
    ...(kept?.label === 'Newer' ? [] : ['its newer label was not taken']),
  ];
  return { name: `notes as ${format}`, problems };
}
