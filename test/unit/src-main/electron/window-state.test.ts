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
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readWindowState, saveWindowState } from '#main/electron/window-state.ts';
import { aLog } from './recording-log.ts';

const state = { x: -10, y: 20, width: 1400, height: 900, maximized: true };
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sluice-window-'));
});
afterEach(() => {
  chmodSync(home, 0o700);
  rmSync(home, { recursive: true, force: true });
});

test('what was saved is read again, and nothing else is left in the folder', () => {
  const log = aLog();
  saveWindowState(home, state, log);
  expect(readWindowState(home, log)).toEqual(state);
  expect(readdirSync(home)).toEqual(['window.json']);
  expect(log.lines).toEqual([]);
});

test('the first start has nothing to say', () => {
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
])('a malformed file %j is ignored with a line in the log', (text) => {
  const log = aLog();
  writeFileSync(join(home, 'window.json'), text);
  expect(readWindowState(home, log)).toBeUndefined();
  expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'ignored a malformed window.json'],
  ]);
});

test('a home that cannot be written costs a line in the log and no more', () => {
  const log = aLog();
  saveWindowState(join(home, 'gone'), state, log);
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
  expect(existsSync(join(home, 'gone'))).toBe(false);
});

test('the old file is replaced, not appended to', () => {
  saveWindowState(home, state, aLog());
  saveWindowState(home, { ...state, maximized: false }, aLog());
  expect(JSON.parse(readFileSync(join(home, 'window.json'), 'utf8'))).toEqual({ ...state, maximized: false });
});
