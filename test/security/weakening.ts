/** S19: files that come from elsewhere take no protection away, and lead no link elsewhere without main's question. */
import type { ConnectionDraft, Environment } from '../../preload/contract/connections.ts';
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
      cases.push(await playNotes(scene));
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
  person.file.text = JSON.stringify(text);
  const importId = (await must('transfer.open', { connectionId: null }))?.importId ?? '';
  person.asked.length = 0;
  person.yes = yes;
  await services.call('transfer.apply', {
    importId,
    entries: [0],
    apiKey: null,
    replace: ['connections', 'papers', 'notes'],
  });
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

async function playNotes({ services, connectionId, person }: Scene): Promise<Case> {
  const { must } = services;
  person.yes = true;
  const take = async (label: string, isProtected: boolean): Promise<void> => {
    person.file.text = `id,label,protected\nb-1,${label},${isProtected ? 'yes' : 'no'}\n`;
    const importId = (await must('transfer.open', { connectionId }))?.importId ?? '';
    await must('transfer.apply', { importId, entries: [0], replace: ['notes'], apiKey: null });
  };
  await take('Plan', true);
  await take('Newer', false);
  await must('notes.export', { connectionId });
  const problems = person.file.text.includes('b-1,Newer,,,,yes')
    ? []
    : ['it is not protected, or not replaced'];
  return { name: 'notes', problems };
}
