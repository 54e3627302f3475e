/** What the system does with an update: shows its verified file, and opens the address that it comes from. */
import { shell } from 'electron';
import type { HandOver } from './updates.ts';

export const handOver: HandOver = {
  show: (file) => shell.showItemInFolder(file),
  open: (address) => shell.openExternal(address),
};
