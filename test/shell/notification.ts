/**
 * `Notification`: shows nothing, and keeps what it would have shown.
 */
import { EventEmitter } from 'node:events';

type Options = { readonly title?: string; readonly body?: string };

export class Notification extends EventEmitter {
  /** What was shown, oldest first: specs read it here, and click with `emit('click')`. */
  static readonly shown: Notification[] = [];
  static isSupported(): boolean {
    return true;
  }

  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: Options = {}) {
    super();
    this.title = title;
    this.body = body;
  }
  show(): void {
    Notification.shown.push(this);
    this.emit('show');
  }
  close(): void {
    this.emit('close');
  }
}
