import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test, type Journal } from './fixtures.ts';

test.describe('the app', () => {
  test('has the name and version of its package, and the user data folder of its command line', async ({
    shared,
  }) => {
    const facts = await shared.app.evaluate(({ app }) => ({
      name: app.getName(),
      version: app.getVersion(),
      packaged: app.isPackaged,
      ready: app.isReady(),
      userData: app.getPath('userData'),
      type: process.type,
      electron: /^\d+\.\d+\.\d+/.test(process.versions.electron),
      chrome: /^\d+\./.test(process.versions.chrome),
      defaultApp: process.defaultApp,
    }));
    const wanted: typeof facts = {
      name: 'Conformance',
      version: '1.2.3',
      packaged: false,
      ready: true,
      userData: shared.userData,
      type: 'browser',
      electron: true,
      chrome: true,
      defaultApp: true,
    };
    for (const name of Object.keys(wanted) as (keyof typeof facts)[])
      await test.step(name, () => expect(facts[name]).toBe(wanted[name]));
  });

  test('closes its window, then hears that all are closed, then quits in order', async ({
    launched,
    journalFile,
  }) => {
    await launched.app.evaluate(({ app }) => {
      const { journal } = globalThis as unknown as Journal;
      journal.length = 0;
      app.once('window-all-closed', () => journal.push('still running'));
    });
    await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect
      .poll(() => launched.app.evaluate(() => (globalThis as unknown as Journal).journal))
      .toEqual(['close', 'closed', 'window-all-closed', 'still running']);

    await launched.app.evaluate((_electron, name) => {
      (globalThis as unknown as Journal).journal.length = 0;
      process.env['JOURNAL_FILE'] = name;
    }, journalFile);
    await launched.close();
    expect(JSON.parse(await readFile(journalFile, 'utf8'))).toEqual(['before-quit', 'will-quit', 'quit']);
  });

  test('closes open windows when it quits, without window-all-closed', async ({ launched, journalFile }) => {
    await launched.app.evaluate((_electron, name) => {
      (globalThis as unknown as Journal).journal.length = 0;
      process.env['JOURNAL_FILE'] = name;
    }, journalFile);
    await launched.close();
    expect(JSON.parse(await readFile(journalFile, 'utf8'))).toEqual([
      'before-quit',
      'close',
      'closed',
      'will-quit',
      'quit',
    ]);
  });

  test('ends with code 0 after SIGTERM', async ({ launched }) => {
    const child = launched.app.process();
    const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
