import { describe, expect, test } from 'vitest';
import { jobKinds } from '#shared/domain/job-kinds/job-kinds.ts';
import { jobSummary } from '#shared/domain/job-summary.ts';
import {
  alwaysNeedsReason,
  canGoOn,
  describeCounts,
  findDownloadsPlace,
  isOfDownloads,
  isUnderWay,
  jobTitle,
  outcomeShares,
  computePercent,
  findTargetPlace,
  planTitle,
  describeSubjects,
  theItems,
  whereNoun,
  findJobPlace,
} from '#shared/domain/job-words.ts';
import { aJob, aPlan, someCounts } from '#test/builders/a-job.ts';

describe('the title of a plan or a job', () => {
  test('counts the documents of a plan, each once', () => {
    const { target } = aPlan();
    if (target.kind !== 'reprocess') throw new Error('not a plan of documents');
    expect(planTitle({ ...target, documentIds: ['a', 'b', 'a'] })).toBe('Reprocess 2 documents');
    expect(planTitle({ ...target, documentIds: ['a'] })).toBe('Reprocess 1 document');
    expect(planTitle({ kind: 'stop-execution', batchId: 'b', run: 3 })).toBe('Stop the execution of run 3');
  });

  test('counts the messages of a plan, each once, or names the edited one', () => {
    const target = { kind: 'redrive-messages', queue: 'dead', messageIds: ['a', 'b', 'a'] } as const;
    expect(planTitle({ ...target, messageIds: ['a', 'b', 'a'] })).toBe('Redrive 2 messages');
    expect(planTitle({ ...target, messageIds: ['a'], editedBody: '{}' })).toBe('Edit and redrive 1 message');
    expect(planTitle({ ...target, kind: 'discard-messages', messageIds: ['a'] })).toBe('Discard 1 message');
    expect(jobTitle(aJob({ kind: 'redrive-messages', state: 'running', counts: { running: 12 } }))).toBe(
      'Redriving 12 messages',
    );
    expect(findTargetPlace({ ...target, messageIds: ['a'] })).toEqual({ batchId: null, queue: 'dead' });
    expect(findTargetPlace({ kind: 'stop-execution', batchId: 'b', run: 3 })).toEqual({
      batchId: 'b',
      queue: null,
    });
  });

  test('shows the state of a job', () => {
    const counts = { fixed: 1_200 };
    expect(jobTitle(aJob({ state: 'running', counts }))).toBe('Reprocessing 1,200 documents');
    expect(jobTitle(aJob({ state: 'done', counts }))).toBe('Reprocessed 1,200 documents');
    expect(jobTitle(aJob({ state: 'braked', counts }))).toBe('Braked: reprocessing 1,200 documents');
    expect(jobTitle(aJob({ kind: 'redrive-execution', state: 'running' }))).toBe('Redriving an execution');
  });
});

describe('the progress of a job', () => {
  test('counts what has ended, with any result, and never rounds up', () => {
    expect(computePercent(aJob({ counts: { fixed: 995, skipped: 1, running: 4 } }))).toBe(99);
    expect(computePercent(aJob({ counts: {} }))).toBe(100);
  });

  test('continues after a brake until what was sent has ended', () => {
    expect(isUnderWay(aJob({ state: 'braked', counts: { running: 2, waiting: 5 } }))).toBe(true);
    expect(isUnderWay(aJob({ state: 'braked', counts: { waiting: 5 } }))).toBe(false);
    expect(isUnderWay(aJob({ state: 'interrupted', counts: { running: 2 } }))).toBe(false);
  });

  test('can be resumed if something is left to send, or if no one follows what was sent', () => {
    expect(canGoOn(aJob({ state: 'interrupted', counts: { running: 2 } }))).toBe(true);
    expect(canGoOn(aJob({ state: 'stopped', counts: { waiting: 1 } }))).toBe(true);
    expect(canGoOn(aJob({ state: 'stopped', counts: { fixed: 1 } }))).toBe(false);
    // One item had no clear answer, and is the only one left.
    expect(canGoOn(aJob({ state: 'stopped', counts: { uncertain: 1 }, unanswered: 1 }))).toBe(true);
    expect(canGoOn(aJob({ state: 'done', counts: { uncertain: 1 } }))).toBe(false);
  });
});

test('a job’s bar has a segment for each kind of outcome that occurs', () => {
  const counts = someCounts({ fixed: 20, 'failed-again': 1, refused: 2, uncertain: 1, waiting: 4 });
  expect(outcomeShares(counts)).toEqual([
    { group: 'good', count: 20 },
    { group: 'bad', count: 3 },
    { group: 'unclear', count: 1 },
    { group: 'waiting', count: 4 },
  ]);
  expect(describeCounts({ kind: 'reprocess', counts })).toBe(
    '20 fixed, 1 failed again, 2 refused, 1 uncertain, 4 waiting',
  );
});

test('unconfirmed messages are counted and drawn apart from processed ones', () => {
  const counts = someCounts({ fixed: 3, unconfirmed: 9, uncertain: 1 });
  expect(outcomeShares(counts)).toEqual([
    { group: 'good', count: 3 },
    { group: 'unconfirmed', count: 9 },
    { group: 'unclear', count: 1 },
  ]);
  expect(describeCounts({ kind: 'redrive-messages', counts })).toBe(
    '3 processed, 9 sent, not confirmed, 1 uncertain',
  );
});

test('an execution is stopped or succeeds, and is never called fixed', () => {
  expect(describeCounts({ kind: 'stop-execution', counts: someCounts({ fixed: 1 }) })).toBe('1 stopped');
  expect(describeCounts({ kind: 'redrive-execution', counts: someCounts({ fixed: 1 }) })).toBe('1 succeeded');
});

const batchId = 'batch-2026-11-20-f47ac10b-58cc-4372-a567-0e02b2c3d479';
const nowhere = { batchId: null, queue: null };

describe('the subject of a job about downloads', () => {
  test('is a batch with the day in its id, a day, or files of several batches', () => {
    const fileIds = ['rates-2026-11-20'];
    expect(findDownloadsPlace({ kind: 'requeue-files', fileIds, batchId })).toEqual({
      downloads: { date: '2026-11-20', batchId },
    });
    expect(findDownloadsPlace({ kind: 'requeue-files', fileIds })).toEqual({
      downloads: { date: null, batchId: null },
    });
    expect(findDownloadsPlace({ kind: 'close-downloads', batchId: 'made-by-hand' })).toEqual({
      downloads: { date: null, batchId: 'made-by-hand' },
    });
    expect(findDownloadsPlace({ kind: 'trigger-downloads', date: '2026-11-20' })).toEqual({
      downloads: { date: '2026-11-20', batchId: null },
    });
    expect(findDownloadsPlace({ kind: 'stop-execution', batchId: 'b', run: 1 })).toEqual({});
  });

  test('is named by what is known of it', () => {
    const named = (downloads: { date: string | null; batchId: string | null }) =>
      [whereNoun({ ...nowhere, downloads }), findJobPlace({ ...nowhere, downloads })].join(' ').trim();
    expect(named({ date: '2026-11-20', batchId })).toBe(`Download batch ${batchId}`);
    expect(named({ date: '2026-11-20', batchId: null })).toBe('Day 2026-11-20');
    expect(named({ date: null, batchId: null })).toBe('Downloads');
    expect(whereNoun({ batchId: 'b', queue: null })).toBe('Batch');
    expect(whereNoun({ batchId: null, queue: 'q' })).toBe('Queue');
  });
});

describe('messages of jobs about downloads', () => {
  test('name their kinds', () => {
    expect(jobKinds.filter(isOfDownloads)).toEqual(['requeue-files', 'trigger-downloads', 'close-downloads']);
    expect(jobKinds.filter(alwaysNeedsReason)).toEqual([
      'accept-documents',
      'discard-messages',
      'trigger-downloads',
      'close-downloads',
    ]);
  });

  test('use the plural and the singular', () => {
    expect(describeSubjects('requeue-files', 1_200)).toBe('1,200 files');
    expect(describeSubjects('close-downloads', 1)).toBe('1 download batch');
    expect(theItems('requeue-files')).toBe('the files');
    expect(theItems('trigger-downloads')).toBe('the day');
    expect(planTitle({ kind: 'requeue-files', fileIds: ['a', 'a'] })).toBe('Requeue 1 file');
    const downloads = { date: '2026-11-20', batchId: null };
    const job = aJob({ kind: 'trigger-downloads', downloads, state: 'running', counts: { running: 1 } });
    expect(jobTitle(job)).toBe('Running the downloads of 2026-11-20 again');
    expect(jobTitle({ ...job, state: 'done' })).toBe('Ran the downloads of 2026-11-20 again');
    expect(jobTitle(aJob({ kind: 'close-downloads', counts: { fixed: 1 } }))).toBe('Closed a download batch');
    expect(describeCounts(aJob({ kind: 'requeue-files', counts: { fixed: 2, overtaken: 1 } }))).toBe(
      '2 completed, 1 taken over',
    );
  });

  test('name their outcomes', () => {
    const counts = { fixed: 3, 'failed-again': 1 };
    expect(jobSummary(aJob({ kind: 'requeue-files', counts }))).toBe(
      '3 of 4 completed, 1 failed again. Read back by key.',
    );
    const of = (kind: 'trigger-downloads' | 'close-downloads', state: keyof ReturnType<typeof someCounts>) =>
      jobSummary({ kind, total: 1, counts: someCounts({ [state]: 1 }) });
    expect(of('trigger-downloads', 'fixed')).toBe('Day run again. Its new batch completed.');
    expect(of('trigger-downloads', 'failed-again')).toContain('did not complete');
    expect(of('close-downloads', 'fixed')).toBe('Batch closed.');
    for (const kind of ['trigger-downloads', 'close-downloads'] as const) {
      expect(of(kind, 'uncertain')).toContain('no answer received');
      expect(of(kind, 'refused')).toContain('refused by the pipeline');
      expect(of(kind, 'skipped')).toContain('skipped');
      expect(of(kind, 'waiting')).toMatch(/ not (run again|closed)\.$/);
      expect(of(kind, 'running')).toMatch(/still running|ended yet/);
    }
  });
});
