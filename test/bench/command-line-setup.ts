/** Easel's main in a process of its own: saves a connection whose key the keychain keeps, for the command line to find. */
import { draftFor } from '../support/services.ts';
import { startBenchServices } from './bench-services.ts';

const [origin = '', userData = ''] = process.argv.slice(2);
const services = await startBenchServices(userData);
await services.must('connections.save', draftFor(origin, 'a-key-for-the-benchmark', { sessionOnly: false }));
await services.close();
process.stdout.write('{}');
// Timers that Easel leaves to the end of its process would hold this one up.
process.exit(0);
