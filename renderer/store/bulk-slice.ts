import type { RoomTarget } from '../../preload/contract/call.ts';
import type { ArgsOf, ValueOf } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { LinkCopied } from '../../preload/contract/papers.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { counted } from '../lib/format.ts';
import { exportedSentence } from './board-export-slice.ts';
import { failureOf } from './calls.ts';
import type { SliceContext } from './store.ts';

export type NameTable = NonNullable<ValueOf<'jobs.readNames'>>;

/** Papers of a class pack: a new paper for all people, a new paper per person, an existing paper, or no join links. */
export type PackPapers = 'shared' | 'each' | 'existing' | 'plain';

const MADE = { link: 'Join link', token: 'Access token' } as const;

export function createBulkSlice({ bridge, set, get, attempt, saved, save, here }: SliceContext) {
  bridge.on('clipboard.changed', ({ clearsAt, cleared, what }) => {
    set({ clipboardClearsAt: clearsAt, copiedSecret: what ?? 'link' });
    if (cleared) get().announce(`The copied ${what ?? 'link'} was cleared from the clipboard.`, 'note');
  });

  const queue = (call: Promise<Result<Job>>) => failureOf(call, () => get().setJobsOpen(true));

  return {
    createManyBoards: (count: number, label: string, tags: readonly string[]) =>
      queue(bridge.jobs.createBoards({ connectionId: here(), count, label, tags })),
    createManyPapers: (names: readonly string[], templateId: string | null) =>
      queue(bridge.jobs.createPapers({ connectionId: here(), names, templateId })),
    makeLinks: (identifier: string, names: readonly string[]) =>
      queue(bridge.jobs.mintLinks({ connectionId: here(), identifier, names })),
    makePack: (pack: Omit<ArgsOf<'jobs.createPack'>, 'connectionId'>) =>
      queue(bridge.jobs.createPack({ connectionId: here(), ...pack })),
    /** Opens the dialog that adds people to a class pack. A new job creates their links. Earlier links stay valid. */
    addPeople: async ({ about: identifier, connectionId, kind, pattern, templateId }: Job) => {
      await get().go({ kind: 'connection', id: connectionId });
      // Does nothing if the user stays on another connection or screen, for example to keep unsaved changes.
      const isThere = (): boolean => get().currentId === connectionId;
      if (!isThere() || (await get().openList('paper')) === null || !isThere()) return;
      get().openDialog({
        kind: 'class-pack',
        ...(kind === 'mint-links'
          ? { templateId: identifier, packPapers: 'existing' }
          : { templateId, pattern, packPapers: 'each' }),
      });
    },
    readNameTable: () => bridge.jobs.readNames({}),

    readJobItems: (args: ArgsOf<'jobs.items'>) => bridge.jobs.items(args),
    saveJobItems: (jobId: string, format: ArgsOf<'jobs.saveItems'>['format']) =>
      saved(bridge.jobs.saveItems({ jobId, format }), (file) => exportedSentence(file, 'result')),

    copyJobLinks: (jobId: string) =>
      attempt(bridge.jobs.copyLinks({ jobId }), ({ links }) =>
        get().announce(`${counted(links, 'join link')} copied with names.`, 'copied'),
      ),
    copyJobLink: (jobId: string, index: number) =>
      attempt(bridge.jobs.copyLink({ jobId, index }), ({ name }) =>
        get().announce(`Join link for ${name} copied.`, 'copied'),
      ),
    copyMailText: (jobId: string, text: string) =>
      failureOf(bridge.jobs.copyMail({ jobId, text }), ({ links }) =>
        get().announce(`Email text for ${counted(links, 'person', 'people')} copied.`, 'copied'),
      ),
    saveJobLinks: (jobId: string) =>
      save(bridge.jobs.saveLinks({ jobId }), (file) => exportedSentence(file, 'join link')),
    saveQrSheet: (jobId: string, size: 'A4' | 'Letter') =>
      failureOf(saved(bridge.jobs.saveQrSheet({ jobId, size }), (file) => exportedSentence(file, 'QR code'))),

    openPlan: () =>
      failureOf(bridge.plans.open({ connectionId: here(), fields: get().boardRows.fields }), (review) => {
        if (review !== null) get().openDialog({ kind: 'run-plan', review });
      }),
    savePlan: (reviewId: string, note: string, validDays: number) =>
      bridge.plans.save({ reviewId, note, validDays }),

    clipboardClearsAt: null as number | null,
    copiedSecret: 'link' as 'link' | 'key',
    clearClipboard: () => attempt(bridge.app.clearClipboard({})),

    copyJoinLink: async (target: RoomTarget, displayName: string): Promise<Result<LinkCopied>> => {
      const { dialog } = get();
      const result = await bridge.previews.copyLink({ connectionId: here(), target, displayName });
      // If the user closed the dialog during the call, the link is in the clipboard anyway, so a toast says so.
      if (result.ok && get().dialog !== dialog) {
        const name = result.value.displayName;
        get().announce(`Join link${name === '' ? '' : ` for ${name}`} copied.`, 'copied');
      }
      return result;
    },

    copyMadeLink: ({ linkId, as }: ArgsOf<'links.copy'>) =>
      attempt(bridge.links.copy({ linkId, as }), () => get().announce(`${MADE[as]} copied.`, 'copied')),
    snippetsOf: (of: Omit<ArgsOf<'snippets.of'>, 'connectionId'>) =>
      bridge.snippets.of({ connectionId: here(), ...of }),
    qrCodeOf: (linkId: string) => bridge.links.qrCode({ linkId }),
    closeMadeLink: (linkId: string) => void bridge.links.close({ linkId }),
  };
}
