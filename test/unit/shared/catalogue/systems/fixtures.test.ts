import { describe, expect, test } from 'vitest';
import { reviewSystem } from '#shared/catalogue/review/review-system.ts';
import { readSystem } from '#shared/catalogue/loading/system-schema.ts';
import { readFixture } from './read-fixture.ts';

function problemsOf(name: string): ReadonlyMap<string, string> {
  const read = readSystem(readFixture(name));
  return new Map(read.ok ? [] : read.problems.map(({ path, problem }) => [path, problem]));
}

function highFindings(name: string): readonly { readonly rule: string; readonly says: string }[] {
  const read = readSystem(readFixture(name));
  if (!read.ok) throw new Error(`${name} is not accepted`);
  return reviewSystem(read.system).filter(({ severity }) => severity === 'high');
}

describe('catalogue files', () => {
  test('a hot index is found: every key of it is fixed text', () => {
    const [finding, ...others] = highFindings('funds-hot-index');
    expect(others).toEqual([]);
    for (const key of ['DOCUMENT#LATEST', 'STATUS#ACTIVE', 'TYPE#CAPITAL_CALL']) {
      expect(finding?.says).toContain(key);
    }
  });

  test('documents split apart are found: their items can be had only by ids of their own', () => {
    const [finding, ...others] = highFindings('funds-split-documents');
    expect(others).toEqual([]);
    expect(finding?.says).toMatch(/CapitalCall.*Distribution.*Document/);
  });

  test("a team's own system is accepted, with nothing high in its review", () => {
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
  ])('a broken file is told where: %s', (path, problem) => {
    expect(problemsOf('broken').get(path)).toMatch(problem);
  });

  test.each([
    ['entities.Line.table', /main/],
    ['entities.Order.keys.changedAt', /epochMs/],
    ['patterns.byPlace.on', /main.ByTime/],
    ['patterns.byTime.returns[1]', /Order/],
    ['patterns.orders.each', /whole keys/],
    ['parameters.status.example', /open or closed/],
    ['samples.main[0]', /no entity/],
  ])('a file whose parts disagree is told where: %s', (path, problem) => {
    expect(problemsOf('broken-references').get(path)).toMatch(problem);
  });
});
