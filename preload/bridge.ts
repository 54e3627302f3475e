/** Exposes `window.easel` to the page, with one frozen function per IPC call. No other module uses `ipcRenderer`. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Press } from './contract/call.ts';
import type { CallName } from './contract/contract.ts';
import type { EventName } from './contract/events.ts';

/** Names of the IPC calls and events. The build inserts them, so that the preload script loads no valibot schemas. */
declare const CALL_NAMES: readonly CallName[];
declare const EVENT_NAMES: readonly EventName[];

type Listener = (data: unknown) => void;
type Method = (args: unknown) => Promise<unknown>;

const page = crypto.randomUUID();
let presses = 0;
let pressedAt = 0;

/** Counts key and pointer presses as the user's consent. Ignores click events, because scripts can cause them. */
function pressed(event: Event): void {
  if (!event.isTrusted || (event.type === 'keydown' && !isPress(event))) return;
  presses += 1;
  pressedAt = event.timeStamp;
}

type KeyPress = Partial<KeyboardEvent>;

/** True for a key press that counts as consent, such as Enter. Typed text, Tab and arrow keys are not consent. */
function isPress(event: KeyPress): boolean {
  const { key = '', repeat, isComposing } = event;
  if (repeat === true || isComposing === true) return false;
  if (key === 'Enter') return true;
  // Reads `composedPath`, because `target` hides the focused element inside a shadow tree.
  if (isTextField(event.composedPath?.()[0] ?? event.target)) return isChord(event, true);
  return /^(?: |Delete|Backspace|F\d{1,2})$/u.test(key) || isChord(event, false);
}

/**
 * True for a keyboard shortcut with Ctrl, Alt or ⌘. AltGr and (on macOS) ⌥ do not count, because they type text. In a
 * text field, only Ctrl (on macOS ⌘) counts, and not with the letters that copy, paste, select or undo.
 */
function isChord(event: KeyPress, inText: boolean): boolean {
  const { key = '', ctrlKey, altKey, metaKey } = event;
  if ([...key].length !== 1 || event.getModifierState?.('AltGraph') === true) return false;
  const isMac = navigator.platform.startsWith('Mac');
  if (inText) return (isMac ? metaKey : ctrlKey) === true && !/^[ acvxyz]$/iu.test(key);
  return ctrlKey === true || metaKey === true || (altKey === true && !isMac);
}

const NO_TEXT = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/u;

function isTextField(target: EventTarget | null | undefined): boolean {
  const { tagName, type = '', isContentEditable } = (target ?? {}) as Partial<HTMLInputElement>;
  if (tagName === 'INPUT') return !NO_TEXT.test(type);
  return tagName === 'TEXTAREA' || isContentEditable === true;
}

/** Restarts the age of a pointer press when the pointer is released. Main rejects presses that are too old. */
function released(event: Event): void {
  if (event.isTrusted) pressedAt = event.timeStamp;
}

// Registers these listeners before any listener of the page, so that the page's code can't block the events.
for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, pressed, { capture: true });
window.addEventListener('pointerup', released, { capture: true });

/** Sends a dropped file's path to main, not to the page. Dropping a file does not count as consent to a call. */
function dropped({ isTrusted, dataTransfer }: DragEvent): void {
  const [file, another] = dataTransfer?.files ?? [];
  if (isTrusted && file !== undefined && another === undefined)
    void ipcRenderer.invoke('dropped', webUtils.getPathForFile(file));
}
window.addEventListener('drop', dropped, { capture: true });

function callMethods(): Readonly<Record<string, Readonly<Record<string, Method>>>> {
  const groups: Record<string, Record<string, Method>> = {};
  for (const name of CALL_NAMES) {
    const [group, method] = name.split('.') as [string, string];
    groups[group] ??= {};
    groups[group][method] = (args) => {
      const press: Press = { page, number: presses, msAgo: performance.now() - pressedAt };
      return ipcRenderer.invoke('call', name, args, press);
    };
  }
  for (const group of Object.values(groups)) Object.freeze(group);
  return groups;
}

const known: ReadonlySet<string> = new Set(EVENT_NAMES);

function on(event: EventName, listener: Listener): () => void {
  if (!known.has(event)) throw new TypeError('unknown event');
  const forward = (_event: unknown, data: unknown): void => listener(data);
  ipcRenderer.on(event, forward);
  return () => {
    ipcRenderer.removeListener(event, forward);
  };
}

contextBridge.exposeInMainWorld('easel', Object.freeze({ ...callMethods(), on }));
