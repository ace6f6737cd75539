import { describe, expect, test } from 'vitest';
import { jobKinds } from '#shared/contract/jobs/plans.ts';
import {
  alwaysNeedsReason,
  downloadsPlaceOf,
  isOfDownloads,
  whereNoun,
  whereOf,
} from '#shared/domain/job-place.ts';
import { downloadSummary } from '#shared/domain/download-summary.ts';
import { jobSummary } from '#shared/domain/job-summary.ts';
import { countsWords, jobTitle, planTitle, subjectWords, theItems } from '#shared/domain/job-words.ts';
import { aJob, someCounts } from '#test/builders/a-job.ts';

const batchId = 'batch-2026-11-20-f47ac10b-58cc-4372-a567-0e02b2c3d479';
const nowhere = { batchId: null, queue: null };

describe('what a job about downloads is on', () => {
  test('a batch with the day that is in its id, a day, or files of several batches', () => {
    const fileIds = ['rates-2026-11-20'];
    expect(downloadsPlaceOf({ kind: 'requeue-files', fileIds, batchId })).toEqual({
      downloads: { date: '2026-11-20', batchId },
    });
    expect(downloadsPlaceOf({ kind: 'requeue-files', fileIds })).toEqual({
      downloads: { date: null, batchId: null },
    });
    expect(downloadsPlaceOf({ kind: 'close-downloads', batchId: 'made-by-hand' })).toEqual({
      downloads: { date: null, batchId: 'made-by-hand' },
    });
    expect(downloadsPlaceOf({ kind: 'trigger-downloads', date: '2026-11-20' })).toEqual({
      downloads: { date: '2026-11-20', batchId: null },
    });
    expect(downloadsPlaceOf({ kind: 'stop-execution', batchId: 'b', run: 1 })).toEqual({});
  });

  test('is named by what is known of it', () => {
    const named = (downloads: { date: string | null; batchId: string | null }) =>
      [whereNoun({ ...nowhere, downloads }), whereOf({ ...nowhere, downloads })].join(' ').trim();
    expect(named({ date: '2026-11-20', batchId })).toBe(`Download batch ${batchId}`);
    expect(named({ date: '2026-11-20', batchId: null })).toBe('Day 2026-11-20');
    expect(named({ date: null, batchId: null })).toBe('Downloads');
    expect(whereNoun({ batchId: 'b', queue: null })).toBe('Batch');
    expect(whereNoun({ batchId: null, queue: 'q' })).toBe('Queue');
  });
});

describe('jobs about downloads in words', () => {
  test('their kinds', () => {
    expect(jobKinds.filter(isOfDownloads)).toEqual(['requeue-files', 'trigger-downloads', 'close-downloads']);
    expect(jobKinds.filter(alwaysNeedsReason)).toEqual([
      'discard-messages',
      'trigger-downloads',
      'close-downloads',
    ]);
  });

  test('what is counted, and what there is one of', () => {
    expect(subjectWords('requeue-files', 1_200)).toBe('1,200 files');
    expect(subjectWords('close-downloads', 1)).toBe('1 download batch');
    expect(theItems('requeue-files')).toBe('the files');
    expect(theItems('trigger-downloads')).toBe('the day');
    expect(planTitle({ kind: 'requeue-files', fileIds: ['a', 'a'] })).toBe('Requeue 1 file');
    const downloads = { date: '2026-11-20', batchId: null };
    const job = aJob({ kind: 'trigger-downloads', downloads, state: 'running', counts: { running: 1 } });
    expect(jobTitle(job)).toBe('Running the downloads of 2026-11-20 again');
    expect(jobTitle({ ...job, state: 'done' })).toBe('Ran the downloads of 2026-11-20 again');
    expect(jobTitle(aJob({ kind: 'close-downloads', counts: { fixed: 1 } }))).toBe('Closed a download batch');
    expect(countsWords(aJob({ kind: 'requeue-files', counts: { fixed: 2, overtaken: 1 } }))).toBe(
      '2 completed, 1 taken over',
    );
  });

  test('what came of them', () => {
    const counts = { fixed: 3, 'failed-again': 1 };
    expect(jobSummary(aJob({ kind: 'requeue-files', counts }))).toBe(
      '3 of 4 completed, 1 failed again. Read back by key.',
    );
    const of = (kind: 'trigger-downloads' | 'close-downloads', state: keyof ReturnType<typeof someCounts>) =>
      downloadSummary({ kind, total: 1, counts: someCounts({ [state]: 1 }) });
    expect(of('trigger-downloads', 'fixed')).toBe('The day was run again, and its new batch has completed.');
    expect(of('trigger-downloads', 'failed-again')).toContain('has not completed');
    expect(of('close-downloads', 'fixed')).toBe('The batch was closed.');
    for (const kind of ['trigger-downloads', 'close-downloads'] as const) {
      expect(of(kind, 'uncertain')).toContain('or not: no answer came');
      expect(of(kind, 'refused')).toContain('the pipeline refused');
      expect(of(kind, 'skipped')).toContain('left alone');
      expect(of(kind, 'waiting')).toMatch(/was not (run again|closed)\.$/);
      expect(of(kind, 'running')).toContain('end');
    }
  });
});
