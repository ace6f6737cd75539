import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SpendRow } from '#shared/contract/costs.ts';
import { openSpendDays } from '#main/features/spend/spend-days.ts';
import { listSetAside } from '#main/home/lost-files.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aSpendWorld } from './a-spend.ts';

const row: SpendRow = {
  screen: 'Triage',
  pattern: 'extraction.batchById',
  index: 'main.GSI3',
  calls: 1,
  rru: 0.5,
  items: 1,
};
const day = '2026-11-22';
const dayMs = 86_400_000;

describe('days of spend on disk', () => {
  it('are written half a minute after the first read, and not for each', () => {
    const world = aSpendWorld();
    const days = openSpendDays(world.parts);
    days.add(row);
    days.add(row);
    expect(world.waiting()).toBe(1);
    world.pass(29_999);
    expect(existsSync(buildFilePath(world.parts.home))).toBe(false);
    world.pass(1);
    expect(rowsOnDisk(world.parts.home)).toEqual([{ ...row, calls: 2, rru: 1, items: 2 }]);
    expect(world.waiting()).toBe(0);
  });

  it('have each read once, however often they are written', () => {
    const world = aSpendWorld();
    const days = openSpendDays(world.parts);
    for (let calls = 1; calls <= 3; calls += 1) {
      days.add(row);
      world.pass(30_000);
      const sum = { ...row, calls, rru: calls / 2, items: calls };
      expect(days.all()).toEqual([{ day, rows: [sum], isWhole: true }]);
      expect(rowsOnDisk(world.parts.home)).toEqual([sum]);
    }
    days.close();
    expect(rowsOnDisk(world.parts.home)).toMatchObject([{ calls: 3 }]);
  });

  it('are written when the console closes, and nothing waits any more', () => {
    const world = aSpendWorld();
    const days = openSpendDays(world.parts);
    days.add(row);
    days.close();
    expect(rowsOnDisk(world.parts.home)).toEqual([row]);
    expect(world.waiting()).toBe(0);
  });

  it('are private to their owner', () => {
    const world = aSpendWorld();
    const days = openSpendDays(world.parts);
    days.add(row);
    days.close();
    expect(statSync(buildFilePath(world.parts.home)).mode & 0o077).toBe(0);
  });

  it('include two consoles with one home folder', () => {
    const home = aHome();
    const one = openSpendDays(aSpendWorld('2026-11-22T10:00:00Z', home).parts);
    const other = openSpendDays(aSpendWorld('2026-11-22T10:00:00Z', home).parts);
    one.add(row);
    other.add({ ...row, calls: 5 });
    one.close();
    other.close();
    expect(rowsOnDisk(home)).toEqual([{ ...row, calls: 6, rru: 1, items: 2 }]);
    // The last writer has read the earlier rows, and returns both.
    expect(other.all()).toEqual([{ day, rows: rowsOnDisk(home), isWhole: true }]);
  });

  it('divide at midnight, UTC', () => {
    const world = aSpendWorld('2026-11-22T23:59:50Z');
    const days = openSpendDays(world.parts);
    days.add(row);
    world.pass(20_000);
    days.add(row);
    days.close();
    expect(days.all().map((one) => [one.day, one.rows.length])).toEqual([
      ['2026-11-22', 1],
      ['2026-11-23', 1],
    ]);
    expect(readdirSync(join(world.parts.home, 'spend')).toSorted()).toEqual([
      '2026-11-22.json',
      '2026-11-23.json',
    ]);
  });

  it('are kept for 35 days, including today', () => {
    const world = aSpendWorld();
    const days = openSpendDays(world.parts);
    days.add(row);
    world.pass(34 * dayMs);
    expect(days.all()).toHaveLength(1);
    world.pass(dayMs);
    expect(days.all()).toEqual([]);
    days.add(row);
    days.close();
    expect(readdirSync(join(world.parts.home, 'spend'))).toEqual(['2026-12-27.json']);
  });

  it('delete old files at the next start, and leave foreign ones', () => {
    const home = aHome();
    mkdirSync(join(home, 'spend'));
    for (const name of ['2026-01-01.json', '2026-01-02.json.broken', 'notes.txt']) {
      writeFileSync(join(home, 'spend', name), '{"rows":[]}');
    }
    openSpendDays(aSpendWorld('2026-11-22T10:00:00Z', home).parts);
    expect(readdirSync(join(home, 'spend'))).toEqual(['notes.txt']);
  });
});

describe('a day that cannot be read', () => {
  it.each([
    ['half a file', '{"rows":[{"screen":'],
    ['another shape', '{"rows":[{"screen":"Somewhere"}]}'],
    ['nothing at all', ''],
    ['a negative count', JSON.stringify({ rows: [{ ...row, calls: -1 }] })],
  ])('is set aside, starts over and is marked as incomplete: %s', (_what, content) => {
    const home = aHome();
    mkdirSync(join(home, 'spend'));
    writeFileSync(buildFilePath(home), content);
    const world = aSpendWorld('2026-11-22T10:00:00Z', home);
    const days = openSpendDays(world.parts);
    expect(world.warned).toHaveLength(1);
    expect(days.all()).toEqual([{ day, rows: [], isWhole: false }]);
    days.add(row);
    days.close();
    expect(rowsOnDisk(home)).toEqual([row]);
    const [lost] = listSetAside(home);
    expect(readFileSync(join(home, lost?.aside ?? ''), 'utf8')).toBe(content);

    const next = openSpendDays(aSpendWorld('2026-11-22T11:00:00Z', home).parts);
    expect(next.all()).toEqual([{ day, rows: [row], isWhole: false }]);
  });

  it('does not stop the count if nothing can be written at all', () => {
    const home = aHome();
    writeFileSync(join(home, 'spend'), 'a file where the folder should be');
    const world = aSpendWorld('2026-11-22T10:00:00Z', home);
    const days = openSpendDays(world.parts);
    days.add(row);
    world.pass(60_000);
    days.add(row);
    days.close();
    expect(days.all()).toEqual([{ day, rows: [{ ...row, calls: 2, rru: 1, items: 2 }], isWhole: true }]);
    expect(world.warned.length).toBeGreaterThan(0);
  });
});

function buildFilePath(home: string): string {
  return join(home, 'spend', `${day}.json`);
}

function rowsOnDisk(home: string): unknown {
  return (JSON.parse(readFileSync(buildFilePath(home), 'utf8')) as { rows: unknown }).rows;
}
