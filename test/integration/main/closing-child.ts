/** Starts Easel's main process with an API key in memory, then closes Easel. The process must then end. */
import { draftFor, startServices } from '../../support/services.ts';

const services = await startServices();
const draft = draftFor('https://service.invalid', 'sk_close-0123456789-abcdefghij', { sessionOnly: true });
const saved = await services.call('connections.save', draft);
await services.close();
process.stdout.write(saved.ok ? 'closed' : saved.error.code);
