/** Builds `window.easel`: frozen, closed functions, one per channel. The only user of ipcRenderer. */
import { contextBridge, ipcRenderer } from 'electron';
import { CALL_NAMES } from './contract/call-names.ts';
import { EVENT_NAMES, type EventName } from './contract/events.ts';

type Listener = (data: unknown) => void;
type Method = (args: unknown) => Promise<unknown>;

function callMethods(): Readonly<Record<string, Readonly<Record<string, Method>>>> {
  const groups: Record<string, Record<string, Method>> = {};
  for (const channel of CALL_NAMES) {
    const [group, method] = channel.split('.') as [string, string];
    groups[group] ??= {};
    groups[group][method] = (args) => ipcRenderer.invoke(channel, args);
  }
  for (const group of Object.values(groups)) Object.freeze(group);
  return groups;
}

const known: ReadonlySet<string> = new Set(EVENT_NAMES);

/** Subscribes to one of the known events; the listener gets the data alone, never Electron's event. */
function on(event: EventName, listener: Listener): () => void {
  if (!known.has(event)) throw new TypeError('unknown event');
  const forward = (_event: unknown, data: unknown): void => listener(data);
  ipcRenderer.on(event, forward);
  return () => {
    ipcRenderer.removeListener(event, forward);
  };
}

contextBridge.exposeInMainWorld('easel', Object.freeze({ ...callMethods(), on }));
