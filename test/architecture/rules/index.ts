/** All rules of the scan. */
import type { Rule, TextRule } from '../rule.ts';
import { ELECTRON_RULES } from './electron.ts';
import { HTML_RULES } from './html.ts';
import { IPC_RULES } from './ipc.ts';
import { NETWORK_RULES } from './network.ts';
import { PAGE_RULES } from './page.ts';
import { PROCESS_RULES } from './process.ts';
import { SECRET_RULES } from './secrets.ts';
import { WEBVIEW_RULES } from './webview.ts';

export const RULES: readonly Rule[] = [
  ...ELECTRON_RULES,
  ...IPC_RULES,
  ...NETWORK_RULES,
  ...PAGE_RULES,
  ...PROCESS_RULES,
  ...SECRET_RULES,
  ...WEBVIEW_RULES,
];

export const TEXT_RULES: readonly TextRule[] = HTML_RULES;
