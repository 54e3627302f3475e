/** Lists all items of Easel in an unlocked keyring, after the writing process was killed. */
// Safe only because the keyring is unlocked, so that no dialog can appear.
import keytar from 'keytar';

process.on('message', ({ at }: { readonly at: number }) => {
  void keytar.findCredentials('Easel').then((items) => process.send?.({ at, items }));
});
