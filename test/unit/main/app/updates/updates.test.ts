import { expect, test } from 'vitest';
import { Updates, type UpdatesOptions, type Updater } from '../../../../../main/app/updates/updates.ts';
import { failure } from '../../../../../main/lib/wording/failure.ts';
import { fail, ok } from '../../../../../preload/contract/failure.ts';
import type { UpdateState } from '../../../../../preload/contract/updates.ts';

const POLICY = { updates: 'notify', updateUrl: 'https://updates.example/' } as const;

function updatesWith(change: Partial<UpdatesOptions> = {}, updater: Partial<Updater> = {}) {
  const asked: string[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const note =
    (name: string, found: Partial<UpdateState> = {}) =>
    () => {
      asked.push(name);
      return Promise.resolve(ok(found));
    };
  const updates = new Updates({
    env: { isMsi: false },
    installed: '1.0.0',
    policy: POLICY,
    loadUpdater: () =>
      Promise.resolve({
        check: () => Promise.resolve(ok('1.1.0')),
        installer: { download: note('download', { downloaded: true }), install: note('install') },
        ...updater,
      }),
    publish: () => undefined,
    onProxy: (proxy) => void asked.push(proxy),
    now: () => 5,
    after: (ms, run) => {
      timers.push({ ms, run });
      return () => void (timers.length = 0);
    },
    ...change,
  });
  return { updates, asked, timers };
}

test.each<readonly [string, Partial<UpdatesOptions>, RegExp]>([
  ['the policy disables updates', { policy: { ...POLICY, updates: 'off' } }, /turned off updates/u],
  ['no address is set', { policy: { ...POLICY, updateUrl: null } }, /Updates are not set up/u],
  ['it was installed by an MSI', { env: { isMsi: true } }, /your organisation installs updates/u],
])('Easel never checks for updates if %s', async (_name, change, status) => {
  const loadUpdater = () => Promise.reject(new Error('must not be loaded'));
  const { updates, timers } = updatesWith({ ...change, loadUpdater });
  expect(await updates.check()).toMatchObject({ checks: false, status: expect.stringMatching(status) });
  expect(timers).toEqual([]);
});

test.each([
  ['auto', ['download']],
  ['notify', []],
  [null, []],
] as const)('with updates=%s in the policy, a new version causes %j', async (updates, expected) => {
  const { asked, timers, updates: made } = updatesWith({ policy: { ...POLICY, updates } });
  expect(timers.map(({ ms }) => ms)).toEqual([60_000]);
  await made.check();
  await Promise.resolve();
  expect(asked).toEqual(expected);
});

test('an update is downloaded when the user first asks for it, and installed when the user asks again', async () => {
  const { updates, asked } = updatesWith();
  await updates.check();
  await updates.proceed();
  await expect.poll(() => updates.state.downloaded).toBe(true);
  expect(asked).toEqual(['download']);
  await updates.proceed();
  expect(asked).toEqual(['download', 'install']);
});

test('without an installer for this system, the updater only announces a new version', async () => {
  const { updates } = updatesWith({}, { installer: null });
  expect(await updates.check()).toMatchObject({
    installs: false,
    status: 'Easel 1.0.0 is installed. Easel 1.1.0 is available. Update Easel with your package manager.',
  });
  await updates.proceed();
  expect(updates.state.phase).toBe('idle');
});

test('an update check that fails at a proxy asks the user for the sign-in of the proxy', async () => {
  const check = () => Promise.resolve(fail(failure('proxy-sign-in', { proxy: 'proxy.example:8080' })));
  const { updates, asked } = updatesWith({}, { check });
  expect(await updates.check()).toMatchObject({ phase: 'idle', failure: { code: 'proxy-sign-in' } });
  expect(asked).toEqual(['proxy.example:8080']);
});

test('an update check fails if the updater module can’t be loaded', async () => {
  const { updates } = updatesWith({ loadUpdater: () => Promise.reject(new Error('missing')) });
  expect(await updates.check()).toMatchObject({ phase: 'idle', failure: { code: 'refused' } });
});

test('the updater checks for updates once a day until it is stopped', async () => {
  const { updates, timers } = updatesWith();
  timers[0]?.run();
  expect(timers[1]?.ms).toBe(24 * 60 * 60_000);
  await expect.poll(() => updates.state.phase).toBe('idle');
  updates.stop();
  expect(timers).toEqual([]);
});
