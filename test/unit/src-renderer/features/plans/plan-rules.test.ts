import { describe, expect, test } from 'vitest';
import {
  sortBlockedFirst,
  countFigures,
  countGoing,
  listRampSteps,
  nameSecondStep,
  describeReads,
  toStartInput,
  findTypedErrors,
  whyNotStart,
} from '#renderer/features/plans/plan-rules.ts';
import { readPlanClock } from '#renderer/features/plans/times.ts';
import { describeStart } from '#renderer/features/plans/plan-messages.ts';
import { aPlan, aPlanItem } from '#test/builders/a-job.ts';

const go = (count: number) => Array.from({ length: count }, (_, n) => aPlanItem({ id: `go-${String(n)}` }));
const poison = aPlanItem({ id: 'poison', verdict: 'blocked', needsReason: true });
const nothing = { environment: '', count: '', reason: '' };

describe('the items a plan sends', () => {
  test('include a poisonous document only with a reason', () => {
    const plan = aPlan({ items: [...go(28), poison] });
    expect(countGoing(plan, '  ')).toBe(28);
    expect(countGoing(plan, 'A new model was deployed')).toBe(29);
    expect(listRampSteps(plan, '')).toEqual([1, 10, 17]);
    expect(listRampSteps(plan, 'why')).toEqual([1, 10, 18]);
  });

  test('come after those that are left out, in the order of the plan', () => {
    const skip = aPlanItem({ id: 'skip', verdict: 'skip' });
    expect(sortBlockedFirst([...go(2), skip, poison]).map(({ id }) => id)).toEqual([
      'poison',
      'skip',
      'go-0',
      'go-1',
    ]);
    expect(describeReads({ items: go(31), reads: { calls: 1, rru: 15.5 } })).toBe(
      '31 read in 1 call, 15.5 RRU',
    );
  });

  test('are described on the button', () => {
    expect(describeStart(aPlan({ items: go(28) }), '')).toBe('Start with 1 document');
    expect(describeStart(aPlan({ items: [] }), '')).toBe('Nothing to start');
    expect(describeStart(aPlan({ kind: 'stop-execution' }), '')).toBe('Stop the execution');
  });
});

test('the figures describe the plan as it would start now', () => {
  const plan = aPlan({ items: [...go(2), { ...poison, usd: '0.0404' }] });
  expect(countFigures(plan, '')).toEqual({ go: 2, skip: 0, blocked: 1, usd: '0.48', seconds: 360 });
  expect(countFigures(plan, 'why')).toEqual({ go: 3, skip: 0, blocked: 0, usd: '0.5204', seconds: null });
  const unknown = aPlan({ items: [...go(2), { ...poison, usd: null }] });
  expect(countFigures(unknown, 'why').usd).toBeNull();
});

describe('the values to type', () => {
  const typing = { environment: 'production', count: 28 };
  const plan = aPlan({ items: [...go(28), poison], typing });

  test('are none if the environment requires none', () => {
    expect(findTypedErrors(aPlan(), nothing)).toEqual({});
  });

  test('have errors that name the expected value', () => {
    expect(findTypedErrors(plan, { environment: 'prod', count: '31', reason: '' })).toEqual({
      environment: 'This is production. Type production.',
      count: 'The plan has 28 to go. Type 28.',
    });
    expect(findTypedErrors(plan, nothing).environment).toBe('Type production.');
  });

  test('include a higher count if a reason is given', () => {
    const said = { environment: ' production ', count: '28', reason: 'new model' };
    expect(findTypedErrors(plan, said)).toEqual({
      count: 'With this reason the plan has 29 to go. Type 29.',
    });
    expect(findTypedErrors(plan, { ...said, count: ' 29 ' })).toEqual({});
  });

  test('are sent only if they are right, with the hash of the plan', () => {
    expect(toStartInput(plan, { environment: 'production', count: '2', reason: '' })).toBeNull();
    expect(toStartInput(plan, { environment: 'production', count: '28', reason: ' ' })).toEqual({
      planId: plan.planId,
      hash: plan.hash,
      typed: { environment: 'production', count: '28' },
    });
    expect(toStartInput(aPlan(), { ...nothing, reason: ' throttled before ' })).toEqual({
      planId: plan.planId,
      hash: plan.hash,
      reason: 'throttled before',
    });
  });
});

describe('a plan cannot start', () => {
  test('if main says so, if it is too old, or if it sends nothing', () => {
    const cannotStart = 'prod is open read-only.';
    expect(whyNotStart(aPlan({ cannotStart }), true, '')).toBe(cannotStart);
    expect(whyNotStart(aPlan(), true, '')).toBe('The plan has expired. Refresh it.');
    expect(whyNotStart(aPlan({ items: [poison] }), false, '')).toBe('Reason required.');
    expect(whyNotStart(aPlan({ items: [poison] }), false, 'new model')).toBeNull();
    expect(toStartInput(aPlan({ items: [poison] }), nothing)).toBeNull();
  });
});

describe('the clock of a plan', () => {
  const plan = aPlan();
  const at = (text: string) => readPlanClock(plan, Date.parse(`2026-11-22T${text}Z`));

  test('counts down from ten minutes', () => {
    expect(at('14:24:06')).toEqual({ left: 1, words: '10:00', tone: 'accent', expired: false });
    expect(at('14:24:24.400')).toMatchObject({ words: '09:42', expired: false });
    expect(at('14:32:06')).toMatchObject({ words: '02:00', tone: 'soon' });
    expect(at('14:33:30')).toMatchObject({ words: '00:36', tone: 'urgent' });
  });

  test('stays ended after its last moment', () => {
    expect(at('14:34:05.900')).toMatchObject({ words: '00:01', expired: false });
    expect(at('14:34:06')).toEqual({ left: 0, words: '00:00', tone: 'urgent', expired: true });
    expect(at('15:00:00')).toMatchObject({ words: '00:00', expired: true });
  });
});

describe('a plan over many batches', () => {
  const of = { projectId: 'invoices', workflowId: null, skip: 0, blocked: 0, needsReason: 0 };
  const batches = [
    { ...of, tenantId: 'northwind', batchId: 'batch-1', go: 12 },
    { ...of, tenantId: 'kestrel', batchId: 'batch-2', go: 40, blocked: 3, needsReason: 3 },
  ];
  const many = { batches, firstTenant: 'northwind', usdWithReason: '0.30', items: 55, limit: null };
  const plan = aPlan({
    kind: 'reprocess-many',
    items: [],
    counts: { go: 52, skip: 0, blocked: 3 },
    many,
    typing: { environment: 'production', count: 52, tenants: 2 },
  });

  test('is counted and priced without its items', () => {
    expect(countGoing(plan, '')).toBe(52);
    expect(countGoing(plan, 'fixed')).toBe(55);
    expect(countFigures(plan, 'fixed')).toMatchObject({ go: 55, blocked: 0, usd: '0.78' });
    expect(describeReads(plan)).toContain('55 read');
  });

  test('goes over tenants, and names the second step by its tenant', () => {
    expect(listRampSteps(plan, '')).toEqual([1, 11, 40]);
    expect(listRampSteps(plan, 'fixed')).toEqual([1, 11, 43]);
    expect(nameSecondStep(plan)).toBe('northwind');
    const ofOne = {
      ...plan,
      many: { ...many, batches: batches.slice(0, 1) },
      counts: { go: 12, skip: 0, blocked: 0 },
    };
    expect(listRampSteps(ofOne, '')).toEqual([1, 10, 1]);
    expect(nameSecondStep(ofOne)).toBeUndefined();
  });

  test('is confirmed by the environment and the count', () => {
    const typed = { environment: 'production', count: '52', reason: '' };
    expect(toStartInput(plan, typed)).toMatchObject({ planId: plan.planId, typed: { count: '52' } });
    expect(toStartInput(plan, { ...typed, count: '51' })).toBeNull();
  });
});
