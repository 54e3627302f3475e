/** Tells the main window what has changed. */
import type { BrowserWindow } from 'electron';
import type { EventName, Events } from '../../preload/contract/events.ts';

export type Publish = <E extends EventName>(event: E, data: Events[E]) => void;

/**
 * Makes the publisher. Without a window, or while one closes, events are dropped: a new page loads the state itself.
 */
export function createPublish(mainWindow: () => BrowserWindow | null): Publish {
  return (event, data) => {
    const window = mainWindow();
    if (window !== null && !window.isDestroyed()) window.webContents.send(event, data);
  };
}
