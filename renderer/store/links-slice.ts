/** Join links: copying them, and clearing them from the clipboard. */
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
    /** When main clears the copied link, epoch ms; null if none is on the clipboard. */
    clipboardClearsAt: null as number | null,
    clearClipboard: () => attempt(bridge.app.clearClipboard({})),

    copyJoinLink: async (identifier: string, displayName: string): Promise<Result<LinkCopied>> => {
      const connectionId = given(get().papersOf);
      const result = await bridge.previews.copyLink({ connectionId, identifier, displayName });
      if (result.ok && get().dialog?.kind !== 'copy-link') {
        const name = result.value.displayName;
        get().announce(`Join link${name === '' ? '' : ` for ${name}`} copied`, 'copied');
      }
      return result;
    },

    copyMadeLink: ({ linkId, as }: ArgsOf<'links.copy'>) =>
      attempt(bridge.links.copy({ linkId, as }), () => get().announce(`Copied the ${MADE[as]}.`, 'copied')),
    snippetsOf: (of: Omit<ArgsOf<'snippets.of'>, 'connectionId'>) =>
      bridge.snippets.of({ connectionId: given(get().currentId), ...of }),
    qrCodeOf: (linkId: string) => bridge.links.qrCode({ linkId }),
    closeMadeLink: (linkId: string) => void bridge.links.close({ linkId }),
  };
}
