/** The four lights as values: how an observation changes them, and the sentence they make. No clock, no timer. */
import { LIGHT_NAMES, type Light, type LightName } from '../../preload/contract/service.ts';
import { assertNever, type Failure } from '../../preload/contract/failure.ts';

export type Lights = readonly Light[];

/** Nothing is known yet. */
export const DARK: Lights = LIGHT_NAMES.map((name) => ({
  name,
  state: 'unknown',
  lastSuccess: null,
  lastFailure: null,
  since: null,
  failure: null,
  nextProbe: null,
}));

/** The lights after one observation at `now`, epoch ms; `failure` null for a success. */
export function afterObservation(
  lights: Lights,
  name: LightName,
  failure: Failure | null,
  now: number,
): Lights {
  return lights.map((light) => {
    if (light.name !== name) return light;
    if (failure === null) {
      return { ...light, state: 'good', lastSuccess: now, since: null, failure: null, nextProbe: null };
    }
    return { ...light, state: 'trouble', lastFailure: now, since: light.since ?? now, failure };
  });
}

export function lightOf(lights: Lights, name: LightName): Light {
  const light = lights.find((each) => each.name === name);
  if (light === undefined) throw new Error(`no light ${name}`);
  return light;
}

/** When the next probe comes; null for none. */
export function withNextProbe(lights: Lights, name: LightName, nextProbe: number | null): Lights {
  return lights.map((light) => (light.name === name ? { ...light, nextProbe } : light));
}

const NAMES: Readonly<Record<LightName, string>> = {
  'board-api': 'board API',
  'paper-api': 'paper API',
  app: 'app host',
  network: 'network of this computer',
};

/** What an outage is and what it is not, in a few sentences; empty without one. Times are the page's to word. */
export function sentenceOf(lights: Lights): string {
  const troubled = lights.filter((light) => light.state === 'trouble');
  if (troubled.length === 0) return '';
  if (lightOf(lights, 'network').state === 'trouble')
    return 'This computer has no network. Nothing can be changed until it is back.';
  const cause = causeOf(troubled[0]);
  const parts = troubled.map((light) => NAMES[light.name]);
  const first = troubled.length === 1 ? cause : `${capital(listed(parts))} are in trouble. ${cause}`;
  return [first, answersOf(lights), networkOf(lights)].filter((part) => part !== '').join(' ');
}

/** A create without an end has words of its own elsewhere; of the part it says only that an answer did not come. */
function causeOf(light: Light | undefined): string {
  if (light === undefined || light.failure === null) return '';
  if (light.failure.code !== 'outcome-unknown') return light.failure.message;
  return `The last answer of the ${NAMES[light.name]} did not come.`;
}

function answersOf(lights: Lights): string {
  const good = lights.filter((light) => light.state === 'good' && light.name !== 'network');
  if (good.length === 0) return '';
  return `${capital(listed(good.map((light) => NAMES[light.name])))} ${good.length === 1 ? 'answers' : 'answer'}.`;
}

function networkOf(lights: Lights): string {
  const { state } = lightOf(lights, 'network');
  switch (state) {
    case 'good':
      return 'Your network is fine.';
    case 'unknown':
    case 'trouble':
      return '';
    default:
      return assertNever(state);
  }
}

function listed(names: readonly string[]): string {
  const named = names.map((name) => `the ${name}`);
  return named.length < 2 ? (named[0] ?? '') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
