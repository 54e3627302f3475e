// Use only with an unlocked keyring. A locked keyring would show a dialog.
import keytar from 'keytar';

process.on('message', ({ at }: { readonly at: number }) => {
  void keytar.findCredentials('Easel').then((items) => process.send?.({ at, items }));
});
