/** Every item of Easel in a keyring, for who has just killed a process that wrote there. */
// Allowed here alone: the keyring is open, and nobody but the test can dismiss a question of it.
import keytar from 'keytar';

process.on('message', ({ at }: { readonly at: number }) => {
  void keytar.findCredentials('Easel').then((items) => process.send?.({ at, items }));
});
