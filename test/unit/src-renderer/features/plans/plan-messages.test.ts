import { describe, expect, test } from 'vitest';
import {
  causesOfReturn,
  jobNews,
  receiptsText,
  readStates,
  stepSaid,
  describeStep,
} from '#renderer/features/plans/job/job-rules.ts';
import {
  describeBrake,
  describeDeed,
  findFingerprint,
  describeNextStep,
  describeReading,
  describeResume,
  describeStart,
} from '#renderer/features/plans/plan-messages.ts';
import {
  costsLittle,
  isList,
  reasonError,
  toStartInput,
  takesAway,
} from '#renderer/features/plans/plan-rules.ts';
import { jobKinds, type Plan, type PlanTarget } from '#shared/contract/plans.ts';
import { isOfMessages } from '#shared/domain/job-words.ts';
import { jobSummary } from '#shared/domain/job-summary.ts';
import { aJob, aPlan, aPlanItem, aReceipt, someCounts } from '#test/builders/a-job.ts';

const target: PlanTarget = {
  kind: 'redrive-messages',
  queue: 'doc-extract-dlq',
  messageIds: ['m-1'],
  fingerprint: 'c2d9f0',
};

describe('a plan of messages', () => {
  test('says what is looked at while it is made, and of which group it is', () => {
    expect(describeReading(target)).toContain('held');
    expect(findFingerprint(target)).toBe('c2d9f0');
  });

  test('starts with one message, whatever comes after', () => {
    expect(describeStart(aMessagePlan({ items: going(12) }), '')).toBe('Start with 1 message');
  });

  test('waits in its steps for what was processed', () => {
    expect(describeNextStep('redrive-messages')).toContain('comes back');
    expect(describeNextStep('discard-messages')).toContain('in the file');
    expect(describeNextStep('reprocess')).toContain('SUCCEEDED');
  });
});

describe('a plan to discard', () => {
  const plan = aMessagePlan({ kind: 'discard-messages', items: going(3) });
  const said = { environment: '', count: '', reason: '' };

  test('says on its button how many go', () => {
    expect(describeStart(plan, '')).toBe('Discard 3 messages');
    const locked = going(3).map((item) => ({ ...item, verdict: 'blocked' as const, needsReason: true }));
    expect(describeStart(aMessagePlan({ kind: 'discard-messages', items: locked }), '')).toBe(
      'Discard 3 messages',
    );
  });

  test('does not start without a reason', () => {
    expect(reasonError(plan, ' ')).toBe('Say why nobody needs them.');
    expect(toStartInput(plan, said)).toBeNull();
    expect(toStartInput(plan, { ...said, reason: 'Test data' })).toMatchObject({ reason: 'Test data' });
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

const said = { environment: '', count: '', reason: '' };

describe('a plan about downloads', () => {
  test('says what is read for it, and how it starts', () => {
    expect(describeReading({ kind: 'requeue-files', fileIds: ['a'] })).toBe(
      'Reading the file again by its key',
    );
    expect(describeReading({ kind: 'requeue-files', fileIds: ['a', 'b'] })).toContain(
      '2 files again by their keys',
    );
    expect(describeReading({ kind: 'trigger-downloads', date: '2026-11-20' })).toContain(
      'the batches of the day',
    );
    expect(describeReading({ kind: 'close-downloads', batchId: 'b' })).toContain('the download batch again');
    expect(describeStart(aPlan({ kind: 'requeue-files' }), '')).toBe('Start with 1 file');
    expect(describeStart(aPlan({ kind: 'trigger-downloads' }), '')).toBe('Run the day again');
    expect(describeStart(aPlan({ kind: 'close-downloads' }), '')).toBe('Close the batch');
    expect(describeNextStep('requeue-files')).toContain('completed');
  });

  test.each(['trigger-downloads', 'close-downloads'] as const)(
    'to %s needs a reason, and files need none',
    (kind) => {
      const plan = aPlan({ kind, items: [aPlanItem()] });
      expect(reasonError(plan, ' ')).toMatch(/^Say why the (day|batch) is /);
      expect(toStartInput(plan, said)).toBeNull();
      expect(toStartInput(plan, { ...said, reason: ' It never ran. ' })).toMatchObject({
        reason: 'It never ran.',
      });
      expect(toStartInput(aPlan({ kind: 'requeue-files' }), said)).not.toBeNull();
    },
  );

  test('of one thing says what it does and does not', () => {
    for (const kind of jobKinds.filter((one) => !isList(one))) {
      expect(describeDeed(kind).does.length).toBeGreaterThan(0);
      expect(describeDeed(kind).doesNot.length).toBeGreaterThan(0);
    }
    expect(jobKinds.filter(costsLittle)).toHaveLength(5);
  });

  test('is braked, and copied, in words of files', () => {
    const job = aJob({ kind: 'requeue-files', state: 'running', batchId: null, counts: { running: 2 } });
    expect(describeBrake(job)).toBe(
      'Nothing new starts. The 2 requeued files finish and keep their receipts.',
    );
    expect(describeBrake({ ...job, kind: 'close-downloads' })).toContain('not taken back');
    const downloads = { date: '2026-11-20', batchId: 'batch-1' };
    const receipt = aReceipt({ id: 'rates-2026-11-20', name: null, status: null, run: null, ms: null });
    expect(receiptsText({ ...job, downloads }, [receipt])).toMatch(
      /^batch-1, plan sha256:[0-9a-f]+\nrates-2026-11-20\t\tCompleted$/,
    );
  });
});

const ofQueue = { tenantId: null, batchId: null, queue: 'doc-extract-dlq' } as const;
const counts = { fixed: 11, 'failed-again': 1 };
const job = aJob({ kind: 'redrive-messages', ...ofQueue, counts });

describe('a job on messages', () => {
  test('says how many were sent, processed, and are back in the queue', () => {
    expect(jobSummary(job)).toMatch(/^12 of 12 sent, 11 processed, 1 back in the queue/);
  });

  test('is news of its queue', () => {
    const running = aJob({ ...job, state: 'running' });
    expect(jobNews(readStates([running]), [job])).toMatchObject([
      { detail: 'doc-extract-dlq', tone: 'failed' },
    ]);
  });

  test('tells of a step in the words of messages', () => {
    const step = {
      size: 2,
      state: 'done' as const,
      items: [],
      counts: someCounts({ fixed: 1, 'failed-again': 1 }),
    };
    expect(describeStep(step, 'redrive-messages')).toBe('1 processed and 1 back in the queue');
    expect(stepSaid(step, 0, 'redrive-messages')).toContain('1 back in the queue');
    const one = { ...step, size: 1, counts: someCounts({ 'failed-again': 1 }) };
    expect(describeStep(one, 'redrive-messages')).toBe('back in the queue');
  });

  test('names each cause for which messages came back once, the commonest first', () => {
    const back = (note: string) => aReceipt({ state: 'failed-again', note });
    const receipts = [
      back('Back in the queue with the same cause: UnknownBatch'),
      back('Back in the queue with another cause: WebhookRefused'),
      back('Back in the queue: WebhookRefused'),
      aReceipt({ note: 'Its document had been received before.' }),
    ];
    expect(causesOfReturn(receipts)).toEqual([
      { cause: 'WebhookRefused', count: 2 },
      { cause: 'UnknownBatch', count: 1 },
    ]);
  });

  test('says what a brake and going on again mean for it', () => {
    expect(describeBrake(job)).toContain('Nothing new is sent or deleted');
    const left = aJob({ ...job, state: 'stopped', counts: { fixed: 1, waiting: 11, uncertain: 2 } });
    expect(describeResume(left)).toContain('received from the queue again');
    expect(describeResume(left)).toContain('2 uncertain stay so: they are not sent again.');
    expect(describeResume({ ...left, confirmation: 'lacking' })).toMatch(
      /at once and waits for no confirmation\. The first message that comes back brakes it\./,
    );
  });

  test('is copied with its queue at the top', () => {
    expect(receiptsText(job, [aReceipt()])).toMatch(/^doc-extract-dlq, plan sha256:/);
  });
});
