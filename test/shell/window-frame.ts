/**
 * A window's bounds and states. They are kept as facts: there is no window manager behind them.
 */
import { EventEmitter } from 'node:events';
import { shellEvent } from './events.ts';

export type Rectangle = { x: number; y: number; width: number; height: number };

type State = 'normal' | 'maximized' | 'minimized';

export abstract class WindowFrame extends EventEmitter {
  #bounds: Rectangle;
  #normal: Rectangle;
  #minimum: readonly [number, number];
  #state: State = 'normal';

  constructor(options: Partial<Rectangle> & { readonly minWidth?: number; readonly minHeight?: number }) {
    super();
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#normal = { ...this.#bounds };
    this.#minimum = [options.minWidth ?? 0, options.minHeight ?? 0];
  }

  protected abstract resizeContents(width: number, height: number): void;

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }
  getNormalBounds(): Rectangle {
    return { ...this.#normal };
  }
  setBounds(change: Partial<Rectangle>): void {
    const [minWidth, minHeight] = this.#minimum;
    const next = { ...this.#bounds, ...change };
    next.width = Math.max(next.width, minWidth);
    next.height = Math.max(next.height, minHeight);
    const moved = next.x !== this.#bounds.x || next.y !== this.#bounds.y;
    const resized = next.width !== this.#bounds.width || next.height !== this.#bounds.height;
    this.#bounds = next;
    if (this.#state === 'normal') this.#normal = { ...next };
    if (resized) {
      this.resizeContents(next.width, next.height);
      this.emit('resize', shellEvent());
      this.emit('resized', shellEvent());
    }
    if (moved) {
      this.emit('move', shellEvent());
      this.emit('moved', shellEvent());
    }
  }

  #setState(state: State, event: string): void {
    if (this.#state === state) return;
    this.#state = state;
    this.emit(event, shellEvent());
  }
  maximize(): void {
    this.#setState('maximized', 'maximize');
  }
  isMaximized(): boolean {
    return this.#state === 'maximized';
  }
  minimize(): void {
    this.#setState('minimized', 'minimize');
  }
  restore(): void {
    this.#setState('normal', 'restore');
  }
  isMinimized(): boolean {
    return this.#state === 'minimized';
  }
}
