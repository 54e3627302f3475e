import { ok } from '../../preload/contract/failure.ts';
import { endOf, unlogged } from '../activity/entries.ts';
import type { HealthWatch } from '../health/health.ts';
import type { Core } from '../ipc/core.ts';
import type { CallsOf, Implementations } from '../lib/implementation.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import type { Notes } from '../notes/notes.ts';
import { MadeLinks } from '../papers/tokens/made-links.ts';
import { pictureCalls, Pictures } from './pictures.ts';
import { Previews, type PreviewsOptions } from './previews.ts';
import { createVisits, type VisitsOptions } from './visits.ts';

export function openPreviews(
  core: Core,
  notes: Notes,
  health: HealthWatch,
  sharing: VisitsOptions['copies'],
  around: Pick<PreviewsOptions, 'apiOf' | 'appUrlOf' | 'mayChange' | 'connections' | 'savePicture'>,
) {
  const { store, signals, publish, activity, policy, preferences } = core;
  const links = new MadeLinks(core);
  const pictures = new Pictures({ ...core, table: store.pictures });
  const previews: Previews = new Previews({
    ...core,
    publish: (event, data) => {
      publish(event, data);
      if (event === 'previews.changed') void signals.roomsChanged.tell(previews.rooms());
    },
    ...around,
    pictures,
    keepLink: links.keep.bind(links),
    onBoardOpened: notes.boardPreviewed.bind(notes),
    onLeft: (receipt) => {
      publish('previews.left', receipt);
      void signals.visited.tell(receipt);
    },
    recordEnd: activity.write,
    onAppAnswer: (connectionId, failed) => health.tell(connectionId, 'app', failed),
  });
  const visits = createVisits({
    ...core,
    copies: sharing,
    isShared: async () => policy.requirePresence || (await preferences.read()).sharesPresence,
  });
  const sendVisits = (): void => void visits.send().catch(() => undefined);
  signals.roomsChanged.on((rooms) => visits.changed(rooms));
  signals.registerReady.on(sendVisits);
  signals.preferred.on(sendVisits);
  signals.onClose(() => visits.leaveAll());
  signals.locked.on(() => {
    visits.leaveAll();
    previews.leaveAll();
    pictures.drop();
    links.drop();
  });
  signals.preferred.on(({ keepPictures }) => pictures.preferred(keepPictures));
  signals.connectionsChanged.on(previews.connectionsChanged.bind(previews));
  signals.connectionGone.on((connectionId) => pictures.forget(connectionId).catch(() => undefined));
  const calls: Pick<Implementations, 'previews' | 'pictures' | 'links'> = {
    previews: previewCalls(previews),
    pictures: pictureCalls(pictures),
    links: {
      copy: { run: (args) => links.copy(args), log: unlogged },
      qrCode: { run: (args) => links.qrCode(args), log: unlogged },
      close: { run: (args) => ok(links.close(args)), log: unlogged },
    },
  };
  const teamwork: Pick<CallsOf<'teamwork'>, 'visits'> = {
    visits: { run: ({ connectionId }) => visits.list(connectionId) },
  };
  return { previews, pictures, calls, teamwork };
}

export function previewCalls(previews: Previews): CallsOf<'previews'> {
  return {
    open: {
      run: (args) => previews.open(args),
      log: ({ connectionId, target, displayName, reason, minutes }, result) => ({
        connectionId,
        action: result.ok ? 'visit-begun' : 'visit-failed',
        target: target.id,
        ...endOf(result, `Display name: ${cleanLine(displayName)}, for ${minutes} min`),
        reason,
      }),
    },
    liftShield: {
      ask: (args) => previews.shieldQuestion(args),
      run: (args, answered) => previews.liftShield(args, answered),
      // Not logged here, because a visit to a room writes its own entries to the activity log.
      log: unlogged,
    },
    raiseShield: { run: (args) => ok(previews.raiseShield(args)), log: unlogged },
    capture: { run: (args) => previews.capture(args), log: unlogged },
    focus: { run: (args) => ok(previews.keyboard.ask(args.previewId, args.entering)) },
    close: { run: (args) => previews.close(args), log: unlogged },
    copyLink: {
      run: (args) => previews.copyLink(args),
      log: ({ connectionId, target, displayName }, result) => ({
        connectionId,
        action: 'links-made',
        target: target.id,
        ...endOf(
          result,
          cleanLine(displayName) === '' ? 'Without a name' : `Person: ${cleanLine(displayName)}`,
        ),
      }),
    },
    copyBrowserLink: {
      run: (args) => previews.copyBrowserLink(args),
      log: ({ connectionId, target, displayName, reason }, result) => ({
        connectionId,
        action: 'link-copied',
        target: target.id,
        ...endOf(result, `Display name: ${cleanLine(displayName)}`),
        reason,
      }),
    },
  };
}
