/** Worker that reports the URL it was loaded from. */
import { parentPort } from 'node:worker_threads';

parentPort?.postMessage(import.meta.url);
