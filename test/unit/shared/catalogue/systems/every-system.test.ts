import { describe, expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { parseTemplate } from '#shared/catalogue/keys/key-template.ts';
import { readSystem } from '#shared/catalogue/loading/system-schema.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { reviewSystem } from '#shared/catalogue/review/review-system.ts';
import { askSamples, entityOfSample, listExamples, readText } from './ask-samples.ts';
import { fitsItsType } from './fits-its-type.ts';
import { readFixture } from './read-fixture.ts';

const systems: readonly SystemDeclaration[] = [
  ...Object.values(catalogue),
  ...['funds-hot-index', 'funds-split-documents', 'own-system'].map(
    (name) => readFixture(name) as SystemDeclaration,
  ),
];

describe.each(systems.map((system) => [system.id, system] as const))('the system "%s"', (_, system) => {
  const patterns = Object.entries(system.patterns);
  const samples = Object.entries(system.samples ?? {}).flatMap(([table, items]) =>
    items.map((item) => {
      const name = entityOfSample(system, table, item);
      return { table, item, entity: name === null ? undefined : system.entities[name] };
    }),
  );

  test('survives JSON and back, and is accepted as a file', () => {
    const json: unknown = JSON.parse(JSON.stringify(system));
    expect(json).toEqual(system);
    expect(readSystem(json)).toEqual({ ok: true, system });
  });

  test('numbers its questions in the order of each group, each once', () => {
    const numbers = patterns.map(([, { number }]) => number);
    expect(numbers[0]).toMatch(/^[A-Z]+1$/);
    expect(new Set(numbers).size).toBe(numbers.length);
    // A number that was given once is not given again, so there may be gaps.
    for (const number of numbers) expect(number).toMatch(/^[A-Z]+[1-9]\d*$/);
    expect(new Set(patterns.map(([, { asks }]) => asks)).size).toBe(patterns.length);
  });

  test('words each question with a question mark, in one line', () => {
    for (const [, { asks }] of patterns) expect(asks).toMatch(/^[A-Z].{5,90}\?$/);
  });

  test('has an example of every parameter', () => {
    const asked = patterns.flatMap(([name]) => locate(system, name).holes.map((hole) => hole.name));
    expect(new Set(Object.keys(listExamples(system)))).toEqual(new Set(asked));
  });

  test.each(patterns)('finds something when "%s" is asked with the examples', (name, pattern) => {
    const { tableKey } = locate(system, name);
    const found = askSamples(system, name, listExamples(system));
    expect(found).not.toHaveLength(0);
    if (pattern.gives === 'one') expect(found).toHaveLength(1);
    const entities = found.map((item) => entityOfSample(system, tableKey, item));
    expect(pattern.returns).toEqual(expect.arrayContaining(entities));
  });

  test('gives each entity a question that finds it, and a sample', () => {
    const names = Object.keys(system.entities);
    expect(new Set(patterns.flatMap(([, { returns }]) => returns))).toEqual(new Set(names));
    const sampled = samples.map(({ table, item }) => entityOfSample(system, table, item));
    expect(new Set(sampled)).toEqual(new Set(names));
  });

  test('has samples whose keys match their attributes', () => {
    for (const { item, entity } of samples) {
      const said = new Map<string, string>();
      for (const [key, template] of Object.entries(entity?.keys ?? {})) {
        if (!(key in item)) continue;
        const parts = parseTemplate(template, readText(item, key));
        expect(parts, `${key} of ${JSON.stringify(item)}`).toBeDefined();
        for (const [hole, value] of Object.entries(parts ?? {})) {
          expect(said.get(hole) ?? value, `${hole} of ${JSON.stringify(item)}`).toBe(value);
          if (hole in item) expect(readText(item, hole)).toBe(value);
          said.set(hole, value);
        }
      }
    }
  });

  test('has samples in each index with both keys, unless it is sparse', () => {
    for (const { table, item, entity } of samples) {
      for (const [index, schema] of Object.entries(system.tables[table]?.indexes ?? {})) {
        const keys = [schema.partition.name, ...(schema.sort === undefined ? [] : [schema.sort.name])];
        const there = keys.filter((key) => key in item).length;
        const declared = keys.every((key) => Object.hasOwn(entity?.keys ?? {}, key));
        const expected = declared && entity?.sparse?.[index] === undefined ? [keys.length] : [0, keys.length];
        expect(expected, `${index} of ${JSON.stringify(item)}`).toContain(there);
        if (!declared) expect(there).toBe(0);
      }
    }
  });

  test('has samples with declared attributes only, of the declared types', () => {
    for (const { item, entity } of samples) {
      for (const [name, value] of Object.entries(item)) {
        const attribute = entity?.attributes[name];
        const where = `${name} of ${JSON.stringify(item)}`;
        if (attribute === undefined) expect(Object.keys(entity?.keys ?? {}), where).toContain(name);
        else expect(fitsItsType(attribute, value), where).toBe(true);
      }
    }
  });

  test('has statuses that can all be reached from the first, and no others among its values', () => {
    for (const { attributes, status } of Object.values(system.entities)) {
      if (status === undefined) continue;
      const states = Object.keys(status.moves);
      const reached = new Set(states.slice(0, 1));
      for (const state of reached) for (const next of status.moves[state] ?? []) reached.add(next);
      expect(reached).toEqual(new Set(states));
      expect(new Set(attributes[status.attribute]?.oneOf)).toEqual(new Set(states));
    }
  });

  test('gives a reason if an entity has no tenant in its keys', () => {
    for (const { keys, tenantless, table } of Object.values(system.entities)) {
      if (system.tenant === undefined) expect(tenantless).toBeUndefined();
      else {
        const partition = keys[system.tables[table]?.partition.name ?? ''] ?? '';
        expect(tenantless === undefined, partition).toBe(partition.includes(`{${system.tenant}}`));
      }
    }
  });
});

function listProblems(name: string): ReadonlyMap<string, string> {
  const read = readSystem(readFixture(name));
  return new Map(read.ok ? [] : read.problems.map(({ path, problem }) => [path, problem]));
}

function highFindings(name: string): readonly { readonly rule: string; readonly says: string }[] {
  const read = readSystem(readFixture(name));
  if (!read.ok) throw new Error(`${name} is not accepted`);
  return reviewSystem(read.system).filter(({ severity }) => severity === 'high');
}

describe('catalogue files', () => {
  test('report a hot index: every key of it is fixed text', () => {
    const [finding, ...others] = highFindings('funds-hot-index');
    expect(others).toEqual([]);
    for (const key of ['DOCUMENT#LATEST', 'STATUS#ACTIVE', 'TYPE#CAPITAL_CALL']) {
      expect(finding?.says).toContain(key);
    }
  });

  test('report documents that are split apart: their items can be found only by their own ids', () => {
    const [finding, ...others] = highFindings('funds-split-documents');
    expect(others).toEqual([]);
    expect(finding?.says).toMatch(/CapitalCall.*Distribution.*Document/);
  });

  test('accept a team’s own system, with nothing high in its review', () => {
    expect(highFindings('own-system')).toEqual([]);
  });

  test.each([
    ['tables.main.partition.type', /"S".*"N"/],
    ['entities.Order.keys.PK', /brace/],
    ['entities.Order.attributes.total.type', /epoch seconds/],
    ['patterns.everything.scan', /decision 002/],
    ['patterns.byTotal.filter', /decision 002/],
    ['patterns.between.sort.between', /2/],
    ['patterns.untitled.title', /text/],
    ['samples.main[0].total', /digits/],
  ])('report where a file is broken: %s', (path, problem) => {
    expect(listProblems('broken').get(path)).toMatch(problem);
  });

  test.each([
    ['entities.Line.table', /main/],
    ['entities.Order.keys.changedAt', /epochMs/],
    ['patterns.byPlace.on', /main.ByTime/],
    ['patterns.byTime.returns[1]', /Order/],
    ['patterns.orders.each', /whole keys/],
    ['parameters.status.example', /open or closed/],
    ['samples.main[0]', /no entity/],
  ])('report where parts of a file contradict each other: %s', (path, problem) => {
    expect(listProblems('broken-references').get(path)).toMatch(problem);
  });
});
