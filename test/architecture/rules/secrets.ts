/** Keys, tokens and what could spill them. */
import { calls, except, files, identifiers, imports, inMain, inProduct, names, type Rule } from '../rule.ts';

export const SECRET_RULES: readonly Rule[] = [
  imports(
    {
      name: 'one-keytar-importer',
      why: 'keytar needs one queue, a deadline and reading back; one file gives it that.',
      applies: inProduct,
      onlyIn: files('main/keychain/keytar-keychain.ts'),
    },
    (module) => module === 'keytar' || module === '@github/keytar',
  ),
  identifiers(
    {
      name: 'no-credential-search',
      why: 'findCredentials and findPassword crash the process on a locked or odd keyring.',
      applies: (path) => inProduct(path) || path.startsWith('test/support/'),
    },
    ['findCredentials', 'findPassword'],
  ),
  calls(
    {
      name: 'keys-read-in-few-places',
      why: 'A key is read where it is put on a request, kept, sealed, or told to the log; authorize.ts alone sends it.',
      applies: except(
        inProduct,
        'main/service/authorize.ts',
        'main/connections/keychain-items.ts',
        'main/connections/key-cache.ts',
        'main/transfer/sealed-keys.ts',
        'main/compose.ts',
      ),
    },
    ['.reveal'],
  ),
  names(
    {
      name: 'no-other-vault',
      why: 'The keychain is the one vault: no key in a file, not even encrypted.',
      applies: inProduct,
    },
    ['safeStorage'],
  ),
  identifiers({ name: 'no-console', why: 'main/log redacts; the console does not.', applies: inProduct }, [
    'console',
  ]),
  calls(
    {
      name: 'no-guessable-numbers',
      why: 'Grants and ids come from node:crypto; jitter and rehearsals may be guessed.',
      applies: except(inMain, 'main/practice/', 'main/service/'),
    },
    ['Math.random'],
  ),
];
