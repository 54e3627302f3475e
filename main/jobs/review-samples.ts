/** Picks a few boards that stand for all of them: the oldest, the newest, and some evenly in between. */

const MOST_SAMPLES = 12;

/**
 * The places of at most 12, the oldest first, those of unknown age last.
 *
 * `moments`: when each was made, epoch ms; null for not known.
 */
export function pickSamples(moments: readonly (number | null)[]): readonly number[] {
  if (moments.length === 0) return [];
  const dated: { readonly place: number; readonly moment: number }[] = [];
  const undated: number[] = [];
  for (const [place, moment] of moments.entries()) {
    if (moment === null) undated.push(place);
    else dated.push({ place, moment });
  }
  dated.sort((one, other) => one.moment - other.moment);
  const share = Math.round((MOST_SAMPLES * undated.length) / moments.length);
  // Both kinds are shown where there are both, and of the dated ones both ends.
  const fair = Math.min(Math.max(share, 1), MOST_SAMPLES - 2);
  const ofUndated = Math.min(undated.length, Math.max(fair, MOST_SAMPLES - dated.length));
  return [
    ...evenly(dated, MOST_SAMPLES - ofUndated).map(({ place }) => place),
    ...evenly(undated, ofUndated),
  ];
}

/** At most so many, the first and the last among them. */
function evenly<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const step = (all.length - 1) / Math.max(most - 1, 1);
  return Array.from({ length: most }, (_, index) => Math.round(index * step)).flatMap((place) =>
    all.slice(place, place + 1),
  );
}
