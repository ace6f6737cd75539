import { describe, expect, test } from 'vitest';
import { jobSummary } from '#shared/domain/job-summary.ts';
import { causesOfReturn } from '#renderer/features/plans/job/causes-of-return.ts';
import { brakeWords, resumeWords } from '#renderer/features/plans/job/control-words.ts';
import { jobNews, statesOf } from '#renderer/features/plans/job/job-news.ts';
import { stepSaid, stepWords } from '#renderer/features/plans/job/job-segments.ts';
import { receiptsText } from '#renderer/features/plans/job/receipts-text.ts';
import { aJob, aReceipt, someCounts } from '#test/builders/a-job.ts';

const ofQueue = { tenantId: null, batchId: null, queue: 'doc-extract-dlq' } as const;
const counts = { fixed: 11, 'failed-again': 1 };
const job = aJob({ kind: 'redrive-messages', ...ofQueue, counts });

describe('a job on messages', () => {
  test('says how many were sent, processed, and are back in the queue', () => {
    expect(jobSummary(job)).toMatch(/^12 of 12 sent, 11 processed, 1 back in the queue/);
  });

  test('is news of its queue', () => {
    const running = aJob({ ...job, state: 'running' });
    expect(jobNews(statesOf([running]), [job])).toMatchObject([
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
    expect(stepWords(step, 'redrive-messages')).toBe('1 processed and 1 back in the queue');
    expect(stepSaid(step, 0, 'redrive-messages')).toContain('1 back in the queue');
    const one = { ...step, size: 1, counts: someCounts({ 'failed-again': 1 }) };
    expect(stepWords(one, 'redrive-messages')).toBe('back in the queue');
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
    expect(brakeWords(job)).toContain('Nothing new is sent or deleted');
    const left = aJob({ ...job, state: 'stopped', counts: { fixed: 1, waiting: 11, uncertain: 2 } });
    expect(resumeWords(left)).toContain('received from the queue again');
    expect(resumeWords(left)).toContain('2 uncertain stay so: they are not sent again.');
    expect(resumeWords({ ...left, confirmation: 'lacking' })).toMatch(
      /at once and waits for no confirmation\. The first message that comes back brakes it\./,
    );
  });

  test('is copied with its queue at the top', () => {
    expect(receiptsText(job, [aReceipt()])).toMatch(/^doc-extract-dlq, plan sha256:/);
  });
});
