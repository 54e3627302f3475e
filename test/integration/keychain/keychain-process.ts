/**
 * The system keychain in a process of its own, for GLib connects once per process and to what the environment says.
 * Started by keychain.test.ts with a keyring's environment; answers one JSON line for each that comes.
 */
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createKeytarKeychain } from '../../../main/connections/keychain/keychain.ts';

export interface Ask {
  readonly id: number;
  readonly call: 'status' | 'get' | 'set' | 'remove' | 'disk';
  readonly args: readonly string[];
}

const keychain = createKeytarKeychain({ platform: 'linux' });

async function answer({ call, args }: Ask): Promise<unknown> {
  const [account = '', secret = ''] = args;
  switch (call) {
    case 'status':
      return keychain.status();
    case 'get':
      return keychain.get(account);
    case 'set':
      return keychain.set(account, secret);
    case 'remove':
      return keychain.remove(account);
    case 'disk':
      await stat(import.meta.filename);
      return 'answered';
    default:
      throw new Error('unknown call');
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const ask = JSON.parse(line) as Ask;
  void answer(ask).then((value) => process.stdout.write(`${JSON.stringify({ id: ask.id, value })}\n`));
});
