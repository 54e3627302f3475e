import type { Item } from '../items.ts';
import type { Random } from '../random.ts';
import { fractions, springCampaign, waterCycle } from './lessons.ts';
import { floorPlan, network } from './places.ts';
import { customerJourney, roadmap, triage } from './plans.ts';
import { releaseChecklist } from './release.ts';
import { Sketch } from './sketch.ts';
import { onboardingMap, retrospective, weeklyPlan } from './team.ts';

/** A sample paper: its name, and the code that draws it. */
export interface Drawing {
  readonly name: string;
  /** Draws it; the random source decides only how the hand wavers. */
  draw(random: Random): readonly Item[];
}

/** Every drawing there is, in the order in which papers get them. */
export const DRAWINGS: readonly [Drawing, ...Drawing[]] = [
  drawing('Retrospective', 'Mara', retrospective),
  drawing('Onboarding map', 'Jon', onboardingMap),
  drawing('Lesson 4: fractions', 'Ms Okafor', fractions),
  drawing('Product roadmap', 'Mara', roadmap),
  drawing('Support triage', 'Ines', triage),
  drawing('Lesson 7: the water cycle', 'Ms Okafor', waterCycle),
  drawing('Customer journey', 'Jon', customerJourney),
  drawing('Release checklist', 'Ines', releaseChecklist),
  drawing('New office: floor plan', 'Mara', floorPlan),
  drawing('Spring campaign', 'Teo', springCampaign),
  drawing('How it connects', 'Ines', network),
  drawing('Weekly plan', 'Teo', weeklyPlan),
];

function drawing(name: string, by: string, draw: (sketch: Sketch) => void): Drawing {
  return {
    name,
    draw: (random) => {
      const sketch = new Sketch(random, by);
      draw(sketch);
      return sketch.items;
    },
  };
}
