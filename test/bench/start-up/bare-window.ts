/** A main that only creates its window: the cost of Node and the stub. */
import { BrowserWindow } from './electron-stub.ts';

void new BrowserWindow();
