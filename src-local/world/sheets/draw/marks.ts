import type { Colour } from './colours.ts';
import type { Paint, Step } from './page-stream.ts';
import { circle, polyline, rectangle } from './shapes.ts';

type Part = readonly [steps: readonly Step[], paint: Paint];

/** A company's logo, 46 points wide and 26 high at most. */
export function markParts(which: number, x: number, y: number, ink: Colour): readonly Part[] {
  return (marks[which % marks.length] ?? slant)(x, y, ink);
}

type Mark = (x: number, y: number, ink: Colour) => readonly Part[];

/** Two slanting bars, one pushed along. */
const slant: Mark = (x, y, fill) => {
  const points = [
    [7, 0],
    [30, 0],
    [23, 10],
    [46, 10],
    [39, 20],
    [16, 20],
    [23, 10],
    [0, 10],
  ] as const;
  return [[[...polyline(points.map(([dx, dy]) => [x + dx, y + dy])), ['Z']], { fill }]];
};
/** A ring with a wave through it. */
const wave: Mark = (x, y, ink) => [
  [circle(x + 23, y + 12, 11.6), { stroke: ink, thickness: 2.6 }],
  [
    [
      ['M', x + 8, y + 14],
      ['C', x + 15, y + 5, x + 21, y + 6, x + 24, y + 12],
      ['C', x + 28, y + 19, x + 33, y + 18, x + 39, y + 10],
    ],
    { stroke: ink, thickness: 2.6 },
  ],
];
/** Blocks on a quay. */
const blocks: Mark = (x, y, fill) =>
  [
    [3, 12, 11, 11],
    [17, 12, 11, 11],
    [31, 12, 11, 11],
    [10, -2, 11, 11],
    [24, -2, 11, 11],
  ].map(([dx = 0, dy = 0, width = 0, height = 0]): Part => [
    rectangle(x + dx, y + dy, width, height),
    { fill },
  ]);
/** Two peaks. */
const peaks: Mark = (x, y, fill) => [
  [[['M', x + 1, y + 22], ['L', x + 16, y - 1], ['L', x + 31, y + 22], ['Z']], { fill }],
  [[['M', x + 28, y + 22], ['L', x + 36, y + 9], ['L', x + 45, y + 22], ['Z']], { fill }],
];
/** Two leaves on a stem. */
const leaves: Mark = (x, y, fill) => [
  [
    [
      ['M', x + 22, y + 20],
      ['C', x + 4, y + 20, x + 2, y + 6, x + 4, y],
      ['C', x + 16, y, x + 24, y + 8, x + 22, y + 20],
    ],
    { fill },
  ],
  [
    [
      ['M', x + 24, y + 20],
      ['C', x + 24, y + 10, x + 32, y + 5, x + 43, y + 5],
      ['C', x + 43, y + 14, x + 36, y + 20, x + 24, y + 20],
    ],
    { fill },
  ],
  [
    polyline([
      [x + 23, y + 14],
      [x + 23, y + 25],
    ]),
    { stroke: fill, thickness: 1.6 },
  ],
];

const marks: readonly Mark[] = [slant, wave, blocks, peaks, leaves];
