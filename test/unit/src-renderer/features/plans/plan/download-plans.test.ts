import { describe, expect, test } from 'vitest';
import { brakeWords } from '#renderer/features/plans/job/control-words.ts';
import { receiptsText } from '#renderer/features/plans/job/receipts-text.ts';
import { deedWords } from '#renderer/features/plans/plan/deed-words.ts';
import { nextStepWords, readingWords, startWords } from '#renderer/features/plans/plan/plan-words.ts';
import { reasonError, startInputOf } from '#renderer/features/plans/plan/starting.ts';
import { costsLittle, isList } from '#renderer/features/plans/plan-kind.ts';
import { jobKinds } from '#shared/contract/jobs/plans.ts';
import { aJob, aPlan, aPlanItem, aReceipt } from '#test/builders/a-job.ts';

const said = { environment: '', count: '', reason: '' };

describe('a plan about downloads', () => {
  test('says what is read for it, and how it starts', () => {
    expect(readingWords({ kind: 'requeue-files', fileIds: ['a'] })).toBe('Reading the file again by its key');
    expect(readingWords({ kind: 'requeue-files', fileIds: ['a', 'b'] })).toContain(
      '2 files again by their keys',
    );
    expect(readingWords({ kind: 'trigger-downloads', date: '2026-11-20' })).toContain(
      'the batches of the day',
    );
    expect(readingWords({ kind: 'close-downloads', batchId: 'b' })).toContain('the download batch again');
    expect(startWords(aPlan({ kind: 'requeue-files' }), '')).toBe('Start with 1 file');
    expect(startWords(aPlan({ kind: 'trigger-downloads' }), '')).toBe('Run the day again');
    expect(startWords(aPlan({ kind: 'close-downloads' }), '')).toBe('Close the batch');
    expect(nextStepWords('requeue-files')).toContain('completed');
  });

  test.each(['trigger-downloads', 'close-downloads'] as const)(
    'to %s needs a reason, and files need none',
    (kind) => {
      const plan = aPlan({ kind, items: [aPlanItem()] });
      expect(reasonError(plan, ' ')).toMatch(/^Say why the (day|batch) is /);
      expect(startInputOf(plan, said)).toBeNull();
      expect(startInputOf(plan, { ...said, reason: ' It never ran. ' })).toMatchObject({
        reason: 'It never ran.',
      });
      expect(startInputOf(aPlan({ kind: 'requeue-files' }), said)).not.toBeNull();
    },
  );

  test('of one thing says what it does and does not', () => {
    for (const kind of jobKinds.filter((one) => !isList(one))) {
      expect(deedWords(kind).does.length).toBeGreaterThan(0);
      expect(deedWords(kind).doesNot.length).toBeGreaterThan(0);
    }
    expect(jobKinds.filter(costsLittle)).toHaveLength(5);
  });

  test('is braked, and copied, in words of files', () => {
    const job = aJob({ kind: 'requeue-files', state: 'running', batchId: null, counts: { running: 2 } });
    expect(brakeWords(job)).toBe('Nothing new starts. The 2 requeued files finish and keep their receipts.');
    expect(brakeWords({ ...job, kind: 'close-downloads' })).toContain('not taken back');
    const downloads = { date: '2026-11-20', batchId: 'batch-1' };
    const receipt = aReceipt({ id: 'rates-2026-11-20', name: null, status: null, run: null, ms: null });
    expect(receiptsText({ ...job, downloads }, [receipt])).toMatch(
      /^batch-1, plan sha256:[0-9a-f]+\nrates-2026-11-20\t\tCompleted$/,
    );
  });
});
