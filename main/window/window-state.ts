/** Where the window was last time, if that place is still on a screen. */
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

/** How much of the title bar must be on a screen for the window to be caught with the pointer, in px. */
const REACHABLE = 100;

/** Reads the state; a missing, damaged or off-screen one is none. */
export function readWindowState(file: string, screens: readonly Bounds[]): WindowState {
  try {
    const { bounds, maximized } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (!isBounds(bounds) || !screens.some((screen) => isReachable(bounds, screen))) return NONE;
    return { bounds, maximized: maximized === true };
  } catch {
    return NONE;
  }
}

/** Writes the state so that a crash in between leaves the old one. */
export function writeWindowState(file: string, state: WindowState): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

function isBounds(value: unknown): value is Bounds {
  if (typeof value !== 'object' || value === null) return false;
  const { x, y, width, height } = value as Record<string, unknown>;
  return [x, y, width, height].every(Number.isSafeInteger) && (width as number) > 0 && (height as number) > 0;
}

function isReachable(window: Bounds, screen: Bounds): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  return across >= REACHABLE && window.y >= screen.y - 8 && window.y < screen.y + screen.height - 30;
}
