/** A place on the paper. */
export type Place = readonly [x: number, y: number];

/** Distance between the points of a stroke, about what a hand gives. */
const STEP = 9;

/** Places along the way, at most a step apart; corners stay. */
export function walk(places: readonly Place[]): readonly Place[] {
  const walked: Place[] = [];
  for (const [index, place] of places.entries()) {
    const before = places[index - 1];
    if (before) {
      const count = Math.ceil(Math.hypot(place[0] - before[0], place[1] - before[1]) / STEP);
      for (let step = 1; step < count; step += 1) walked.push(between(before, place, step / count));
    }
    walked.push(place);
  }
  return walked;
}

/** How far along the way each place is. */
export function distances(places: readonly Place[]): readonly number[] {
  let travelled = 0;
  return places.map(([x, y], index) => {
    const [beforeX, beforeY] = places[index - 1] ?? [x, y];
    travelled += Math.hypot(x - beforeX, y - beforeY);
    return travelled;
  });
}

/** Places on a circle, from one angle to another; degrees, clockwise from the right. */
export function arc(x: number, y: number, radius: number, from: number, to: number): readonly Place[] {
  const parts = Math.max(4, Math.round((to - from) / 20));
  return Array.from({ length: parts + 1 }, (_, part): Place => {
    const angle = ((from + ((to - from) * part) / parts) * Math.PI) / 180;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
  });
}

function between(from: Place, to: Place, part: number): Place {
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/** A Catmull-Rom curve through the places, `parts` pieces between two of them. */
export function smooth(places: readonly Place[], parts = 8): readonly Place[] {
  const at = (index: number): Place => places[Math.min(places.length - 1, Math.max(0, index))] ?? [0, 0];
  const curve: Place[] = [at(0)];
  for (let index = 0; index < places.length - 1; index += 1) {
    const [p0, p1, p2, p3] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const along = (axis: 0 | 1, t: number): number =>
      0.5 *
      (2 * p1[axis] +
        (p2[axis] - p0[axis]) * t +
        (2 * p0[axis] - 5 * p1[axis] + 4 * p2[axis] - p3[axis]) * t ** 2 +
        (3 * p1[axis] - p0[axis] - 3 * p2[axis] + p3[axis]) * t ** 3);
    for (let part = 1; part <= parts; part += 1) curve.push([along(0, part / parts), along(1, part / parts)]);
  }
  return curve;
}
