/** Join links: made for one person, copied in several forms by main, and gone from the clipboard after a while. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { LinkCopied } from '../../preload/contract/papers.ts';
import type { Result } from '../../preload/contract/failure.ts';
import { given } from './calls.ts';
import type { SliceContext } from './store.ts';

const MADE = { link: 'join link', token: 'access token', embed: 'embed snippet' } as const;

export function createLinksSlice({ bridge, set, get, attempt }: SliceContext) {
  bridge.on('clipboard.changed', ({ clearsAt, cleared }) => {
    set({ clipboardClearsAt: clearsAt });
    if (cleared) get().announce('The copied link has left the clipboard.', 'note');
  });

  return {
    /** When a copied link leaves the clipboard, epoch ms; null while none waits there. */
    clipboardClearsAt: null as number | null,
    /** Takes a copied link off the clipboard now, if it is still there. */
    clearClipboard: () => attempt(bridge.app.clearClipboard({})),

    copyJoinLink: async (identifier: string, displayName: string): Promise<Result<LinkCopied>> => {
      const connectionId = given(get().papersOf);
      const result = await bridge.previews.copyLink({ connectionId, identifier, displayName });
      // Its own dialog says it already.
      if (result.ok && get().dialog?.kind !== 'copy-link') {
        const name = result.value.displayName;
        get().announce(`Join link${name === '' ? '' : ` for ${name}`} copied`, 'copied');
      }
      return result;
    },

    copyMadeLink: ({ linkId, as }: ArgsOf<'links.copy'>) =>
      attempt(bridge.links.copy({ linkId, as }), () => get().announce(`Copied the ${MADE[as]}.`, 'copied')),
    /** Code for an operation at the connection in front, in every language. */
    snippetsOf: (of: Omit<ArgsOf<'snippets.of'>, 'connectionId'>) =>
      bridge.snippets.of({ connectionId: given(get().currentId), ...of }),
    qrCodeOf: (linkId: string) => bridge.links.qrCode({ linkId }),
    closeMadeLink: (linkId: string) => void bridge.links.close({ linkId }),
  };
}
