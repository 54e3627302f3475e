/** Calls the system keychain in a separate process, because GLib connects to only one D-Bus per process. */
import { createInterface } from 'node:readline';
import { createGuardedKeychain, keytarVault } from '../../../main/connections/keychain/keychain.ts';

export interface Ask {
  readonly call: 'status' | 'get' | 'set' | 'remove';
  readonly args: readonly string[];
}

const keychain = createGuardedKeychain(keytarVault, { platform: 'linux' });

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
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  void answer(JSON.parse(line) as Ask).then((value) => process.stdout.write(`${JSON.stringify(value)}\n`));
});
