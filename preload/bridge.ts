/** Builds `window.easel`: frozen, closed functions, one per call. The only user of ipcRenderer. */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Press } from './contract/call.ts';
import type { CallName } from './contract/contract.ts';
import type { EventName } from './contract/events.ts';

/** Put in by the build, so that the contract and its schemas stay out of the page's process. */
declare const CALL_NAMES: readonly CallName[];
declare const EVENT_NAMES: readonly EventName[];

type Listener = (data: unknown) => void;
type Method = (args: unknown) => Promise<unknown>;

const page = crypto.randomUUID();
let presses = 0;
let pressedAt = 0;

/**
 * Numbers the presses of a person. Clicks are none: a script makes a trusted one by clicking a label. The tools of people
 * who can't use a mouse send a pointer event before theirs.
 */
function pressed(event: Event): void {
  if (!event.isTrusted || (event.type === 'keydown' && !isPress(event))) return;
  presses += 1;
  pressedAt = event.timeStamp;
}

type KeyPress = Partial<KeyboardEvent>;

/**
 * Whether a pressed key means something: a page must not collect presses while a person types, or moves by Tab and arrows.
 * In a text field that is Enter alone, because all other keys edit.
 */
function isPress(event: KeyPress): boolean {
  const { key = '', repeat, isComposing } = event;
  if (repeat === true || isComposing === true) return false;
  if (key === 'Enter') return true;
  // Within shadow trees, the path begins at the element that has the focus.
  if (isTextField(event.composedPath?.()[0] ?? event.target)) return false;
  return /^(?: |Delete|Backspace|F\d{1,2})$/u.test(key) || isChord(event);
}

/** A character together with Ctrl, Alt or ⌘. AltGr, and the Mac's ⌥, type characters. */
function isChord(event: KeyPress): boolean {
  const { key = '', ctrlKey, altKey, metaKey } = event;
  if ([...key].length !== 1 || event.getModifierState?.('AltGraph') === true) return false;
  return ctrlKey === true || metaKey === true || (altKey === true && !navigator.platform.startsWith('Mac'));
}

/** Inputs that nothing is typed into. */
const NO_TEXT = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/u;

function isTextField(target: EventTarget | null | undefined): boolean {
  const { tagName, type = '', isContentEditable } = (target ?? {}) as Partial<HTMLInputElement>;
  if (tagName === 'INPUT') return !NO_TEXT.test(type);
  return tagName === 'TEXTAREA' || isContentEditable === true;
}

/** What was pressed long is let go of late. */
function released(event: Event): void {
  if (event.isTrusted) pressedAt = event.timeStamp;
}

// First of all listeners: nothing of the page's can keep an event from these.
for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, pressed, { capture: true });
window.addEventListener('pointerup', released, { capture: true });

/** Where a dropped file is, main learns from here; the page, which sees the file itself, never does. A drop is no press. */
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
