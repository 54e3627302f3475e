import { expect, onTestFinished, test, vi } from 'vitest';
import { signatureProblem } from '../../../../../main/app/updates/self-updater.ts';
import { startUpdateScene } from '../../../../security/update-scene.ts';
import { freshFolder } from '../../../../support/fresh-folder.ts';
import { autoUpdater } from '../../../../support/updater-electron.ts';

const OURS = 'CN=Easel maintainers, O=Easel maintainers, C=DE';

test.each<readonly [string, () => Promise<string>, boolean]>([
  ['our full subject is accepted', () => Promise.resolve(OURS), true],
  ['a missing subject is refused', () => Promise.resolve(''), false],
  ['our common name alone is refused', () => Promise.resolve('CN=Easel maintainers, O=Other'), false],
  ['a missing PowerShell is refused', () => Promise.reject(new Error('ENOENT')), false],
])('Easel runs an installer only if the publisher has signed it: %s', async (_name, ask, accepted) => {
  const problem = await signatureProblem([OURS, 'CN=Next, O=Next', ''], 'easel.exe', ask);
  expect(problem === null).toBe(accepted);
});

test('on macOS, Squirrel receives the downloaded update after Easel has closed', async () => {
  const scene = await startUpdateScene(freshFolder());
  try {
    const { updater, ends } = scene.start({ platform: 'darwin' });
    expect(await updater.check()).toMatchObject({ value: '1.1.0' });
    expect(await updater.installer?.download()).toMatchObject({ ok: true });
    await updater.installer?.install();
    expect(autoUpdater.installed).toBe(false);
    ends[0]?.();
    await expect.poll(() => autoUpdater.installed).toBe(true);
    expect(autoUpdater.received).toEqual(scene.content);
  } finally {
    await scene.close();
  }
});

test('the download of an update fails after 60 s without data', async () => {
  const scene = await startUpdateScene(freshFolder());
  onTestFinished(() => {
    vi.useRealTimers();
    return scene.close();
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { updater } = scene.start({ platform: 'darwin' });
  const stalled = new Promise<void>((resolve) => {
    scene.replies.set('/easel/Easel.zip', () => resolve());
  });
  await updater.check();
  const download = updater.installer?.download();
  await stalled;
  vi.advanceTimersByTime(60_000);
  expect(await download).toMatchObject({ error: { message: 'The update failed (ERR_ABORTED).' } });
});
