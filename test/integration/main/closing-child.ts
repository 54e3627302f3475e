/** Starts main with a key that is kept for this session, and closes it: what ends this process then is nothing but its own end. */
import { draftFor, startHouse } from '../../support/house.ts';

const house = await startHouse();
const draft = draftFor('https://service.invalid', 'sk_close-0123456789-abcdefghij', { sessionOnly: true });
const saved = await house.call('connections.save', draft);
await house.close();
process.stdout.write(saved.ok ? 'closed' : saved.error.code);
