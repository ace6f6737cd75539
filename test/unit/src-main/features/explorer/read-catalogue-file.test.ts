import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCatalogue, readCatalogueFile } from '#main/features/explorer/read-catalogue-file.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aSystem, aSystemWith } from '#test/builders/a-system.ts';

const fixture = (name: string): string =>
  new URL(`../../../../fixtures/catalogues/${name}.json`, import.meta.url).pathname;

function aFile(content: string): string {
  const path = join(aHome(), 'catalogue.json');
  writeFileSync(path, content);
  return path;
}

describe('a valid file', () => {
  it('is one system, or a list of them', () => {
    expect(parseCatalogue(JSON.stringify(aSystem()))).toEqual({ systems: [aSystem()], problems: [] });
    const two = [aSystem(), { ...aSystem(), id: 'archive' }];
    expect(parseCatalogue(JSON.stringify({ systems: two }))).toEqual({ systems: two, problems: [] });
  });

  it('may start with a byte order mark', () => {
    expect(parseCatalogue(`\uFEFF${JSON.stringify(aSystem())}`).systems).toHaveLength(1);
  });

  it.each(['own-system', 'funds-hot-index', 'funds-split-documents'])('%s.json is valid', (name) => {
    const path = fixture(name);
    expect(readCatalogueFile(path)).toMatchObject({ path, systems: [{}], problems: [] });
  });
});

describe('a file with a mistake', () => {
  it('loses the system with the mistake, and no other', () => {
    const systems = [aSystemWith('patterns.due.on', 'main.GSI9'), { ...aSystem(), id: 'archive' }];
    const read = parseCatalogue(JSON.stringify({ systems }));
    expect(read.systems.map(({ id }) => id)).toEqual(['archive']);
    expect(read.problems).toEqual([
      {
        path: 'systems[0].patterns.due.on',
        value: '"main.GSI9"',
        problem: 'names no index of this system; expected main, main.GSI1 or readers',
      },
    ]);
  });

  it('cannot use the id of an existing system', () => {
    const systems = [aSystem(), { ...aSystem(), id: 'hr' }, aSystem()];
    const read = parseCatalogue(JSON.stringify({ systems }));
    expect(read.systems).toHaveLength(1);
    expect(read.problems).toEqual([
      {
        path: 'systems[1].id',
        value: '"hr"',
        problem: 'is the id of a system that Sluice brings; expected one of its own',
      },
      {
        path: 'systems[2].id',
        value: '"library"',
        problem: 'is the id of systems[0]; expected one of its own',
      },
    ]);
    expect(parseCatalogue(JSON.stringify({ ...aSystem(), id: 'funds' })).problems[0]?.path).toBe('id');
  });

  it.each([
    ['{\n  "id": "x",\n}', 'line 3, column 1', '"}"', 'is not JSON: expected a name in quotes'],
    ['', 'line 1, column 1', 'the end', 'is not JSON: expected a value'],
    ['[1', 'line 1, column 3', 'the end', 'is not JSON: expected "," or "]"'],
  ])('that is not JSON is reported by line and column: %j', (text, path, value, problem) => {
    expect(parseCatalogue(text)).toEqual({ systems: [], problems: [{ path, value, problem }] });
  });

  it('that repeats a name is reported, since one of both would be lost', () => {
    const text = JSON.stringify(aSystem()).replace('"patterns":{', '"patterns":{\n  "due": {},');
    expect(parseCatalogue('{"a:b": 1, "a:b": 2}').problems[0]?.value).toBe('"a:b"');
    expect(parseCatalogue(text)).toEqual({
      systems: [],
      problems: [
        {
          path: expect.stringMatching(/^line 2, column \d+$/),
          value: '"due"',
          problem: 'is there twice in one object, and one would be lost; expected each name once',
        },
      ],
    });
  });

  it.each([
    ['7', '(top level)', 'expected an object'],
    ['null', '(top level)', 'expected an object'],
    ['{"systems": {}}', 'systems', 'expected a list of at most 50 systems'],
    [
      JSON.stringify({ systems: Array.from({ length: 51 }, () => 0) }),
      'systems',
      'expected a list of at most 50 systems',
    ],
    ['{"systems": [], "filter": 1}', 'filter', 'stands beside "systems"; expected nothing else there'],
    ['{"systems": [3]}', 'systems[0]', 'expected an object'],
  ])('of another shape is reported: %.40s', (text, path, problem) => {
    expect(parseCatalogue(text).problems[0]).toMatchObject({ path, problem });
  });

  it.each([
    ['broken', 'patterns.byTotal.filter', /^there is no such word: a filter/],
    ['broken', 'patterns.everything.scan', /^there is no such word/],
    ['broken-references', 'patterns.byTime.sort.beginsWith', /a Number has no beginning/],
    ['broken-references', 'samples.main[2]', /^has the key of item 1/],
  ])('%s.json is reported at %s', (name, path, problem) => {
    const { systems, problems } = readCatalogueFile(fixture(name));
    expect(systems).toEqual([]);
    expect(problems.find((one) => one.path === path)?.problem).toMatch(problem);
  });
});

describe('a file that cannot be read', () => {
  it('is reported and costs nothing else', () => {
    const path = join(aHome(), 'none.json');
    expect(readCatalogueFile(path)).toEqual({
      path,
      systems: [],
      problems: [
        { path: '(file)', value: 'ENOENT', problem: 'cannot be read; expected a file that you may read' },
      ],
    });
    expect(readCatalogueFile(aHome()).problems[0]?.problem).toBe('cannot be read; expected a file');
  });

  it('is not even opened above 2 MB', () => {
    const path = aFile(' '.repeat(2 * 1_024 * 1_024 + 1));
    expect(readCatalogueFile(path).problems).toEqual([
      { path: '(file)', value: '2.0 MB', problem: 'is too big; expected at most 2 MB' },
    ]);
  });
});

it('never throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseCatalogue(text).systems).toEqual([]);
    }),
  );
});
