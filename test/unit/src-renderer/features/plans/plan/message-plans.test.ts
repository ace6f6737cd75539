import { describe, expect, test } from 'vitest';
import { jobKinds, type Plan, type PlanTarget } from '#shared/contract/jobs/plans.ts';
import { isOfMessages } from '#shared/domain/job-place.ts';
import { isList, takesAway } from '#renderer/features/plans/plan-kind.ts';
import {
  fingerprintOf,
  nextStepWords,
  readingWords,
  startWords,
} from '#renderer/features/plans/plan/plan-words.ts';
import { reasonError, startInputOf } from '#renderer/features/plans/plan/starting.ts';
import { aPlan, aPlanItem } from '#test/builders/a-job.ts';

const target: PlanTarget = {
  kind: 'redrive-messages',
  queue: 'doc-extract-dlq',
  messageIds: ['m-1'],
  fingerprint: 'c2d9f0',
};

describe('a plan of messages', () => {
  test('says what is looked at while it is made, and of which group it is', () => {
    expect(readingWords(target)).toContain('held');
    expect(fingerprintOf(target)).toBe('c2d9f0');
  });

  test('starts with one message, whatever comes after', () => {
    expect(startWords(aMessagePlan({ items: going(12) }), '')).toBe('Start with 1 message');
  });

  test('waits in its steps for what was processed', () => {
    expect(nextStepWords('redrive-messages')).toContain('comes back');
    expect(nextStepWords('discard-messages')).toContain('in the file');
    expect(nextStepWords('reprocess')).toContain('SUCCEEDED');
  });
});

describe('a plan to discard', () => {
  const plan = aMessagePlan({ kind: 'discard-messages', items: going(3) });
  const said = { environment: '', count: '', reason: '' };

  test('says on its button how many go', () => {
    expect(startWords(plan, '')).toBe('Discard 3 messages');
    const locked = going(3).map((item) => ({ ...item, verdict: 'blocked' as const, needsReason: true }));
    expect(startWords(aMessagePlan({ kind: 'discard-messages', items: locked }), '')).toBe(
      'Discard 3 messages',
    );
  });

  test('does not start without a reason', () => {
    expect(reasonError(plan, ' ')).toBe('Say why nobody needs them.');
    expect(startInputOf(plan, said)).toBeNull();
    expect(startInputOf(plan, { ...said, reason: 'Test data' })).toMatchObject({ reason: 'Test data' });
  });
});

test('what may be redriven needs no reason, unless all of it waits for one', () => {
  expect(reasonError(aMessagePlan({ items: going(3) }), '')).toBeUndefined();
  const poison = aPlanItem({ id: 'm-9', verdict: 'blocked', needsReason: true });
  expect(reasonError(aMessagePlan({ items: [...going(1), poison] }), '')).toBeUndefined();
  expect(reasonError(aMessagePlan({ items: [poison] }), '')).toBe('Say why they should go all the same.');
});

test('kinds are told apart by what is asked of them', () => {
  expect(jobKinds.filter(isList)).toEqual([
    'reprocess',
    'redrive-messages',
    'discard-messages',
    'requeue-files',
  ]);
  expect(jobKinds.filter(isOfMessages)).toEqual(['redrive-messages', 'discard-messages']);
  expect(jobKinds.filter(takesAway)).toEqual(['stop-execution', 'discard-messages', 'close-downloads']);
});

function aMessagePlan(change: Partial<Plan> = {}): Plan {
  return aPlan({ kind: 'redrive-messages', target, tenantId: null, ...change });
}

function going(count: number) {
  return Array.from({ length: count }, (_, n) => aPlanItem({ id: `m-${String(n)}` }));
}
