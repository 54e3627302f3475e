/** Every item of Easel in a keyring, for who has just killed a process that wrote there. Answers one line a line. */
import { createInterface } from 'node:readline';
// Allowed here alone: the keyring is open, and nobody but the test can dismiss a question of it.
import keytar from 'keytar';

createInterface({ input: process.stdin }).on('line', () => {
  void keytar.findCredentials('Easel').then((items) => process.stdout.write(`${JSON.stringify(items)}\n`));
});
