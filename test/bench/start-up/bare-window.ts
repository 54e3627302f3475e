/** A main process that only creates a window: the startup time of Node and the Electron stub alone. */
import { BrowserWindow } from './electron-stub.ts';

void new BrowserWindow();
