import { describe, expect, it, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import { keyValues } from '#shared/catalogue/items/sample-attributes.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import { buildExamples, readParams } from '#shared/catalogue/questions/read-params.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { aSystem } from '#test/builders/a-system.ts';

const read = (pattern: string, typed: Record<string, string>): unknown =>
  readParams(aSystem(), pattern, typed);
const refusal = (parameter: string, problem: string | RegExp): unknown => ({
  ok: false,
  problems: [{ parameter, problem: typeof problem === 'string' ? problem : expect.stringMatching(problem) }],
});

describe('readParams', () => {
  it('takes what was typed, without surrounding spaces', () => {
    expect(read('branch', { branchId: '  north\t' })).toEqual({ ok: true, params: { branchId: 'north' } });
  });

  it.each([
    ['1763650000000', '1763650000000'],
    ['2025-11-20T14:46:40Z', '1763650000000'],
    ['2025-11-20T15:46:40+01:00', '1763650000000'],
    ['2025-11-20T14:46Z', '1763649960000'],
  ])('turns the moment %s into milliseconds', (moment, ms) => {
    expect(read('due', { branchId: 'n', status: 'out', moment })).toMatchObject({ params: { moment: ms } });
  });

  it.each(['2025-11-20T14:46:40', '2025-11-20', 'yesterday', '30 min ago', '2025-02-30T10:00Z', '1e3'])(
    'refuses the moment "%s" and says what is accepted',
    (moment) => {
      expect(read('due', { branchId: 'n', status: 'out', moment })).toEqual(
        refusal('moment', /; a time such as 2026-11-20T14:20Z is taken too$/),
      );
    },
  );

  it('reports everything that is wrong at once', () => {
    expect(read('due', { status: ' ', moment: 'x', extra: 'y' })).toMatchObject({
      ok: false,
      problems: [
        { parameter: 'branchId', problem: 'is missing' },
        { parameter: 'status', problem: 'is missing' },
        { parameter: 'moment' },
        { parameter: 'extra', problem: 'is not a parameter of this question' },
      ],
    });
  });

  it('refuses a value outside the choices', () => {
    expect(read('due', { branchId: 'n', status: 'back', moment: '1' })).toEqual(
      refusal('status', 'is not one of out, late'),
    );
  });

  it('refuses a reversed range, which DynamoDB would answer with an error', () => {
    const days = { branchId: 'n', since: '2026-11-30', until: '2026-11-01' };
    expect(read('loansBetween', days)).toEqual(refusal('until', 'is before the other end, LOAN#2026-11-30'));
    expect(read('loansBetween', { ...days, until: '2026-11-30' })).toMatchObject({ ok: true });
  });

  it('compares numbers as numbers and texts by code point', () => {
    const system = aSystem();
    const between = (sort: unknown, on: string): typeof system =>
      ({ ...system, patterns: { p: { ...system.patterns['due'], on, partition: '{a}', sort } } }) as never;
    const numbers = between({ between: ['{x:number}', '{y:number}'] }, 'main.GSI1');
    expect(readParams(numbers, 'p', { a: 'a', x: '9', y: '10' })).toMatchObject({ ok: true });
    expect(readParams(numbers, 'p', { a: 'a', x: '10', y: '9' })).toMatchObject({ ok: false });
    const texts = between({ between: ['{x}', '{y}'] }, 'main');
    expect(readParams(texts, 'p', { a: 'a', x: '10', y: '9' })).toMatchObject({ ok: true });
    expect(readParams(texts, 'p', { a: 'a', x: '\uFFFD', y: '😀' })).toMatchObject({ ok: true });
    expect(readParams(texts, 'p', { a: 'a', x: 'ab', y: 'a' })).toMatchObject({ ok: false });
  });

  it('refuses values that make a longer key than DynamoDB allows: 2,048 bytes, and 1,024 for a sort key', () => {
    expect(read('reader', { readerId: 'x'.repeat(2_048) })).toMatchObject({ ok: true });
    expect(read('reader', { readerId: 'x'.repeat(2_049) })).toEqual(refusal('readerId', /^is too long/));
    const system = aSystem();
    const pattern = { ...system.patterns['branch'], sort: { equals: '{x}' } };
    const changed = { ...system, patterns: { p: pattern } } as typeof system;
    expect(readParams(changed, 'p', { branchId: 'n', x: 'é'.repeat(513) })).toEqual(
      refusal('x', /1026 bytes/),
    );
  });

  it.each([
    ['2026-11-20T14:20:00Z', '2026-11-20T14:20:00.000Z'],
    ['2026-11-20T14:20:00.5Z', '2026-11-20T14:20:00.500Z'],
    ['2026-11-20T14:20:00.402Z', '2026-11-20T14:20:00.402Z'],
    ['2026-11-20T14:20:00.402123Z', '2026-11-20T14:20:00.402123Z'],
  ])('begins a range at %s with all of that second, since keys are compared as text', (typed, asked) => {
    const batch = { tenantId: 't', batchId: 'b', status: 'FAILED' };
    expect(readParams(extraction, 'documentsByStatusBefore', { ...batch, before: typed })).toEqual({
      ok: true,
      params: { ...batch, before: asked },
    });
    const range = { tenantId: 't', status: 'FAILED', from: typed, to: '2026-11-20T14:20:01Z' };
    expect(readParams(extraction, 'batchesByStatusBetween', range)).toEqual({
      ok: true,
      params: { ...range, from: asked },
    });
  });

  it('leaves a time as typed if a key must equal it', () => {
    const pattern = { ...extraction.patterns.workflowsByChange, sort: { equals: '{at:time}' } };
    const system = { ...extraction, patterns: { p: pattern } } as never;
    const asked = { tenantId: 't', projectId: 'p', at: '2026-11-20T14:20:00Z' };
    expect(readParams(system, 'p', asked)).toEqual({ ok: true, params: asked });
  });

  it('knows no parameter by a name that every object has', () => {
    expect(read('branch', { branchId: 'n', toString: 'x' })).toEqual(
      refusal('toString', 'is not a parameter of this question'),
    );
  });
});

const patterns = Object.values(catalogue).flatMap((system) =>
  Object.keys(system.patterns).map((pattern) => ({ system, pattern, name: `${system.id}.${pattern}` })),
);

describe('examples', () => {
  test.each(patterns)('$name has some, and its questions can be asked with them', ({ system, pattern }) => {
    const located = locate(system, pattern);
    const examples = buildExamples(system, located);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const asked = readParams(system, pattern, example);
      const unfit = asked.ok
        ? []
        : asked.problems.filter(({ parameter }) => findDeclared(example, parameter));
      expect(unfit).toEqual([]);
    }
  });

  test('of a day are yesterday’s', () => {
    const { downloads } = catalogue;
    const now = Date.parse('2027-03-02T10:00:00Z');
    expect(buildExamples(downloads, locate(downloads, 'batchesOfDate'), now)[0]).toEqual({
      date: '2027-03-01',
    });
    expect(buildExamples(downloads, locate(downloads, 'fileById'), now)[0]).toEqual(
      expect.objectContaining({ fileId: 'accounts-2027-03-01' }),
    );
    expect(buildExamples(downloads, locate(downloads, 'stuckFiles'), now)[0]).toEqual({
      olderThan: String(Date.parse('2027-03-01T14:30:00Z')),
    });
    expect(buildExamples(extraction, locate(extraction, 'documentsByStatusBefore'), now)[0]).toEqual(
      expect.objectContaining({ batchId: 'batch-01M7SJ8EE04C', before: '2027-03-01T00:00:00.000Z' }),
    );
  });

  test('find the samples, each once', () => {
    const { hr } = catalogue;
    expect(buildExamples(hr, locate(hr, 'openJobsOfOrg'))).toEqual([
      expect.objectContaining({ orgId: '01HXAA' }),
    ]);
  });
});

describe('the questions that find an item', () => {
  const employee = {
    PK: { S: 'ORG#01HXAA' },
    SK: { S: 'EMP#01HXBB' },
    GSI1PK: { S: 'EMAIL#mo@acme.co' },
  };

  test('are filled from its keys', () => {
    const { hr } = catalogue;
    expect(keyValues(locate(hr, 'employeeById'), employee)).toEqual({ orgId: '01HXAA', empId: '01HXBB' });
  });

  test('are filled from the parts that both ends of a range begin with', () => {
    const day = {
      PK: { S: 'TENANT#northwind#CORRECTIONS' },
      SK: { S: 'CORRECTIONS#carrier-invoices#2026-11-19' },
    };
    const ofWorkflow = locate(extraction, 'correctionsOfWorkflow');
    expect(keyValues(ofWorkflow, day)).toEqual({ tenantId: 'northwind', workflowId: 'carrier-invoices' });
    expect(keyValues(ofWorkflow, { ...day, SK: { S: 'ELSE#carrier-invoices#2026-11-19' } })).toBeUndefined();
    const inDetail = locate(extraction, 'spendInDetail');
    const budget = { PK: { S: 'TENANT#northwind#SPEND' }, SK: { S: 'BY#BUDGET' } };
    expect(keyValues(inDetail, budget)).toEqual({ tenantId: 'northwind' });
    expect(keyValues(inDetail, { ...budget, SK: { S: 'DAY#2026-11-19' } })).toBeUndefined();
  });

  test('are none if a key is masked, absent or of another template', () => {
    const { hr } = catalogue;
    const masked = { MASKED: { what: 'a key', revealable: true } } as const;
    const byId = locate(hr, 'employeeById');
    expect(keyValues(byId, { ...employee, PK: masked })).toBeUndefined();
    expect(keyValues(byId, { PK: employee.PK })).toBeUndefined();
    expect(keyValues(byId, { ...employee, SK: { S: 'DEPT#01HXCC' } })).toBeUndefined();
  });
});
