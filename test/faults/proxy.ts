/** A proxy that lets everything through until it is told to do otherwise. */
import { letThrough, startProxy } from '../integration/service/proxies.ts';
import type { WayFault } from './rows.ts';

export interface FaultyProxy {
  /** `host:port` */
  readonly name: string;
  readonly received: () => string;
  readonly meet: (fault: WayFault) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startFaultyProxy(): Promise<FaultyProxy> {
  let fault: WayFault | null = null;
  let isOpen = true;
  const proxy = await startProxy((socket, head) => {
    if (fault === null) return letThrough(socket, head);
    return fault.kind === 'say' ? fault.bytes : undefined;
  });

  async function close(): Promise<void> {
    if (isOpen) await proxy.close();
    isOpen = false;
  }

  return {
    name: proxy.name,
    received: proxy.received,
    meet: async (next) => {
      fault = next;
      if (next.kind === 'refuse') await close();
    },
    close,
  };
}
