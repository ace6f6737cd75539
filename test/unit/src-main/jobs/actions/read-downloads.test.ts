import { describe, expect, test } from 'vitest';
import { downloadBatchLook, formatFileCounts } from '#main/jobs/actions/read-downloads.ts';
import { requeuedLook } from '#main/jobs/actions/requeue-files.ts';
import type { DownloadBatch, DownloadFile } from '#shared/contract/downloads.ts';

const requeued = { stamp: '100', downloadBatchId: 'batch-1' };

function aFile(change: Partial<DownloadFile>): DownloadFile {
  return {
    batchId: 'batch-1',
    status: 'downloading',
    version: '200',
    statusSince: '2026-11-22T12:00:00.000Z',
    completedAt: null,
    error: null,
    ...change,
  } as DownloadFile;
}

function aBatch(change: Partial<DownloadBatch>): DownloadBatch {
  return {
    status: 'queued',
    expected: ['a', 'b', 'c'],
    completed: ['a'],
    failed: ['b'],
    updatedAt: '2026-11-22T12:00:00.000Z',
    timedOutAt: null,
    closedBy: null,
    closeReason: null,
    ...change,
  } as DownloadBatch;
}

describe('the outcome of a requeued file', () => {
  test.each([
    [{}, 'running', 'downloading'],
    [{ status: 'available' }, 'running', 'available'],
    [{ status: 'completed' }, 'fixed', null],
    [
      { status: 'failed', error: 'The provider answered 503.' },
      'failed-again',
      'failed: The provider answered 503.',
    ],
    [{ status: 'error' }, 'failed-again', 'error'],
    // The read still returned the version before the requeue.
    [{ status: 'failed', version: '100' }, 'running', null],
    [{ status: 'failed', batchId: 'batch-2' }, 'overtaken', 'Taken over by batch-2, where it is failed.'],
  ] as const)('%j: %s', (change, state, note) => {
    expect(requeuedLook(aFile(change), requeued)).toMatchObject({ state, note });
  });

  test('ends when it is completed, otherwise when its status changes', () => {
    const completedAt = '2026-11-22T11:59:59.000Z';
    expect(requeuedLook(aFile({ status: 'completed', completedAt }), requeued).endedAt).toBe(completedAt);
    expect(requeuedLook(aFile({ status: 'error' }), requeued).endedAt).toBe('2026-11-22T12:00:00.000Z');
    expect(requeuedLook(null, requeued)).toMatchObject({ state: 'failed-again' });
  });
});

describe('the outcome of a day that was run again', () => {
  test.each([
    [{}, 'running', 'queued, 1 of 3 completed, 1 failed, 1 open (batch-1)'],
    [{ status: 'completed', completed: ['a', 'b', 'c'], failed: [] }, 'fixed', '3 of 3 completed (batch-1)'],
    [{ status: 'timeout' }, 'failed-again', 'timed out, 1 of 3 completed, 1 failed, 1 open (batch-1)'],
    [{ status: 'failed' }, 'failed-again', 'failed, 1 of 3 completed, 1 failed, 1 open (batch-1)'],
    [
      { status: 'failed', closedBy: 'ines', closeReason: 'Wrong day' },
      'failed-again',
      'closed by ines: Wrong day, 1 of 3 completed, 1 failed, 1 open (batch-1)',
    ],
    [{ status: null }, 'running', 'of unknown status, 1 of 3 completed, 1 failed, 1 open (batch-1)'],
  ] as const)('%j: %s', (change, state, note) => {
    expect(downloadBatchLook(aBatch(change as Partial<DownloadBatch>), 'batch-1')).toMatchObject({
      state,
      note,
    });
  });

  test('is unknown if its batch cannot be found', () => {
    expect(downloadBatchLook(null, 'batch-1').state).toBe('running');
    expect(formatFileCounts({ expected: [], completed: [], failed: [] })).toBe('no files expected');
  });
});
