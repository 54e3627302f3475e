// Use this script only with an unlocked keyring, because a locked one would show a password prompt.
import keytar from 'keytar';

process.on('message', ({ at }: { readonly at: number }) => {
  void keytar.findCredentials('Easel').then((items) => process.send?.({ at, items }));
});
