import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appendKept, listSetAside, parseWith, readKept, readKeptLines } from '#main/home/lost-files.ts';
import { aHome } from '#test/builders/a-home.ts';
import { injectFileFaults } from '#test/builders/faulty-files.ts';

const parse = parseWith(z.strictObject({ n: z.int() }));

function aKeeper(home = aHome()) {
  const warned: string[] = [];
  const log = { warn: (_fields: object, message: string) => void warned.push(message) };
  return { home, warned, parts: { home, log, now: () => Date.UTC(2026, 10, 27, 5) } };
}

describe('a file that the console alone writes', () => {
  it('that cannot be read is set aside under its name and the date, and is never overwritten', () => {
    const { home, parts } = aKeeper();
    const file = join(home, 'spend', 'day.json');
    mkdirSync(join(home, 'spend'));
    for (const text of ['{', '']) {
      writeFileSync(file, text);
      expect(readKept(file, parse, parts)).toBeUndefined();
      expect(existsSync(file)).toBe(false);
    }
    const lost = listSetAside(home);
    expect(lost.map(({ path, at, reason }) => `${path} ${at} ${reason}`).toSorted()).toEqual([
      'spend/day.json 2026-11-27T05:00:00.000Z damaged',
      'spend/day.json 2026-11-27T05:00:00.000Z empty',
    ]);
    expect(lost.map(({ aside }) => readFileSync(join(home, aside), 'utf8')).toSorted()).toEqual(['', '{']);
  });

  it('is read as if it were missing where a folder is in its place, and that folder is kept whole', () => {
    const { home, parts } = aKeeper();
    const file = join(home, 'tenants.json');
    mkdirSync(join(file, 'inside'), { recursive: true });
    expect(readKept(file, parse, parts)).toBeUndefined();
    const [lost] = listSetAside(home);
    expect(lost).toMatchObject({ path: 'tenants.json', reason: 'folder' });
    expect(existsSync(join(home, lost?.aside ?? '', 'inside'))).toBe(true);
  });

  it('is left where it is while the machine can open no more files', () => {
    const { home, parts } = aKeeper();
    const file = join(home, 'tenants.json');
    writeFileSync(file, '{"n":1}');
    const restore = injectFileFaults((call, path) =>
      call === 'read' && path === file ? 'EMFILE' : undefined,
    );
    try {
      expect(() => readKept(file, parse, parts)).toThrow('EMFILE');
    } finally {
      restore();
    }
    expect(readKept(file, parse, parts)).toEqual({ n: 1 });
    expect(listSetAside(home)).toEqual([]);
  });

  it('stays, and is not replaced, where nothing can be moved', () => {
    const { home, parts, warned } = aKeeper();
    const file = join(home, 'tenants.json');
    writeFileSync(file, '{');
    const restore = injectFileFaults((call) => (call === 'make' || call === 'copy' ? 'EROFS' : undefined));
    try {
      expect(readKept(file, parse, parts)).toBeUndefined();
    } finally {
      restore();
    }
    expect(readFileSync(file, 'utf8')).toBe('{');
    expect(warned).toHaveLength(1);
  });
});

describe('a file of lines', () => {
  it('keeps the lines that can be read, and the whole file as it was found', () => {
    const { home, parts } = aKeeper();
    const file = join(home, 'done.jsonl');
    for (const n of [1, 2, 3]) appendKept(file, `{"n":${n}}\n`);
    const damaged = readFileSync(file, 'utf8').replace('{"n":2}', '{"n":x}');
    writeFileSync(file, damaged);
    expect(readKeptLines(file, parse, parts)).toEqual([{ n: 1 }, { n: 3 }]);
    expect(readKeptLines(file, parse, parts)).toEqual([{ n: 1 }, { n: 3 }]);
    const [lost, ...others] = listSetAside(home);
    expect(others).toEqual([]);
    expect(readFileSync(join(home, lost?.aside ?? ''), 'utf8')).toBe(damaged);
  });

  it('that ends too early at the end of a line is known to be cut', () => {
    const { home, parts } = aKeeper();
    const file = join(home, 'done.jsonl');
    for (const n of [1, 2]) appendKept(file, `{"n":${n}}\n`);
    writeFileSync(file, '{"n":1}\n');
    expect(readKeptLines(file, parse, parts)).toEqual([{ n: 1 }]);
    expect(listSetAside(home)).toMatchObject([{ path: 'done.jsonl', reason: 'cut' }]);
  });
});
