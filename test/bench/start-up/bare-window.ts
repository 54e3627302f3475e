/** A main process that only creates a window, to measure the start of Node and the Electron stub without Easel. */
import { BrowserWindow } from './electron-stub.ts';

void new BrowserWindow();
