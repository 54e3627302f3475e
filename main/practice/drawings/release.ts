import type { Sketch } from './sketch.ts';

/** What must be true before a release. */
export function releaseChecklist(sketch: Sketch): void {
  sketch.title('Release checklist', 'green');
  const lines: readonly (readonly [string, boolean])[] = [
    ['Notes written', true],
    ['Tests green', true],
    ['Backup restored once', true],
    ['Packages signed', true],
    ['Support told', false],
    ['Status page ready', false],
  ];
  for (const [index, [text, done]] of lines.entries()) {
    const y = 120 + index * 74;
    sketch.box(10, y, 36, 36, { size: 4 }).letter(74, y + 7, text, 24, { ink: done ? 'ink' : 'red' });
    if (done) sketch.tick(16, y + 10, { size: 6 });
  }
  sketch.curve(
    [
      [520, 120],
      [548, 140],
      [548, 236],
      [580, 262],
      [548, 288],
      [548, 384],
      [520, 404],
    ],
    { ink: 'violet', size: 4 },
  );
  sketch.letter(596, 250, 'Done!', 26, { ink: 'violet' });
  sketch.arrow(
    [
      [600, 480],
      [540, 460],
      [420, 436],
    ],
    { ink: 'red' },
  );
  sketch.sticky(616, 440, 'Who writes to the schools? Before Thursday, please', 'pink', 180);
  sketch.sticky(740, 130, 'Roll back: keep the last build and its notes at hand', 'yellow', 180);
  rocket(sketch, 890, 310);
}

function rocket(sketch: Sketch, x: number, y: number): void {
  sketch.curve(
    [
      [x - 30, y + 110],
      [x - 34, y + 30],
      [x, y - 50],
      [x + 34, y + 30],
      [x + 30, y + 110],
    ],
    { ink: 'blue', size: 5 },
  );
  sketch
    .lines(
      [
        [x - 30, y + 110],
        [x + 31, y + 111],
      ],
      { ink: 'blue', size: 5 },
    )
    .ellipse(x, y + 26, 13, 13, { ink: 'blue' });
  sketch.lines(
    [
      [x - 32, y + 60],
      [x - 62, y + 120],
      [x - 30, y + 106],
    ],
    { ink: 'red', size: 4 },
  );
  sketch.lines(
    [
      [x + 33, y + 60],
      [x + 62, y + 120],
      [x + 31, y + 106],
    ],
    { ink: 'red', size: 4 },
  );
  sketch.curve(
    [
      [x - 18, y + 118],
      [x - 12, y + 160],
      [x, y + 190],
      [x + 12, y + 160],
      [x + 18, y + 118],
    ],
    { ink: 'orange', size: 5 },
  );
}
