import type { Place } from './geometry.ts';
import type { Sketch } from './sketch.ts';

/** Slices of a pie, and a line from 0 to 1. */
export function fractions(sketch: Sketch): void {
  sketch.title('Lesson 4: fractions', 'blue');
  pie(sketch, 120, 230, 2, 1, '1', '2');
  pie(sketch, 420, 230, 4, 3, '3', '4');
  pie(sketch, 720, 230, 8, 3, '3', '8');
  sketch.letter(250, 216, '?', 34, { ink: 'orange' }).letter(560, 216, '?', 34, { ink: 'orange' });
  sketch
    .lines(
      [
        [40, 500],
        [860, 502],
      ],
      { size: 4 },
    )
    .arrow(
      [
        [820, 501],
        [890, 502],
      ],
      { size: 4 },
    );
  const marks: readonly (readonly [number, string])[] = [
    [0, '0'],
    [3 / 8, '3/8'],
    [1 / 2, '1/2'],
    [3 / 4, '3/4'],
    [1, '1'],
  ];
  for (const [part, text] of marks) {
    const x = 60 + part * 740;
    sketch
      .lines(
        [
          [x, 486],
          [x + 1, 518],
        ],
        { size: 4 },
      )
      .center(x, 530, text, 22, { ink: part % 1 === 0 ? 'ink' : 'red' });
  }
  for (let part = 1; part < 8; part += 1)
    sketch.lines(
      [
        [60 + part * 92.5, 494],
        [60 + part * 92.5, 508],
      ],
      { size: 2.5 },
    );
  sketch.arrow(
    [
      [420, 374],
      [500, 420],
      [606, 474],
    ],
    { ink: 'violet' },
  );
  sketch.arrow(
    [
      [120, 374],
      [220, 440],
      [420, 474],
    ],
    { ink: 'violet' },
  );
  sketch.sticky(850, 130, 'Which is bigger, 1/2 or 3/8? Show how you know.', 'yellow', 180);
  sketch.sticky(880, 280, 'Homework: page 31, tasks 2 to 5', 'pink', 160);
  sketch.face(932, 450, 28, 1, { ink: 'green' });
}

/** Sea, sun, cloud, mountain, river. */
export function waterCycle(sketch: Sketch): void {
  sketch.title('Lesson 7: the water cycle', 'blue');
  sketch.ellipse(130, 180, 44, 44, { ink: 'orange', size: 5 });
  for (let ray = 0; ray < 10; ray += 1) {
    const [x, y] = [Math.cos(ray * 0.63), Math.sin(ray * 0.63)];
    sketch.lines(
      [
        [130 + x * 58, 180 + y * 58],
        [130 + x * 82, 180 + y * 82],
      ],
      { ink: 'orange', size: 4 },
    );
  }
  sketch.cloud(390, 214, 30, { size: 4.5 });
  sketch.cloud(700, 214, 30, { size: 4.5 });
  sketch.lines(
    [
      [560, 520],
      [700, 330],
      [760, 390],
      [860, 260],
      [1010, 520],
    ],
    { size: 5 },
  );
  sketch.lines(
    [
      [828, 302],
      [850, 322],
      [866, 304],
      [886, 318],
    ],
    { ink: 'blue' },
  );
  for (let row = 0; row < 4; row += 1) {
    const wave = Array.from({ length: 9 }, (_, index): Place => [
      index * 58,
      470 + row * 32 + (index % 2 === 0 ? 0 : 13),
    ]);
    sketch.curve(wave, { ink: 'blue', size: 4 });
  }
  sketch.curve(
    [
      [830, 400],
      [790, 430],
      [810, 460],
      [740, 490],
      [620, 500],
      [480, 520],
    ],
    { ink: 'blue', size: 6 },
  );
  for (const x of [200, 250, 300])
    sketch.arrow(
      [
        [x, 440],
        [x + 14, 390],
        [x - 6, 350],
        [x + 10, 290],
      ],
      { ink: 'red' },
    );
  for (const x of [650, 690, 730, 770])
    sketch.lines(
      [
        [x, 220],
        [x - 10, 262],
      ],
      { ink: 'blue' },
    );
  sketch.arrow(
    [
      [500, 160],
      [555, 138],
      [612, 160],
    ],
    { ink: 'violet', size: 4 },
  );
  sketch.letter(336, 370, 'Evaporation', 20, { ink: 'red' });
  sketch.letter(296, 236, 'Condensation', 20, { ink: 'violet' });
  sketch.letter(800, 226, 'Rain', 20, { ink: 'blue' });
  sketch.letter(610, 540, 'Run-off', 20, { ink: 'blue' });
  sketch.sticky(860, 80, 'Where does the water in a puddle go?', 'yellow', 170);
}

/** A middle, its branches, and theirs. */
export function springCampaign(sketch: Sketch): void {
  sketch.ellipse(500, 300, 150, 66, { ink: 'red', size: 5 });
  sketch.center(500, 272, 'Spring', 28, { ink: 'red' }).center(500, 308, 'Campaign', 24, { ink: 'red' });
  const branches: readonly (readonly [Place, Place, string, readonly string[]])[] = [
    [[380, 255], [190, 130], 'Schools', ['Class packs for 30', 'Poster for the staff room']],
    [[620, 255], [820, 120], 'Partners', ['Joint webinar', 'Case study with the library']],
    [[380, 345], [180, 470], 'Product', ['Template gallery', 'Faster previews']],
    [[620, 345], [830, 480], 'Press', ['Local radio', 'One good story']],
  ];
  for (const [from, to, title, leaves] of branches) {
    const bend: Place = [(from[0] + to[0]) / 2, to[1] + (from[1] - to[1]) * 0.35];
    const end: Place = [to[0] + (to[0] < 500 ? 88 : -88), to[1]];
    sketch.curve([from, bend, end], { ink: 'blue', size: 5 });
    sketch
      .pill(to[0] - 86, to[1] - 26, 172, 52, { ink: 'blue' })
      .center(to[0], to[1] - 11, title, 22, { ink: 'blue' });
    const side = to[0] < 500 ? -1 : 1;
    for (const [index, leaf] of leaves.entries()) {
      const y = to[1] + (index === 0 ? -78 : 52);
      const x = to[0] + side * 96;
      sketch.curve(
        [
          [to[0] + side * 80, to[1] + (index === 0 ? -18 : 18)],
          [x, y + 26],
        ],
        { size: 2.5 },
      );
      sketch.sticky(side < 0 ? x - 150 : x, y - 14, leaf, index === 0 ? 'green' : 'yellow', 150);
    }
  }
  sketch.letter(398, 20, 'Idea storm', 30).underline(398, 62, 234, { ink: 'orange', size: 4 });
  sketch.text(424, 420, 'Launch: first week of March', 170);
}

function pie(
  sketch: Sketch,
  x: number,
  y: number,
  parts: number,
  taken: number,
  top: string,
  bottom: string,
): void {
  const radius = 96;
  const edge = (part: number): Place => {
    const angle = (part / parts) * Math.PI * 2 - Math.PI / 2;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
  };
  sketch.ellipse(x, y, radius, radius, { size: 4.5 });
  for (let part = 0; part < parts; part += 1) sketch.lines([[x, y], edge(part)], { size: 3 });
  const rays: Place[] = [];
  for (let at = 0.06; at < taken - 0.02; at += parts * 0.016) {
    const [edgeX, edgeY] = edge(at);
    const outer: Place = [x + (edgeX - x) * 0.9, y + (edgeY - y) * 0.9];
    const inner: Place = [x + (edgeX - x) * 0.16, y + (edgeY - y) * 0.16];
    rays.push(...(rays.length % 4 === 0 ? [inner, outer] : [outer, inner]));
  }
  sketch.lines(rays, { ink: 'orange', size: 2.5 });
  sketch.center(x, y + 112, top, 24, { ink: 'red' }).lines(
    [
      [x - 20, y + 144],
      [x + 20, y + 143],
    ],
    { ink: 'red' },
  );
  sketch.center(x, y + 152, bottom, 24, { ink: 'red' });
}
