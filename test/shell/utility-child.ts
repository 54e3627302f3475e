/**
 * Loaded by `--require` into a utility process: gives it `process.parentPort`.
 */
import { EventEmitter } from 'node:events';
import { isMainThread } from 'node:worker_threads';

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message);
  }
  start(): void {}
}

if (isMainThread && process.send) {
  const parentPort = new ParentPort();
  process.on('message', (message: { readonly data: unknown }) => {
    parentPort.emit('message', { data: message.data, ports: [] });
  });
  Object.defineProperty(process, 'parentPort', { value: parentPort, enumerable: true });
  Object.defineProperty(process, 'type', { value: 'utility', enumerable: true });
}
