/** Starts main with a key that is kept for this session, and closes it: what ends this process then is nothing but its own end. */
import { draftFor, startServices } from '../../support/services.ts';

const services = await startServices();
const draft = draftFor('https://service.invalid', 'sk_close-0123456789-abcdefghij', { sessionOnly: true });
const saved = await services.call('connections.save', draft);
await services.close();
process.stdout.write(saved.ok ? 'closed' : saved.error.code);
