/** A main process that only creates a window. Its start shows the cost of Node and of the Electron stub. */
import { BrowserWindow } from './electron-stub.ts';

void new BrowserWindow();
