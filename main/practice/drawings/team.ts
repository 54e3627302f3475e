import type { NoteColor } from '../items.ts';
import type { Place } from './geometry.ts';
import type { Sketch } from './sketch.ts';

/** Three columns of notes, votes, and where they lead. */
export function retrospective(sketch: Sketch): void {
  sketch.title('Retrospective', 'red');
  sketch.letter(516, 20, 'Sprint 24', 22, { ink: 'blue' });
  const columns: readonly (readonly [string, NoteColor, readonly string[]])[] = [
    [
      'Went well',
      'green',
      ['Search is twice as fast', 'New people paired from day one', 'No weekend calls!'],
    ],
    [
      'To improve',
      'pink',
      ['Reviews wait two days', 'Staging differs from production', 'Too many meetings on Tuesday'],
    ],
    [
      'Try next',
      'yellow',
      [
        'Review before lunch, every day',
        'One script builds every environment',
        'Tuesday afternoons stay free',
      ],
    ],
  ];
  for (const [column, [title, color, notes]] of columns.entries()) {
    const x = column * 330;
    sketch.box(x, 110, 290, 470);
    sketch.center(x + 145, 132, title, 24, { ink: 'blue' });
    sketch.curve(
      [
        [x + 50, 172],
        [x + 145, 168],
        [x + 240, 173],
      ],
      { size: 2.5 },
    );
    for (const [row, text] of notes.entries()) {
      sketch.sticky(x + (row % 2 === 0 ? 30 : 80), 196 + row * 124, text, color, 170);
    }
  }
  sketch.arrow(
    [
      [540, 240],
      [640, 205],
      [688, 226],
    ],
    { ink: 'red' },
  );
  sketch.arrow(
    [
      [590, 372],
      [660, 340],
      [738, 352],
    ],
    { ink: 'red' },
  );
  for (const [x, y] of [
    [216, 230],
    [236, 232],
    [556, 282],
    [576, 280],
    [596, 284],
    [884, 228],
  ] as const) {
    sketch.ellipse(x, y, 6, 6, { ink: 'violet', size: 9 });
  }
  sketch.face(918, 52, 34, 1, { ink: 'orange', size: 4 });
  sketch.letter(700, 42, 'Mood: good', 18, { ink: 'orange' });
}

/** The first weeks of someone new, as a path through a landscape. */
export function onboardingMap(sketch: Sketch): void {
  sketch.title('Onboarding map', 'green');
  const path: readonly Place[] = [
    [40, 520],
    [190, 470],
    [130, 330],
    [270, 210],
    [430, 290],
    [420, 450],
    [560, 540],
    [730, 470],
    [720, 310],
    [860, 200],
    [1010, 250],
  ];
  sketch.curve(path, { size: 6 });
  const stops: readonly (readonly [at: Place, label: Place, when: string, what: string])[] = [
    [[40, 520], [24, 558], 'Day 1', 'Laptop, keys, lunch with the team'],
    [[130, 330], [-104, 308], 'Week 1', 'Fix one small thing and ship it'],
    [[270, 210], [226, 122], 'Week 2', 'Shadow a support shift'],
    [[420, 450], [200, 434], 'Week 4', 'Own a board template'],
    [[730, 470], [766, 456], 'Week 8', 'Lead a review'],
    [[860, 200], [768, 104], 'Week 12', 'Show someone else around'],
  ];
  for (const [[x, y], [labelX, labelY], when, what] of stops) {
    sketch.ellipse(x, y, 21, 21, { ink: 'red', size: 5 });
    sketch.ellipse(x, y, 6, 6, { ink: 'red', size: 13 });
    sketch.letter(labelX, labelY, when, 18, { ink: 'blue' }).text(labelX, labelY + 24, what, 190);
  }
  const trees = [
    [560, 330],
    [600, 350],
    [575, 375],
    [250, 560],
    [290, 580],
    [900, 400],
    [945, 420],
  ] as const;
  for (const [x, y] of trees) tree(sketch, x, y);
  mountains(sketch, 500, 190);
  sketch.lines(
    [
      [1010, 252],
      [1010, 140],
    ],
    { size: 5 },
  );
  sketch.lines(
    [
      [1010, 142],
      [1078, 162],
      [1010, 186],
    ],
    { ink: 'orange', size: 4 },
  );
}

/** Five columns, one a day. */
export function weeklyPlan(sketch: Sketch): void {
  sketch.title('Weekly plan', 'violet');
  const days: readonly (readonly [string, readonly (readonly [string, NoteColor])[]])[] = [
    [
      'Mon',
      [
        ['Plan the week', 'yellow'],
        ['Answer partner mail', 'blue'],
      ],
    ],
    ['Tue', [['Workshop: first boards', 'pink']]],
    [
      'Wed',
      [
        ['Write the lesson pack', 'green'],
        ['Call with the school', 'blue'],
        ['Review templates', 'yellow'],
      ],
    ],
    [
      'Thu',
      [
        ['Clean up old boards', 'pink'],
        ['Pair on the report', 'green'],
      ],
    ],
    [
      'Fri',
      [
        ['Demo at 11', 'yellow'],
        ['Cake!', 'pink'],
      ],
    ],
  ];
  sketch.lines(
    [
      [0, 150],
      [1000, 152],
    ],
    { size: 4 },
  );
  for (const [index, [day, notes]] of days.entries()) {
    const x = index * 200;
    sketch.center(x + 100, 108, day, 26, { ink: index === 2 ? 'red' : 'blue' });
    if (index > 0)
      sketch.lines(
        [
          [x, 96],
          [x + 2, 580],
        ],
        { size: 2.5 },
      );
    for (const [row, [text, color]] of notes.entries())
      sketch.sticky(x + 24, 176 + row * 132, text, color, 152);
  }
  sketch.ellipse(500, 120, 62, 32, { ink: 'red', size: 4 });
  sketch.arrow(
    [
      [330, 250],
      [370, 330],
      [420, 350],
    ],
    { ink: 'violet' },
  );
}

function tree(sketch: Sketch, x: number, y: number): void {
  sketch.lines(
    [
      [x, y + 22],
      [x, y],
    ],
    { size: 4 },
  );
  sketch.curve(
    [
      [x - 14, y],
      [x - 8, y - 14],
      [x, y - 30],
      [x + 8, y - 14],
      [x + 14, y],
      [x, y + 2],
      [x - 14, y],
    ],
    { ink: 'green' },
  );
}

function mountains(sketch: Sketch, x: number, y: number): void {
  sketch.lines(
    [
      [x, y],
      [x + 60, y - 90],
      [x + 105, y - 30],
      [x + 140, y - 70],
      [x + 200, y + 4],
    ],
    { size: 4 },
  );
  sketch.lines(
    [
      [x + 42, y - 62],
      [x + 56, y - 52],
      [x + 64, y - 66],
      [x + 78, y - 60],
    ],
    { ink: 'blue' },
  );
}
