import { describe, expect, test } from 'vitest';
import {
  countReturnCauses,
  listJobNews,
  formatReceipts,
  readStates,
  describeStepOutcome,
  describeStep,
} from '#renderer/features/plans/job/job-rules.ts';
import {
  describeBrake,
  findFingerprint,
  describeResume,
  describeStart,
} from '#renderer/features/plans/plan-messages.ts';
import { findKindMessages } from '#renderer/features/plans/kind-messages.ts';
import {
  isCheap,
  isList,
  findReasonError,
  toStartInput,
  isDestructive,
} from '#renderer/features/plans/plan-rules.ts';
import { type Plan } from '#shared/contract/plans.ts';
import { jobKinds, type PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import {
  alwaysNeedsReason,
  describeReceiptState,
  findNextStep,
  isOfMessages,
} from '#shared/domain/job-words.ts';
import { jobSummary } from '#shared/domain/job-summary.ts';
import { aJob, aPlan, aPlanItem, aReceipt, someCounts } from '#test/builders/a-job.ts';

const target: PlanTarget = {
  kind: 'redrive-messages',
  queue: 'doc-extract-dlq',
  messageIds: ['m-1'],
  fingerprint: 'c2d9f0',
};

describe('a plan of messages', () => {
  test('says what is being read, and for which group', () => {
    expect(findKindMessages('redrive-messages').describeReading(target)).toContain('sampled messages');
    expect(findFingerprint(target)).toBe('c2d9f0');
  });

  test('starts with one message, whatever follows', () => {
    expect(describeStart(aMessagePlan({ items: going(12) }), '')).toBe('Start with 1 message');
  });

  test('waits in each step until the messages are processed', () => {
    expect(findKindMessages('redrive-messages').steps?.next).toContain('comes back');
    expect(findKindMessages('discard-messages').steps?.next).toContain('saved to the file');
    expect(findKindMessages('reprocess').steps?.next).toContain('SUCCEEDED');
  });
});

describe('a plan to discard', () => {
  const plan = aMessagePlan({ kind: 'discard-messages', items: going(3) });
  const said = { environment: '', count: '', reason: '' };

  test('says on its button how many messages are discarded', () => {
    expect(describeStart(plan, '')).toBe('Discard 3 messages');
    const locked = going(3).map((item) => ({ ...item, verdict: 'blocked' as const, needsReason: true }));
    expect(describeStart(aMessagePlan({ kind: 'discard-messages', items: locked }), '')).toBe(
      'Discard 3 messages',
    );
  });

  test('requires a reason', () => {
    expect(findReasonError(plan, ' ')).toBe('Reason required. Why discard them?');
    expect(toStartInput(plan, said)).toBeNull();
    expect(toStartInput(plan, { ...said, reason: 'Test data' })).toMatchObject({ reason: 'Test data' });
  });
});

test('a redrive requires no reason unless every message does', () => {
  expect(findReasonError(aMessagePlan({ items: going(3) }), '')).toBeUndefined();
  const poison = aPlanItem({ id: 'm-9', verdict: 'blocked', needsReason: true });
  expect(findReasonError(aMessagePlan({ items: [...going(1), poison] }), '')).toBeUndefined();
  expect(findReasonError(aMessagePlan({ items: [poison] }), '')).toBe(
    'Reason required. Why send them anyway?',
  );
});

test('kinds of plans are named by their action', () => {
  expect(jobKinds.filter(isList)).toEqual([
    'reprocess',
    'reprocess-many',
    'send-to-review',
    'accept-documents',
    'approve-documents',
    'redrive-messages',
    'discard-messages',
    'resend-messages',
    'requeue-files',
  ]);
  expect(jobKinds.filter(isOfMessages)).toEqual(['redrive-messages', 'discard-messages', 'resend-messages']);
  expect(jobKinds.filter(isDestructive)).toEqual([
    'accept-documents',
    'stop-execution',
    'discard-messages',
    'close-downloads',
  ]);
});

test('the messages of a kind fit its record', () => {
  for (const kind of jobKinds) {
    const { steps, action, reason } = findKindMessages(kind);
    expect(steps !== null).toBe(isList(kind));
    expect(action === null).toBe(isList(kind));
    expect(reason !== null).toBe(alwaysNeedsReason(kind));
  }
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
    expect(findKindMessages('requeue-files').describeReading({ kind: 'requeue-files', fileIds: ['a'] })).toBe(
      'Reading the file again by its key',
    );
    expect(
      findKindMessages('requeue-files').describeReading({ kind: 'requeue-files', fileIds: ['a', 'b'] }),
    ).toContain('2 files again by their keys');
    expect(
      findKindMessages('trigger-downloads').describeReading({
        kind: 'trigger-downloads',
        date: '2026-11-20',
      }),
    ).toContain('the batches of the day');
    expect(
      findKindMessages('close-downloads').describeReading({ kind: 'close-downloads', batchId: 'b' }),
    ).toContain('the download batch again');
    expect(describeStart(aPlan({ kind: 'requeue-files' }), '')).toBe('Start with 1 file');
    expect(describeStart(aPlan({ kind: 'trigger-downloads' }), '')).toBe('Run the day again');
    expect(describeStart(aPlan({ kind: 'close-downloads' }), '')).toBe('Close the batch');
    expect(findKindMessages('requeue-files').steps?.next).toContain('completed');
  });

  test.each(['trigger-downloads', 'close-downloads'] as const)(
    'to %s needs a reason, and files need none',
    (kind) => {
      const plan = aPlan({ kind, items: [aPlanItem()] });
      expect(findReasonError(plan, ' ')).toMatch(
        /^Reason required\. Why (run the day again|close the batch)/,
      );
      expect(toStartInput(plan, said)).toBeNull();
      expect(toStartInput(plan, { ...said, reason: ' It never ran. ' })).toMatchObject({
        reason: 'It never ran.',
      });
      expect(toStartInput(aPlan({ kind: 'requeue-files' }), said)).not.toBeNull();
    },
  );

  test('says what it does to a single thing, and what it does not', () => {
    for (const kind of jobKinds.filter((one) => !isList(one))) {
      expect(findKindMessages(kind).action?.does.length).toBeGreaterThan(0);
      expect(findKindMessages(kind).action?.doesNot.length).toBeGreaterThan(0);
    }
    expect(jobKinds.filter(isCheap)).toHaveLength(6);
  });

  test('uses texts about files when braked and copied', () => {
    const job = aJob({ kind: 'requeue-files', state: 'running', batchId: null, counts: { running: 2 } });
    expect(describeBrake(job)).toBe('Nothing new starts. 2 requeued files finish and keep their receipts.');
    expect(describeBrake({ ...job, kind: 'close-downloads' })).toContain("can't be undone");
    const downloads = { date: '2026-11-20', batchId: 'batch-1' };
    const receipt = aReceipt({ id: 'rates-2026-11-20', name: null, status: null, run: null, ms: null });
    expect(formatReceipts({ ...job, downloads }, [receipt])).toMatch(
      /^batch-1, plan sha256:[0-9a-f]+\nrates-2026-11-20\t\tCompleted$/,
    );
  });
});

const ofQueue = { tenantId: null, batchId: null, queue: 'doc-extract-dlq' } as const;
const counts = { fixed: 11, 'failed-again': 1 };
const job = aJob({ kind: 'redrive-messages', ...ofQueue, counts });

describe('a job on messages', () => {
  test('says how many were sent, processed, and came back to the queue', () => {
    expect(jobSummary(job)).toMatch(/^12 of 12 sent, 11 processed, 1 back in the queue/);
  });

  test('is announced with its queue', () => {
    const running = aJob({ ...job, state: 'running' });
    expect(listJobNews(readStates([running]), [job])).toMatchObject([
      { detail: 'doc-extract-dlq', tone: 'failed' },
    ]);
  });

  test('describes a step with texts about messages', () => {
    const step = {
      size: 2,
      state: 'done' as const,
      items: [],
      counts: someCounts({ fixed: 1, 'failed-again': 1 }),
    };
    expect(describeStep(step, job)).toBe('1 processed and 1 back in the queue');
    expect(describeStepOutcome(step, 0, job)).toContain('1 back in the queue');
    const one = { ...step, size: 1, counts: someCounts({ 'failed-again': 1 }) };
    expect(describeStep(one, job)).toBe('back in the queue');
  });

  test('does not call a download that failed again back in the queue, because its message is used up', () => {
    const downloads = aJob({ kind: 'redrive-messages', ...ofQueue, counts, failedDownloads: 1 });
    expect(jobSummary(downloads)).toMatch(
      /^12 of 12 sent, 11 processed, 1 failed again \(messages used up\)/,
    );
    const step = { size: 12, state: 'done' as const, items: [], counts: someCounts(counts) };
    expect(describeStep(step, downloads)).toBe('11 processed and 1 failed again');
    const failed = aReceipt({
      state: 'failed-again',
      status: null,
      note: 'The download failed again: timeout',
    });
    const back = aReceipt({ state: 'failed-again', status: null, note: 'Back in the queue: UnknownBatch' });
    expect(describeReceiptState('redrive-messages', failed)).toBe('Failed again');
    expect(describeReceiptState('redrive-messages', back)).toBe('Back in the queue');
    expect(formatReceipts(downloads, [failed, back])).toMatch(/\tFailed again\t[\s\S]*\tBack in the queue\t/);
    expect(findNextStep(downloads, 'failed-again')).toMatch(
      /^A download .* requeue its file in Downloads\.$/,
    );
    expect(findNextStep(job, 'failed-again')).not.toContain('requeue its file');
    expect(countReturnCauses([failed])).toEqual([{ cause: 'timeout', count: 1 }]);
    const both = aJob({
      kind: 'redrive-messages',
      ...ofQueue,
      counts: { 'failed-again': 3 },
      failedDownloads: 2,
    });
    expect(jobSummary(both)).toContain('3 failed again (2 used up)');
  });

  test('names each cause for returned messages once, the most frequent first', () => {
    const back = (note: string) => aReceipt({ state: 'failed-again', note });
    const receipts = [
      back('Back in the queue with the same cause: UnknownBatch'),
      back('Back in the queue with another cause: WebhookRefused'),
      back('Back in the queue: WebhookRefused'),
      aReceipt({ note: 'Its document had been received before.' }),
    ];
    expect(countReturnCauses(receipts)).toEqual([
      { cause: 'WebhookRefused', count: 2 },
      { cause: 'UnknownBatch', count: 1 },
    ]);
  });

  test('says what braking and resuming mean for it', () => {
    expect(describeBrake(job)).toContain('nothing more is sent or deleted');
    const left = aJob({ ...job, state: 'stopped', counts: { fixed: 1, waiting: 11, uncertain: 2 } });
    expect(describeResume(left)).toContain('Messages no longer held are received again');
    expect(describeResume(left)).toContain('2 uncertain, not sent again.');
    expect(describeResume({ ...left, confirmation: 'lacking' })).toMatch(
      /at once without waiting for confirmation\. The first message that comes back brakes the job\./,
    );
  });

  test('is copied with its queue at the top', () => {
    expect(formatReceipts(job, [aReceipt()])).toMatch(/^doc-extract-dlq, plan sha256:/);
  });
});
