/** Check S19: importing a connection file removes no protection, and changes the host of links only after a dialog. */
import type { ConnectionDraft, Environment } from '../../preload/contract/connections.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose, some } from '../support/nightly.ts';
import { App, withClock } from './scene.ts';

const ORIGIN = 'https://boards.example.com';
const ELSEWHERE = 'https://rooms.evil.example';
const ENVIRONMENTS: readonly Environment[] = ['production', 'staging', 'test'];
const BOTH = [true, false] as const;

type Strictness = Pick<ConnectionDraft, 'environment' | 'readOnly'>;

interface Import {
  readonly here: Strictness;
  readonly imported: Strictness & Pick<ConnectionDraft, 'appUrl'>;
  readonly yes: boolean;
}

const STRICTNESS = ENVIRONMENTS.flatMap((environment) =>
  BOTH.map((readOnly): Strictness => ({ environment, readOnly })),
);
const IMPORTS = STRICTNESS.flatMap((here) =>
  STRICTNESS.flatMap((imported) =>
    [ORIGIN, ELSEWHERE].flatMap((appUrl) =>
      BOTH.map((yes): Import => ({ here, imported: { ...imported, appUrl }, yes })),
    ),
  ),
);

export async function check(): Promise<Finding> {
  const cases: Case[] = [];
  await withClock(async (clock) => {
    const app = await App.start(clock);
    try {
      for (const one of some(IMPORTS, dose(1, 11))) cases.push(await playImport(app, one));
    } finally {
      await app.close();
    }
  });
  return {
    id: 'S19',
    what: 'imports of connections that would make something here less strict',
    target: '0 files do so without a question',
    ...tally(cases),
  };
}

async function playImport(app: App, { here, imported, yes }: Import): Promise<Case> {
  app.yes = true;
  await app.connect(ORIGIN, 'sk_not-a-key-0123456789', here);
  const wanted = { connectionIds: [app.connectionId], withPapers: false, passphrase: null };
  await app.must('transfer.export', wanted);
  const text = JSON.parse(app.file) as { connections: Record<string, unknown>[] };
  Object.assign(text.connections[0] ?? {}, imported);
  app.file = JSON.stringify(text);
  const importId = (await app.must('transfer.open', { connectionId: null }))?.importId ?? '';
  app.questions.length = 0;
  app.yes = yes;
  await app.call('transfer.apply', { importId, entries: [0], apiKey: null, replace: true });
  const [kept] = (await app.must('connections.list', {})).connections;
  const leadsElsewhere = kept?.appUrl !== ORIGIN;
  const isRelaxed = here.environment === 'production' && kept?.environment !== 'production';
  const problems = [
    ...(here.readOnly && kept?.readOnly.on !== true ? ['it is no longer read-only'] : []),
    ...(isRelaxed ? ['it is no longer Production'] : []),
    ...(leadsElsewhere && (app.questions.length === 0 || !yes)
      ? ['its links lead elsewhere, and nobody imported yes']
      : []),
    ...(imported.appUrl === ELSEWHERE && yes && !leadsElsewhere
      ? ['a yes to another app address did nothing']
      : []),
  ];
  return { name: JSON.stringify({ here, imported, yes }), problems };
}
