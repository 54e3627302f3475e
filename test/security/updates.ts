/** Check D3: the real electron-updater refuses manipulated updates. unit/packaging tests the build settings. */
import { tally, type Case, type Finding } from '../support/finding.ts';
import { processFolder } from '../support/process-folder.ts';
import { requested } from '../support/updater-electron.ts';
import { startUpdateScene, type UpdateScene } from './update-scene.ts';

const CONTROL = 'a good update';

type Spoil = (scene: UpdateScene, feed: string) => void;

/** Manipulated responses of the update server. Wrong signatures are missing, because Squirrel checks them on macOS. */
const UPDATES: Readonly<Record<string, Spoil>> = {
  'a downgrade': ({ replies, feed }, name) => void replies.set(name, feed('0.9.0', 'Easel.zip')),
  'the same version': ({ replies, feed }, name) => void replies.set(name, feed('1.0.0', 'Easel.zip')),
  'a file over http': ({ replies, feed, origin }, name) =>
    void replies.set(name, feed('1.1.0', `${origin.replace('https', 'http')}/easel/Easel.zip`)),
  'a file of another host': ({ replies, feed, other }, name) =>
    void replies.set(name, feed('1.1.0', `${other}/Easel.zip`)),
  'a redirect of the feed': ({ replies, other }, name) =>
    void replies.set(name, (response) => response.writeHead(302, { location: `${other}/latest.yml` }).end()),
  'a redirect of the file': ({ replies, other }) =>
    void replies.set('/easel/Easel.zip', (response) =>
      response.writeHead(302, { location: `${other}/x.zip` }).end(),
    ),
  'another file than the feed names': ({ replies }) => void replies.set('/easel/Easel.zip', 'something else'),
  'a web page': ({ replies }, name) => void replies.set(name, '<html>Sign in</html>'),
  'no feed': ({ replies }, name) => void replies.delete(name),
};

async function play(
  scene: UpdateScene,
  platform: 'darwin' | 'win32',
  name: string,
  spoil: Spoil,
): Promise<Case> {
  const { updater } = scene.start({ platform });
  spoil(scene, [...scene.replies.keys()].find((path) => path.endsWith('.yml')) ?? '');
  const found = await updater.check();
  const downloaded = found.ok && found.value !== null ? await updater.installer?.download() : undefined;
  const elsewhere = requested.filter((url) => !url.startsWith(`${scene.origin}/`));
  return {
    name: `update: ${name}`,
    problems: [
      ...((downloaded?.ok === true) !== (name === CONTROL)
        ? [name === CONTROL ? 'it is refused' : 'it is taken']
        : []),
      ...elsewhere.map((url) => `requested ${url}`),
    ],
  };
}

export async function check(): Promise<Finding> {
  const scene = await startUpdateScene(processFolder());
  const cases: Case[] = [];
  try {
    for (const [name, spoil] of Object.entries(UPDATES)) cases.push(await play(scene, 'darwin', name, spoil));
    cases.push(await play(scene, 'darwin', CONTROL, () => undefined));
    // PowerShell verifies Windows installers. Without it, the updater must refuse even a valid installer.
    cases.push(await play(scene, 'win32', 'PowerShell is missing', () => undefined));
  } finally {
    await scene.close();
  }
  return {
    id: 'D3',
    what: 'updates that must be refused',
    target: '0 updates taken',
    ...tally(cases),
  };
}
