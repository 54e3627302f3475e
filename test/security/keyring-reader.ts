/** Lists all of Easel's items in an unlocked keyring, after the process that wrote them was killed. */
// Safe only because the keyring is unlocked, so that no dialog can appear.
import keytar from 'keytar';

process.on('message', ({ at }: { readonly at: number }) => {
  void keytar.findCredentials('Easel').then((items) => process.send?.({ at, items }));
});
