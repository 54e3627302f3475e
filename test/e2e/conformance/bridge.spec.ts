import { expect } from '@playwright/test';
import { test, type Bridge } from './fixtures.ts';

declare const api: Bridge;

test.describe('the bridge', () => {
  test('is there before any script of the page, frozen, with the keys that the preload exposed', async ({
    shared,
  }) => {
    const facts = await shared.window.evaluate(() => ({
      early: (window as unknown as { exposedAtStart: boolean }).exposedAtStart,
      keys: Object.keys(api).slice(0, 3),
      frozen: Object.isFrozen(api) && Object.isFrozen((api as unknown as { nested: object }).nested),
      fixed: Object.getOwnPropertyDescriptor(window, 'api')?.writable,
    }));
    expect(facts).toEqual({ early: true, keys: ['version', 'nested', 'add'], frozen: true, fixed: false });
  });

  test('carries callbacks and the function that ends a subscription', async ({ shared }) => {
    const seen = await shared.window.evaluate(async () => {
      const heard: unknown[] = [];
      api.withCallback((text) => heard.push(text));
      await new Promise<void>((resolve) => {
        const unsubscribe = api.subscribe((text, date) => {
          heard.push(text, date instanceof Date && date.getTime());
          unsubscribe();
          resolve();
        });
        api.send('ask-news', 'first');
      });
      api.send('ask-news', 'second');
      await api.invoke('echo', 'after the news');
      return heard;
    });
    expect(seen).toEqual(['from the preload', 'first', 0]);
  });

  test('names the channel and the error when a handler fails or is missing', async ({ shared }) => {
    const errors = await shared.window.evaluate(() =>
      Promise.all(
        ['fail', 'nobody'].map((channel) => api.invoke(channel).catch((error: Error) => error.message)),
      ),
    );
    expect(errors).toEqual([
      "Error invoking remote method 'fail': TypeError: no luck",
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    ]);
  });

  test('keeps what structured clone keeps on the way to main and back', async ({ shared }) => {
    const came = await shared.window.evaluate(async () => {
      const values: Record<string, unknown> = {
        undefined: undefined,
        null: null,
        text: 'Ünïcode \u2028 💡',
        zero: -0,
        nan: Number.NaN,
        infinity: -Infinity,
        bigint: 12345678901234567890n,
        date: new Date(1234567890),
        map: new Map<unknown, unknown>([['key', new Set([1, 2])]]),
        bytes: new Uint8Array([0, 1, 255]),
        doubles: new Float64Array([1.5, -2]),
        buffer: new Uint8Array([7, 8]).buffer,
        expression: /a+/gi,
        nested: { list: [1, { deep: undefined }], $type: 'mine' },
      };
      const show = (value: unknown): string => {
        if (value instanceof Map) return `Map ${show([...value])}`;
        if (value instanceof Set) return `Set ${show([...value])}`;
        if (value instanceof Date) return `Date ${value.getTime()}`;
        if (value instanceof RegExp) return String(value);
        if (value instanceof ArrayBuffer) return `ArrayBuffer ${[...new Uint8Array(value)].join()}`;
        if (ArrayBuffer.isView(value))
          return `${value.constructor.name} ${[...(value as Uint8Array)].join()}`;
        if (Array.isArray(value)) return `[${value.map(show).join()}]`;
        if (typeof value === 'object' && value !== null) {
          return `{${Object.entries(value)
            .map(([key, item]) => `${key}:${show(item)}`)
            .join()}}`;
        }
        return Object.is(value, -0) ? '-0' : `${typeof value} ${String(value)}`;
      };
      const pairs: (readonly [name: string, back: string, sent: string])[] = [];
      for (const [name, value] of Object.entries(values))
        pairs.push([name, show(await api.invoke('echo', value)), show(value)]);
      return pairs;
    });
    expect(came).toHaveLength(14);
    for (const [name, back, sent] of came) await test.step(name, () => expect(back).toBe(sent));
  });

  test('refuses what structured clone refuses', async ({ shared }) => {
    const message = await shared.window.evaluate(() =>
      api.invoke('echo', { run: () => 1 }).then(
        () => 'passed',
        (error: Error) => error.message,
      ),
    );
    expect(message).toMatch(/could not be cloned/);
  });

  test('tells main which frame called, with its app address', async ({ shared }) => {
    expect(await shared.window.evaluate(() => api.invoke('who'))).toEqual({
      type: 'frame',
      sameFrame: true,
      url: 'app://conformance/page.html',
      origin: 'app://conformance',
      parent: null,
    });
  });

  test('brings a late reply to a page that is gone to no page after it', async ({
    shared: { app, window },
  }) => {
    await app.evaluate(({ ipcMain }) => {
      const { promise, resolve } = Promise.withResolvers();
      ipcMain.handle('late', () => promise);
      ipcMain.handle('never', () => new Promise(() => {}));
      ipcMain.handle('come-late', () => resolve('late'));
    });
    await window.reload();
    await window.evaluate(() => {
      for (let call = 0; call < 50; call += 1) void api.invoke('late');
    });
    await window.reload();
    const heard = await window.evaluate(async () => {
      const calls = Array.from({ length: 60 }, () => api.invoke('never'));
      await api.invoke('come-late');
      return Promise.race([...calls, new Promise((resolve) => setTimeout(resolve, 300, 'nothing'))]);
    });
    expect(heard).toBe('nothing');
  });

  test('shows the page nothing else of the preload, and a child frame nothing at all', async ({ shared }) => {
    const seen = await shared.window.evaluate(() => {
      const names = [
        'preloadSecret',
        'require',
        'process',
        'module',
        'Buffer',
        '__shellSend',
        '__shellDeliver',
      ];
      const child = (document.querySelector('#child') as HTMLIFrameElement).contentWindow as object;
      return [names.filter((name) => name in window), [...names, 'api'].filter((name) => name in child)];
    });
    expect(seen).toEqual([[], []]);
  });
});
