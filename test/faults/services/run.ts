/** Plays many generated services, several at a time beside one main, and makes the least case of what goes wrong. */
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServices, type TestServices } from '../../support/services.ts';
import { NAMES, PLAIN, withValue, type Combination } from './dimensions.ts';
import { playService, type PlayedService } from './play.ts';

/** So many play at a time: most of a play is waiting. */
const LANES = 32;
/** A main plays so many, then the next one starts: each keeps what it has said. */
const PLAYS_OF_A_MAIN = 64;

/** Plays all; the seed of each is its place, so that each can be played again alone. */
export async function playServices(all: readonly Combination[]): Promise<readonly PlayedService[]> {
  const played: PlayedService[] = [];
  for (let from = 0; from < all.length; from += PLAYS_OF_A_MAIN) {
    const services = await startInMemory();
    try {
      const left = [...all.entries()].slice(from, from + PLAYS_OF_A_MAIN);
      await Promise.all(Array.from({ length: LANES }, () => lane(services, left, played)));
    } finally {
      await services.close();
    }
  }
  return played;
}

/** What a disk takes to write is no subject here: where there is a folder in memory, main keeps its files there. */
export async function startInMemory(): Promise<TestServices> {
  const folder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  return startServices(await mkdtemp(path.join(folder, 'easel-services-')));
}

async function lane(
  services: TestServices,
  left: [number, Combination][],
  played: PlayedService[],
): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const [at, combination] = next;
    played[at] = await playService(services, combination, at);
  }
}

/** The least combination that still shows it: dimensions are set back to plain, many at once first, where it still shows. */
export async function least(
  services: TestServices,
  combination: Combination,
  shows: (played: PlayedService) => boolean,
): Promise<Combination> {
  let smallest = combination;
  for (const size of [8, 4, 2, 1]) {
    const special = NAMES.filter((name) => smallest[name] !== PLAIN[name]);
    for (let from = 0; from < special.length; from += size) {
      const plainer = special
        .slice(from, from + size)
        .reduce((less, name) => withValue(less, name, PLAIN[name]), smallest);
      if (shows(await playService(services, plainer, 1))) smallest = plainer;
    }
  }
  return smallest;
}
