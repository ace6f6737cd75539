import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { placeOnDisplays, readWindowState, saveWindowState } from '#main/electron/window-state.ts';
import { aLog } from './recording-log.ts';

describe('the saved state of a window', () => {
  const state = { x: -10, y: 20, width: 1400, height: 900, maximized: true };
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'sluice-window-'));
  });
  afterEach(() => {
    chmodSync(home, 0o700);
    rmSync(home, { recursive: true, force: true });
  });

  test('is read again, and nothing else is left in the folder', () => {
    const log = aLog();
    saveWindowState(home, state, log);
    expect(readWindowState(home, log)).toEqual(state);
    expect(readdirSync(home)).toEqual(['window.json']);
    expect(log.lines).toEqual([]);
  });

  test('is empty at the first start', () => {
    const log = aLog();
    expect(readWindowState(home, log)).toBeUndefined();
    expect(log.lines).toEqual([]);
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{}',
    JSON.stringify({ ...state, x: '0' }),
    JSON.stringify({ ...state, x: null }),
    JSON.stringify({ ...state, width: 0 }),
    JSON.stringify({ ...state, width: -5 }),
    JSON.stringify({ ...state, height: 1.5 }),
    JSON.stringify({ ...state, maximized: 'yes' }),
    JSON.stringify({ ...state, webPreferences: { nodeIntegration: true } }),
    '{"x":1e999,"y":0,"width":1,"height":1,"maximized":false}',
    '\u0000\u0001',
  ])('a malformed file %j is set aside with a line in the log', (text) => {
    const log = aLog();
    writeFileSync(join(home, 'window.json'), text);
    expect(readWindowState(home, log)).toBeUndefined();
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'a file of the home folder could not be read and was set aside'],
    ]);
  });

  test('a home folder that cannot be written costs a line in the log and no more', () => {
    const log = aLog();
    saveWindowState(join(home, 'gone'), state, log);
    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
    expect(existsSync(join(home, 'gone'))).toBe(false);
  });

  test('the old file is replaced, not appended to', () => {
    saveWindowState(home, state, aLog());
    saveWindowState(home, { ...state, maximized: false }, aLog());
    expect(JSON.parse(readFileSync(join(home, 'window.json'), 'utf8'))).toEqual({
      ...state,
      maximized: false,
    });
  });
});

const laptop = { x: 0, y: 25, width: 1728, height: 1054 };
const wall = { x: 1728, y: 0, width: 3840, height: 2160 };
const left = { x: -1920, y: 0, width: 1920, height: 1080 };
const tiny = { x: 0, y: 0, width: 1024, height: 640 };

test.each([
  [
    'nothing saved: centred on the primary display',
    undefined,
    [laptop, wall],
    { x: 144, y: 102, width: 1440, height: 900 },
  ],
  [
    'fits where it was',
    { x: 100, y: 50, width: 1200, height: 800 },
    [laptop],
    { x: 100, y: 50, width: 1200, height: 800 },
  ],
  [
    'on the second display',
    { x: 2000, y: 100, width: 1600, height: 1000 },
    [laptop, wall],
    { x: 2000, y: 100, width: 1600, height: 1000 },
  ],
  [
    'on a display to the left',
    { x: -1800, y: 10, width: 1400, height: 900 },
    [laptop, left],
    { x: -1800, y: 10, width: 1400, height: 900 },
  ],
  [
    'the second display was unplugged',
    { x: 2000, y: 100, width: 1600, height: 1000 },
    [laptop],
    { x: 64, y: 52, width: 1600, height: 1000 },
  ],
  [
    'half over the right edge',
    { x: 1200, y: 100, width: 1400, height: 900 },
    [laptop],
    { x: 328, y: 100, width: 1400, height: 900 },
  ],
  [
    'below the bottom',
    { x: 0, y: 500, width: 1400, height: 900 },
    [laptop],
    { x: 0, y: 179, width: 1400, height: 900 },
  ],
  [
    'above the menu bar',
    { x: 0, y: -300, width: 1400, height: 900 },
    [laptop],
    { x: 0, y: 25, width: 1400, height: 900 },
  ],
  ['larger than the display', { x: 0, y: 25, width: 9000, height: 9000 }, [laptop], laptop],
  [
    'smaller than the minimum',
    { x: 10, y: 30, width: 300, height: 200 },
    [laptop],
    { x: 10, y: 30, width: 1100, height: 700 },
  ],
  ['a display smaller than the minimum', { x: 0, y: 0, width: 1440, height: 900 }, [tiny], tiny],
  [
    'only a sliver is left to grab',
    { x: 1720, y: 100, width: 1400, height: 900 },
    [laptop],
    { x: 328, y: 100, width: 1400, height: 900 },
  ],
  [
    'far outside',
    { x: 2_000_000, y: -2_000_000, width: 1400, height: 900 },
    [laptop, wall],
    { x: 164, y: 102, width: 1400, height: 900 },
  ],
  [
    'goes to the display that shows most of it',
    { x: 1500, y: 100, width: 1400, height: 900 },
    [laptop, wall],
    { x: 1728, y: 100, width: 1400, height: 900 },
  ],
] as const)('%s', (_what, saved, areas, expected) => {
  const [primary, ...others] = areas;
  expect(placeOnDisplays(saved, [primary, ...others])).toEqual(expected);
});

describe('the window is always visible and can be grabbed', () => {
  const odd = [-1e9, -5000, -100, 0, 1, 700, 1900, 1e9];
  test.each([[laptop], [tiny], [left]])('on %j', (area) => {
    for (const x of odd)
      for (const y of odd)
        for (const size of [1, 700, 5000, 1e9]) {
          const placed = placeOnDisplays({ x, y, width: size, height: size }, [area]);
          expect(placed.x).toBeGreaterThanOrEqual(area.x);
          expect(placed.y).toBeGreaterThanOrEqual(area.y);
          expect(placed.x + placed.width).toBeLessThanOrEqual(area.x + area.width);
          expect(placed.y + placed.height).toBeLessThanOrEqual(area.y + area.height);
        }
  });
});
