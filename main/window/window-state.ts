/** The window's last bounds, if they are still on a screen. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowState {
  readonly bounds: Bounds | null;
  readonly maximized: boolean;
}

const NONE: WindowState = { bounds: null, maximized: false };

/** How much of the title bar must be on a screen so that the pointer can drag it, in px. */
const REACHABLE = 100;
/** No desktop is larger, in px: beyond it, a number comes from a damaged file. */
const FARTHEST = 65_535;

/** Reads the bounds; null if they are missing, damaged or off-screen. */
export function readWindowState(file: string, screens: readonly Bounds[]): WindowState {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const bounds = readBounds(state['bounds']);
    if (bounds === null || !screens.some((screen) => isReachable(bounds, screen))) return NONE;
    return { bounds, maximized: state['maximized'] === true };
  } catch {
    return NONE;
  }
}

/** Writes the bounds atomically. A failure must not keep the window open. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch {
    // The next start uses the default bounds.
  }
}

/** Takes only the four numbers: the result becomes options of the window. */
function readBounds(value: unknown): Bounds | null {
  if (typeof value !== 'object' || value === null) return null;
  const { x, y, width, height } = value as Record<string, unknown>;
  if (!isPlace(x) || !isPlace(y) || !isPlace(width) || !isPlace(height)) return null;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= FARTHEST;
}

function isReachable(window: Bounds, screen: Bounds): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  return across >= REACHABLE && window.y >= screen.y - 8 && window.y < screen.y + screen.height - 30;
}
