/** Check D5: rules for installed and shipped npm packages: lockfile, licences, pinned workflows, Electron's version. */
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { ELECTRON } from '../packaging/electron-age.ts';
import { LOCK_RULES, readInstalled, type Installed } from '../packaging/lockfile.ts';
import { noticesText, readShipped, shippedNames } from '../packaging/shipped-packages.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

const shippedCases = (installed: Installed): readonly Case[] => {
  const name = 'what ships has a licence that allows it, and its text in the notices';
  if (!existsSync(path.join(ROOT, 'out/bundled')))
    return [{ name, problems: [], skipped: 'npm run build says what ships' }];
  const { shipped, problems } = readShipped(ROOT, installed, shippedNames(ROOT));
  const notices = noticesText(shipped);
  return [
    {
      name,
      problems: [
        ...problems,
        ...shipped.filter(({ text }) => !notices.includes(text)).map((each) => `no text of ${each.name}`),
      ],
    },
  ];
};

const workflowCases = async (): Promise<readonly Case[]> => {
  const folder = path.join(ROOT, '.github/workflows');
  return Promise.all(
    (await readdir(folder)).map(async (file) => {
      const uses = [...(await readFile(path.join(folder, file), 'utf8')).matchAll(/uses: (.+)/gu)].map(
        ([, action = '']) => action,
      );
      return {
        name: `${file} pins every action by its commit`,
        problems: uses.filter(
          (action) => !/^(?:\.\/\S+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/u.test(action),
        ),
      };
    }),
  );
};

export async function check(): Promise<Finding> {
  const installed = readInstalled(ROOT);
  const electron = installed.lock.packages['node_modules/electron']?.version;
  const cases: readonly Case[] = [
    ...LOCK_RULES.map(({ name, find }) => ({ name, problems: find(installed) })),
    ...shippedCases(installed),
    ...(await workflowCases()),
    {
      name: 'the day of Electron’s release is that of the version here',
      problems: electron === ELECTRON.version ? [] : [`${electron} is here, ${ELECTRON.version} has a day`],
    },
  ];
  return {
    id: 'D5',
    what: 'what comes from elsewhere',
    target: '0 issues; no install script may run',
    ...tally(cases),
  };
}
