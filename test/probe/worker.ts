/** Test worker that reports the URL from which it was loaded. */
import { parentPort } from 'node:worker_threads';

parentPort?.postMessage(import.meta.url);
