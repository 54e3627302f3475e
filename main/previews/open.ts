/** Opens live previews, their pictures and join links. */
import type { HealthWatch } from '../health/health.ts';
import { tell } from '../health/health.ts';
import type { Core } from '../ipc/core.ts';
import type { Implementations } from '../lib/implementation.ts';
import type { Notes } from '../notes/notes.ts';
import { MadeLinks } from '../papers/tokens/made-links.ts';
import { linkCalls, previewCalls } from './calls.ts';
import { pictureCalls, Pictures } from './pictures.ts';
import { Previews, type PreviewsOptions } from './previews.ts';

export interface PreviewsModule {
  readonly previews: Previews;
  readonly pictures: Pictures;
  readonly calls: Pick<Implementations, 'previews' | 'pictures' | 'links'>;
}

export function openPreviews(
  core: Core,
  notes: Notes,
  health: HealthWatch,
  around: Pick<PreviewsOptions, 'apiOf' | 'appUrlOf' | 'mayChange' | 'connections' | 'savePicture'>,
): PreviewsModule {
  const { store, signals, publish, policy, preferences, activity, recordOf, now } = core;
  const links = new MadeLinks(core);
  const pictures = new Pictures({
    table: store.pictures,
    policy,
    preferences,
    isKnown: async (connectionId) => (await recordOf(connectionId)).ok,
    onChange: (change) => publish('pictures.changed', change),
    now,
  });
  const previews = new Previews({
    ...core,
    ...around,
    pictures,
    keepLink: links.keep.bind(links),
    onChange: (state) => publish('previews.changed', state),
    onFocusBack: (event) => publish('previews.focusBack', event),
    onBoardOpened: notes.boardPreviewed.bind(notes),
    onEnding: (event) => publish('previews.ending', event),
    onLeft: (receipt) => {
      publish('previews.left', receipt);
      void signals.visited.tell(receipt);
    },
    record: activity.record,
    recordEnd: activity.write,
    onAppAnswer: (connectionId, failed) => tell(health.observer(connectionId), 'app', failed),
  });
  signals.locked.on(() => {
    previews.leaveAll();
    pictures.drop();
    links.drop();
  });
  signals.preferred.on(({ keepPictures }) => pictures.preferred(keepPictures));
  signals.connectionsChanged.on(previews.connectionsChanged.bind(previews));
  signals.connectionGone.on((connectionId) => pictures.forget(connectionId).catch(() => undefined));
  return {
    previews,
    pictures,
    calls: {
      previews: previewCalls(previews),
      pictures: pictureCalls(pictures),
      links: linkCalls(links),
    },
  };
}
