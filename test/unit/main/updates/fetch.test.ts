import { expect, test } from 'vitest';
import { fetchPieces } from '../../../../main/updates/fetch.ts';
import type { Transport } from '../../../../main/service/transport.ts';

test.each(['http://updates.example/manifest.json', 'ftp://updates.example/manifest.json'])(
  'nothing is asked for over anything but https: %s',
  async (address) => {
    const asked: string[] = [];
    const transport: Pick<Transport, 'request'> = {
      request: ({ url }) => {
        asked.push(url.href);
        return Promise.reject(new Error('nobody is to be asked'));
      },
    };
    const limits = { most: 10, totalMs: null };
    const take = (): Promise<null> => Promise.resolve(null);
    const { signal } = new AbortController();
    const after = () => () => undefined;
    const fetched = await fetchPieces({ transport, after }, new URL(address), limits, take, signal);
    expect(fetched).toMatchObject({ error: { code: 'refused', message: expect.stringContaining('https') } });
    expect(asked).toEqual([]);
  },
);
