import type { Ink, NoteColor } from '../items.ts';
import type { Place } from './geometry.ts';
import type { Sketch } from './sketch.ts';

/** Lanes and bars over four quarters. */
export function roadmap(sketch: Sketch): void {
  sketch.title('Product roadmap', 'orange');
  for (const [index, quarter] of ['Q1', 'Q2', 'Q3', 'Q4'].entries()) {
    const x = 180 + index * 210;
    sketch.center(x + 105, 108, quarter, 24, { ink: 'blue' });
    sketch.lines(
      [
        [x, 100],
        [x + 1, 560],
      ],
      { size: 2 },
    );
  }
  const lanes: readonly (readonly [string, readonly (readonly [number, number, string, Ink])[]])[] = [
    [
      'Boards',
      [
        [190, 252, 'Bulk tools', 'green'],
        [520, 300, 'Saved views', 'blue'],
      ],
    ],
    [
      'Papers',
      [
        [260, 250, 'Templates', 'violet'],
        [640, 330, 'Lineage', 'orange'],
      ],
    ],
    [
      'Trust',
      [
        [200, 330, 'Key rotation', 'red'],
        [600, 240, 'Reports', 'green'],
      ],
    ],
  ];
  for (const [row, [name, bars]] of lanes.entries()) {
    const y = 150 + row * 138;
    sketch
      .lines(
        [
          [0, y],
          [1020, y + 2],
        ],
        { size: 2.5 },
      )
      .letter(10, y + 54, name, 22);
    for (const [index, [x, width, text, ink]] of bars.entries()) {
      const top = y + 20 + index * 56;
      sketch.pill(x, top, width, 44, { ink, size: 4 }).hatch(x + 12, top + 8, 34, 28, { ink });
      sketch.letter(x + 58, top + 13, text, 18, { ink });
    }
  }
  sketch.lines(
    [
      [0, 564],
      [1020, 566],
    ],
    { size: 2.5 },
  );
  sketch
    .lines(
      [
        [502, 140],
        [504, 580],
      ],
      { ink: 'red', size: 4 },
    )
    .letter(512, 572, 'We are here', 18, { ink: 'red' });
  sketch.sticky(840, 0, 'Ask support what hurts most', 'yellow', 180);
}

/** Questions and where their answers lead. */
export function triage(sketch: Sketch): void {
  sketch.title('Support triage', 'red');
  sketch.pill(40, 130, 210, 64, { ink: 'blue', size: 4 }).center(145, 152, 'New ticket', 20, { ink: 'blue' });
  diamond(sketch, 460, 162, 'Can they', 'join?');
  diamond(sketch, 460, 400, 'Board', 'exists?');
  sketch
    .arrow([
      [252, 162],
      [346, 162],
    ])
    .arrow([
      [574, 162],
      [690, 162],
    ])
    .arrow([
      [460, 236],
      [460, 326],
    ]);
  sketch
    .arrow([
      [574, 400],
      [690, 400],
    ])
    .arrow([
      [346, 400],
      [252, 400],
    ]);
  sketch.letter(600, 134, 'Yes', 18, { ink: 'green' }).letter(474, 262, 'No', 18, { ink: 'red' });
  sketch.letter(600, 372, 'Yes', 18, { ink: 'green' }).letter(286, 372, 'No', 18, { ink: 'red' });
  answer(sketch, 700, 124, 'Look together', 'Visit, name shown', 'green');
  answer(sketch, 700, 362, 'New link', 'One for each person', 'violet');
  answer(sketch, 12, 362, 'Explain', 'Deleting is final', 'orange');
  sketch.arrow(
    [
      [820, 452],
      [760, 540],
      [560, 560],
      [180, 548],
      [132, 456],
    ],
    { ink: 'violet', size: 3 },
  );
  sketch.sticky(980, 130, 'Say who you are before you join', 'yellow', 150);
  sketch.sticky(980, 330, 'Write the reason into the ticket', 'pink', 150);
  sketch.letter(390, 510, 'Still stuck? Second line', 16, { ink: 'violet' });
}

/** An emotion curve over five phases. */
export function customerJourney(sketch: Sketch): void {
  sketch.title('Customer journey', 'violet');
  const phases: readonly (readonly [string, number, string, NoteColor])[] = [
    ['Hears of us', 300, 'A colleague shows a board', 'blue'],
    ['First board', 190, 'Drawing in ten seconds', 'green'],
    ['Invites', 380, 'Links get lost in mail', 'pink'],
    ['Every week', 220, 'Templates save the day', 'green'],
    ['Renews', 270, 'Wants a report of use', 'yellow'],
  ];
  sketch
    .arrow(
      [
        [0, 470],
        [1060, 472],
      ],
      { size: 4 },
    )
    .arrow(
      [
        [4, 474],
        [2, 110],
      ],
      { size: 4 },
    );
  const points = phases.map(([, y], index): Place => [110 + index * 210, y]);
  sketch.curve(points, { ink: 'red', size: 6 });
  for (const [index, [name, y, text, color]] of phases.entries()) {
    const x = 110 + index * 210;
    sketch.center(x, 492, name, 20, { ink: 'blue' });
    if (index > 0)
      sketch.lines(
        [
          [x - 105, 130],
          [x - 105, 460],
        ],
        { size: 1.5 },
      );
    sketch.face(x, y - 44, 24, (300 - y) / 110, { ink: y > 320 ? 'red' : 'green' });
    sketch.sticky(x - 74, 536, text, color, 148);
  }
}

function diamond(sketch: Sketch, x: number, y: number, first: string, second: string): void {
  sketch.lines(
    [
      [x, y - 72],
      [x + 112, y],
      [x, y + 72],
      [x - 112, y],
      [x + 3, y - 75],
    ],
    { ink: 'orange', size: 4 },
  );
  sketch.center(x, y - 24, first, 18, { ink: 'orange' }).center(x, y + 4, second, 18, { ink: 'orange' });
}

function answer(sketch: Sketch, x: number, y: number, title: string, hint: string, ink: Ink): void {
  sketch.box(x, y, 240, 84, { ink, size: 4 }).center(x + 120, y + 18, title, 18, { ink });
  sketch.text(x + 50, y + 44, hint, 180);
}
