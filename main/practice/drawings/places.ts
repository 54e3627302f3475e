import type { Place } from './geometry.ts';
import type { Sketch } from './sketch.ts';

/** Rooms, doors and desks, from above. */
export function floorPlan(sketch: Sketch): void {
  sketch.title('New office: floor plan', 'blue');
  sketch.box(0, 110, 980, 470, { size: 7 });
  sketch
    .lines(
      [
        [330, 110],
        [330, 230],
      ],
      { size: 6 },
    )
    .lines(
      [
        [330, 290],
        [331, 330],
        [0, 331],
      ],
      { size: 6 },
    );
  sketch
    .lines(
      [
        [700, 110],
        [701, 300],
        [800, 301],
      ],
      { size: 6 },
    )
    .lines(
      [
        [860, 300],
        [980, 301],
      ],
      { size: 6 },
    );
  sketch
    .lines(
      [
        [0, 430],
        [200, 431],
      ],
      { size: 6 },
    )
    .lines(
      [
        [260, 431],
        [330, 431],
        [331, 580],
      ],
      { size: 6 },
    );
  door(sketch, 330, 290, 60);
  sketch
    .curve(
      [
        [800, 301],
        [806, 262],
        [836, 244],
        [860, 240],
      ],
      { size: 2.5 },
    )
    .lines(
      [
        [860, 240],
        [860, 300],
      ],
      { size: 2.5 },
    );
  sketch
    .curve(
      [
        [200, 431],
        [204, 470],
        [230, 488],
        [260, 491],
      ],
      { size: 2.5 },
    )
    .lines(
      [
        [260, 431],
        [260, 491],
      ],
      { size: 2.5 },
    );
  sketch.ellipse(160, 226, 84, 44, { ink: 'violet', size: 4 });
  for (const [x, y] of [
    [70, 170],
    [160, 158],
    [250, 170],
    [70, 284],
    [160, 294],
    [250, 284],
  ] as const) {
    sketch.ellipse(x, y, 11, 11, { ink: 'violet' });
  }
  sketch.center(160, 218, 'Workshop', 18, { ink: 'violet' });
  sketch.center(150, 372, 'Store', 18).center(140, 510, 'Quiet room', 18, { ink: 'green' });
  for (let row = 0; row < 2; row += 1) {
    for (let column = 0; column < 3; column += 1) desk(sketch, 400 + column * 96, 190 + row * 160);
  }
  sketch.center(520, 130, 'Team space', 20, { ink: 'blue' });
  sketch.center(842, 130, 'Kitchen', 20, { ink: 'orange' });
  sketch.box(730, 168, 40, 106, { ink: 'orange' }).ellipse(880, 210, 34, 34, { ink: 'orange' });
  for (const [x, y] of [
    [832, 196],
    [928, 200],
    [880, 262],
  ] as const)
    sketch.ellipse(x, y, 10, 10, { ink: 'orange' });
  sketch.box(770, 360, 170, 22, { ink: 'red' }).center(855, 396, 'Big board', 18, { ink: 'red' });
  for (const x of [790, 840, 890]) sketch.ellipse(x, 470, 14, 14, { ink: 'red' });
  sketch.sticky(1020, 130, 'Whiteboard wall here, please', 'yellow', 150);
  sketch.arrow(
    [
      [1016, 190],
      [990, 280],
      [946, 352],
    ],
    { ink: 'red' },
  );
  sketch.sticky(1020, 330, 'Plants: ask Ines', 'green', 150);
}

/** Who talks to whom. */
export function network(sketch: Sketch): void {
  sketch.title('How it connects', 'blue');
  laptop(sketch, 60, 170, 'Admin');
  laptop(sketch, 60, 400, 'Teacher');
  sketch
    .pill(380, 140, 220, 110, { ink: 'violet', size: 4 })
    .center(490, 168, 'Your', 22, { ink: 'violet' })
    .center(490, 202, 'Back end', 22, { ink: 'violet' });
  sketch.cloud(866, 318, 52, { ink: 'blue', size: 5 });
  sketch.center(872, 224, 'Service', 24, { ink: 'blue' }).center(872, 262, 'API', 20, { ink: 'blue' });
  store(sketch, 872, 440);
  sketch
    .arrow([
      [222, 210],
      [372, 196],
    ])
    .arrow(
      [
        [604, 194],
        [680, 200],
        [746, 234],
      ],
      { ink: 'red', size: 4 },
    );
  sketch.letter(624, 150, 'API key', 18, { ink: 'red' });
  sketch
    .arrow(
      [
        [490, 256],
        [400, 350],
        [226, 420],
      ],
      { ink: 'green', size: 4 },
    )
    .letter(330, 318, 'Link', 18, { ink: 'green' });
  sketch.arrow(
    [
      [226, 460],
      [480, 500],
      [700, 420],
      [790, 322],
    ],
    { ink: 'green', size: 4 },
  );
  sketch.letter(440, 516, 'Joins the room', 18, { ink: 'green' });
  sketch.arrow(
    [
      [872, 318],
      [872, 384],
    ],
    { size: 4 },
  );
  sketch.sticky(470, 290, 'The key never leaves this side', 'pink', 160);
  sketch.sticky(1010, 380, 'Deleted means deleted', 'yellow', 140);
}

function door(sketch: Sketch, x: number, y: number, width: number): void {
  const arc: readonly Place[] = [
    [x, y - width],
    [x + width * 0.6, y - width * 0.8],
    [x + width, y],
  ];
  sketch.curve(arc, { size: 2.5 }).lines(
    [
      [x, y],
      [x + width, y + 1],
    ],
    { size: 2.5 },
  );
}

function desk(sketch: Sketch, x: number, y: number): void {
  sketch
    .box(x, y, 74, 44, { ink: 'blue' })
    .box(x + 22, y + 6, 30, 14, { ink: 'blue', size: 2.5 })
    .ellipse(x + 37, y + 66, 13, 12, { ink: 'blue' });
}

function laptop(sketch: Sketch, x: number, y: number, name: string): void {
  sketch.box(x + 20, y, 120, 76, { size: 4 }).lines(
    [
      [x + 20, y + 78],
      [x, y + 104],
      [x + 160, y + 105],
      [x + 140, y + 78],
    ],
    { size: 4 },
  );
  sketch.center(x + 80, y + 28, name, 15, { ink: 'blue' });
}

function store(sketch: Sketch, x: number, y: number): void {
  sketch.ellipse(x, y - 36, 70, 18, { size: 4 });
  sketch
    .lines(
      [
        [x - 70, y - 34],
        [x - 70, y + 50],
      ],
      { size: 4 },
    )
    .lines(
      [
        [x + 70, y - 34],
        [x + 71, y + 50],
      ],
      { size: 4 },
    );
  sketch
    .curve(
      [
        [x - 70, y + 50],
        [x - 30, y + 66],
        [x + 30, y + 66],
        [x + 70, y + 50],
      ],
      { size: 4 },
    )
    .center(x, y + 6, 'Boards', 20);
}
