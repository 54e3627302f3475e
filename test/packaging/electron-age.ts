/** Checks offline that the Electron version is recent, because old versions have known vulnerabilities. */

/** Dates from `npm view electron time`. Update them together with the Electron version. */
export const ELECTRON = { version: '45.4.1', released: '2026-11-19', majorReleased: '2026-10-21' } as const;

const DAY_MS = 24 * 60 * 60_000;
const MOST_DAYS = 30;
/** Support period of a major version, as Electron supports the latest three and publishes one every eight weeks. */
const SUPPORTED_DAYS = 3 * 8 * 7;

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
