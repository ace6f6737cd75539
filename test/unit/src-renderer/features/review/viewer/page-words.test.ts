import { describe, expect, test } from 'vitest';
import type { Turn } from '#renderer/features/review/viewer/page-layout.ts';
import {
  arrangeReadText,
  listWordsOnPage,
  type PageWord,
  type TextRun,
} from '#renderer/features/review/viewer/page-words.ts';

/** A page of 600 by 800 points, whose PDF counts from the lower left corner. */
const size = { width: 600, height: 800 };
const toPage = [1, 0, 0, -1, 0, 800];

interface Printed {
  /** The start of the baseline, from the upper left corner of the page. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly font?: number;
  /** Degrees, counted clockwise as on the page. */
  readonly angle?: number;
  readonly dir?: string;
}

function run(str: string, { x, y, width, font = 10, angle = 0, dir = 'ltr' }: Printed): TextRun {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const transform = [font * cos, -font * sin, font * sin, font * cos, x, 800 - y];
  return { str, dir, transform, width, height: font, fontName: 'f1' };
}

function words(runs: readonly TextRun[], turn: Turn = 0, fontFamily = 'sans-serif'): readonly PageWord[] {
  const styles = { f1: { ascent: 0.8, descent: -0.2, vertical: false, fontFamily } };
  return listWordsOnPage({ runs, styles, size, toPage, turn });
}

const texts = (list: readonly PageWord[]) => list.map(({ text }) => text);

describe('the words of a page', () => {
  test('have their places as shares of the page, with the height of the letters', () => {
    const [word] = words([run('Total', { x: 60, y: 400, width: 30 })]);
    expect(word).toMatchObject({ text: 'Total', line: 0 });
    const [left, top, width, height] = word?.box ?? [0, 0, 0, 0];
    expect([left, top, width, height]).toEqual([
      expect.closeTo(60 / 600),
      expect.closeTo(392 / 800),
      expect.closeTo(30 / 600),
      expect.closeTo(10 / 800),
    ]);
  });

  test('are divided at spaces, each by the length of its letters', () => {
    const list = words([run('12 Nov 2026', { x: 0, y: 100, width: 110 })], 0, 'monospace');
    expect(texts(list)).toEqual(['12', 'Nov', '2026']);
    expect(list.map(({ box }) => Math.round(box[0] * 600))).toEqual([0, 30, 70]);
    expect(list.map(({ box }) => Math.round(box[2] * 600))).toEqual([20, 30, 40]);
  });

  test('set in several runs are one word, and so is a number whose figures are set apart', () => {
    const runs = [
      run('7.733', { x: 100, y: 100, width: 28 }),
      run(',00', { x: 128.2, y: 100, width: 14 }),
      run('EUR', { x: 146, y: 100, width: 20 }),
    ];
    expect(texts(words(runs))).toEqual(['7.733,00', 'EUR']);
  });

  test('come line by line, whatever order they were printed in', () => {
    const runs = [
      run('Second line', { x: 50, y: 130, width: 60 }),
      run('First', { x: 50, y: 100, width: 30 }),
      run('line', { x: 84, y: 101, width: 20 }),
    ];
    const list = words(runs);
    expect(texts(list)).toEqual(['First', 'line', 'Second', 'line']);
    expect(list.map(({ line }) => line)).toEqual([0, 0, 1, 1]);
  });

  test('of two columns belong to different parts of the line', () => {
    const list = words([
      run('Net', { x: 50, y: 100, width: 20 }),
      run('amount', { x: 73, y: 100, width: 40 }),
      run('7.733,00', { x: 400, y: 100, width: 45 }),
    ]);
    const [net, amount, value] = list;
    expect(net?.part).toBe(amount?.part);
    expect(value?.part).not.toBe(net?.part);
    expect(value?.line).toBe(net?.line);
  });

  test('have no ligatures and no marks that are not printed', () => {
    expect(texts(words([run('o\uFB03ce', { x: 0, y: 50, width: 30 })]))).toEqual(['office']);
    expect(texts(words([run('Rech\u00ADnung\u200B', { x: 0, y: 50, width: 50 })]))).toEqual(['Rechnung']);
    expect(texts(words([run('Mu\u0308ller', { x: 0, y: 50, width: 30 })]))).toEqual(['Müller']);
  });

  test('that are read from the right begin at the right', () => {
    const list = words([run('חשבונית מס', { x: 300, y: 100, width: 100, dir: 'rtl' })]);
    expect(texts(list)).toEqual(['חשבונית', 'מס']);
    const [first, second] = list;
    expect(first?.box[0]).toBeGreaterThan(second?.box[0] ?? 1);
    expect((first?.box[0] ?? 0) + (first?.box[2] ?? 0)).toBeCloseTo(400 / 600);
  });

  test.each([
    [90, { x: 100, y: 200 }],
    [-90, { x: 100, y: 200 }],
    [180, { x: 300, y: 200 }],
  ])('that are printed at %d degrees lie where they are printed', (angle, at) => {
    const [word] = words([run('Total', { ...at, width: 50, angle })]);
    const [left, top, width, height] = word?.box ?? [0, 0, 0, 0];
    const isUpright = angle === 180;
    expect(width * 600).toBeCloseTo(isUpright ? 50 : 10);
    expect(height * 800).toBeCloseTo(isUpright ? 10 : 50);
    const ends =
      angle === 180 ? [at.x - 50, at.x] : angle === 90 ? [at.x - 2, at.x + 8] : [at.x - 8, at.x + 2];
    expect([left * 600, (left + width) * 600]).toEqual(ends.map((end) => expect.closeTo(end)));
    expect(top * 800).toBeCloseTo(angle === 90 ? 200 : angle === -90 ? 150 : 198);
  });

  test('of a page that was scanned askew stay on their line', () => {
    const angle = 2;
    const rise = Math.sin((angle * Math.PI) / 180);
    const list = words([
      run('Left', { x: 50, y: 100, width: 30, angle }),
      run('right', { x: 450, y: 100 + 400 * rise, width: 30, angle }),
      run('below', { x: 50, y: 116, width: 30, angle }),
    ]);
    expect(texts(list)).toEqual(['Left', 'right', 'below']);
    expect(list.map(({ line }) => line)).toEqual([0, 0, 1]);
  });

  test('of a page that is stored sideways have their places on the upright page', () => {
    const [flat] = words([run('Total', { x: 60, y: 400, width: 30 })]);
    const [turned] = words([run('Total', { x: 60, y: 400, width: 30 })], 90);
    const [left = 0, top = 0, width = 0, height = 0] = flat?.box ?? [];
    expect(turned?.box).toEqual(
      [1 - top - height, left, height, width].map((share) => expect.closeTo(share)),
    );
  });

  test('are none on a page without text', () => {
    expect(words([])).toEqual([]);
    expect(words([run('   ', { x: 0, y: 0, width: 10 })])).toEqual([]);
  });

  test('never lie outside the page', () => {
    const [word] = words([run('Cut off', { x: 570, y: 4, width: 80 })]);
    const [left = 0, top = 0, width = 0] = word?.box ?? [];
    expect(left + width).toBeLessThanOrEqual(1);
    expect(top).toBeGreaterThanOrEqual(0);
  });
});

describe('the words that a reader found on a scan', () => {
  const word = (text: string, x: number, y: number, width: number) => {
    const box: [number, number, number, number] = [x / 600, y / 800, width / 600, 12 / 800];
    return { text, page: 1, box };
  };

  test('come line by line in their own places, though the page lies askew', () => {
    // Every line drops by 4 points over the width of the page.
    const list = arrangeReadText(
      [
        word('1.250,00', 500, 117, 45),
        word('Pallets', 40, 113, 34),
        word('and', 76, 113.3, 18),
        word('rent', 40, 127, 20),
        word('80,00', 510, 131, 35),
      ],
      size,
    );
    expect(texts(list)).toEqual(['Pallets', 'and', '1.250,00', 'rent', '80,00']);
    expect(list.map(({ line }) => line)).toEqual([0, 0, 0, 1, 1]);
    expect(new Set(list.map(({ part }) => part)).size).toBe(4);
    expect(list[0]?.box).toEqual([40 / 600, 113 / 800, 34 / 600, 12 / 800]);
  });

  test('of a page without any are none', () => {
    expect(arrangeReadText([], size)).toEqual([]);
  });
});
