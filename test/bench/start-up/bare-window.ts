/** A main that only makes its window: what Node and the stub cost by themselves. */
import { BrowserWindow } from './electron-stub.ts';

void new BrowserWindow();
