/** Electron must be current: it brings Chromium, whose faults become public. From facts that stand here, for tests ask no network. */

/**
 * The Electron of package.json. `released` is its own day, `majorReleased` that of its first version; both stand in
 * `npm view electron time`. A new Electron is entered here too; a test compares the version.
 */
export const ELECTRON = { version: '45.4.1', released: '2026-11-19', majorReleased: '2026-10-21' } as const;

const DAY_MS = 24 * 60 * 60_000;
const MOST_DAYS = 30;
/** Electron keeps up its latest three majors, and a new one comes every eight weeks. */
const SUPPORTED_DAYS = 3 * 8 * 7;

/** What is wrong with Electron's age on a day, one sentence each; none while it is current. */
export const electronAge = (
  now: Date,
  { version, released, majorReleased }: { readonly [key in keyof typeof ELECTRON]: string } = ELECTRON,
): readonly string[] => {
  const days = (since: string): number => Math.floor((now.getTime() - Date.parse(since)) / DAY_MS);
  return [
    ...(days(released) > MOST_DAYS
      ? [`Electron ${version} is ${days(released)} days old; a release takes one of at most ${MOST_DAYS}.`]
      : []),
    ...(days(majorReleased) > SUPPORTED_DAYS
      ? [`Electron ${version.split('.')[0]} is no longer among the latest three, which get security fixes.`]
      : []),
  ];
};
