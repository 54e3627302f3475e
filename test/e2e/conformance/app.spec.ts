import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test, type Journal } from './fixtures.ts';

test.describe('the app', () => {
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
});
