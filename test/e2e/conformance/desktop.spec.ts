import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test.describe('the desktop', () => {
  test('has dialogs that a spec can stub', async ({ shared }) => {
    const answer = await shared.app.evaluate(async ({ dialog }) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: '/somewhere' });
      return dialog.showSaveDialog({});
    });
    expect(answer).toEqual({ canceled: false, filePath: '/somewhere' });
  });

  test('has a menu whose items can be clicked', async ({ shared }) => {
    const clicked = await shared.app.evaluate(({ Menu }) => {
      const seen: unknown[] = [];
      const template = [
        {
          label: 'File',
          submenu: [{ id: 'new', label: 'New', click: () => seen.push('new') }, { role: 'quit' as const }],
        },
      ];
      Menu.setApplicationMenu(Menu.buildFromTemplate(template));
      Menu.getApplicationMenu()?.getMenuItemById('new')?.click();
      return [...seen, Menu.getApplicationMenu()?.items.map((item) => item.label)];
    });
    expect(clicked).toEqual(['new', ['File']]);
  });

  test('runs a child process that talks to its parent', async ({ shared }, info) => {
    const file = path.join(shared.userData, `child-${info.retry}.cjs`);
    await writeFile(
      file,
      'process.parentPort.on("message", (event) => process.parentPort.postMessage(event.data * 2));',
    );
    const answer = await shared.app.evaluate(({ utilityProcess }, script) => {
      const child = utilityProcess.fork(script);
      return new Promise((resolve) => {
        child.once('message', (message) => {
          child.once('exit', () => resolve(message));
          child.kill();
        });
        const post = child.postMessage.bind(child);
        child.once('spawn', () => post(21));
      });
    }, file);
    expect(answer).toBe(42);
  });

  test('has a power monitor that a spec can set to idle', async ({ shared }) => {
    const seen = await shared.app.evaluate(({ powerMonitor }) => {
      const heard: string[] = [];
      powerMonitor.once('lock-screen', () => heard.push('lock-screen'));
      powerMonitor.emit('lock-screen');
      powerMonitor.getSystemIdleTime = () => 301;
      return [...heard, powerMonitor.getSystemIdleTime()];
    });
    expect(seen).toEqual(['lock-screen', 301]);
  });

  test('has a clipboard, safe storage and network', async ({ shared }) => {
    const outcome = await shared.app.evaluate(async ({ clipboard, safeStorage, net, session }) => {
      await clipboard.writeText('copied');
      const secret = safeStorage.isEncryptionAvailable()
        ? safeStorage.decryptString(safeStorage.encryptString('kept'))
        : 'kept';
      return [
        await clipboard.readText(),
        secret,
        net.isOnline(),
        await session.defaultSession.resolveProxy('https://example.com'),
      ];
    });
    expect(outcome).toEqual(['copied', 'kept', true, 'DIRECT']);
  });
});
