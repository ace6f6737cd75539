import { describe, expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { examplesOf } from '#shared/catalogue/questions/examples.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { readParams } from '#shared/catalogue/questions/read-params.ts';
import { keyValues } from '#shared/catalogue/items/values-of-item.ts';

const patterns = Object.values(catalogue).flatMap((system) =>
  Object.keys(system.patterns).map((pattern) => ({ system, pattern, name: `${system.id}.${pattern}` })),
);

describe('examples', () => {
  test.each(patterns)('$name has some, and what they fill in can be asked with', ({ system, pattern }) => {
    const located = locate(system, pattern);
    const examples = examplesOf(system, located);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const read = readParams(system, pattern, example);
      const unfit = read.ok ? [] : read.problems.filter(({ parameter }) => findDeclared(example, parameter));
      expect(unfit).toEqual([]);
    }
  });

  test('of a day are offered as of yesterday', () => {
    const { downloads, extraction } = catalogue;
    const now = Date.parse('2027-03-02T10:00:00Z');
    expect(examplesOf(downloads, locate(downloads, 'batchesOfDate'), now)[0]).toEqual({ date: '2027-03-01' });
    expect(examplesOf(downloads, locate(downloads, 'fileById'), now)[0]).toEqual(
      expect.objectContaining({ fileId: 'accounts-2027-03-01' }),
    );
    expect(examplesOf(downloads, locate(downloads, 'stuckFiles'), now)[0]).toEqual({
      olderThan: String(Date.parse('2027-03-01T14:30:00Z')),
    });
    expect(examplesOf(extraction, locate(extraction, 'documentsByStatusBefore'), now)[0]).toEqual(
      expect.objectContaining({ batchId: 'batch-01M7SJ8EE04C', before: '2027-03-01T00:00:00.000Z' }),
    );
  });

  test('are those under which the samples are found, each once', () => {
    const { hr } = catalogue;
    expect(examplesOf(hr, locate(hr, 'openJobsOfOrg'))).toEqual([
      expect.objectContaining({ orgId: '01HXAA' }),
    ]);
  });
});

describe('what an item is found by', () => {
  const employee = {
    PK: { S: 'ORG#01HXAA' },
    SK: { S: 'EMP#01HXBB' },
    GSI1PK: { S: 'EMAIL#mo@acme.co' },
  };

  test('is read out of its keys', () => {
    const { hr } = catalogue;
    expect(keyValues(locate(hr, 'employeeById'), employee)).toEqual({ orgId: '01HXAA', empId: '01HXBB' });
  });

  test('is nothing where a key is masked, absent or of another template', () => {
    const { hr } = catalogue;
    const masked = { MASKED: { what: 'a key', revealable: true } } as const;
    const byId = locate(hr, 'employeeById');
    expect(keyValues(byId, { ...employee, PK: masked })).toBeUndefined();
    expect(keyValues(byId, { PK: employee.PK })).toBeUndefined();
    expect(keyValues(byId, { ...employee, SK: { S: 'DEPT#01HXCC' } })).toBeUndefined();
  });
});
