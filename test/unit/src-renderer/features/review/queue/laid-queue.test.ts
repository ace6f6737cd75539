import { describe, expect, test } from 'vitest';
import { laidQueue } from '#renderer/features/review/queue/laid-queue.ts';
import type { NewerThanList } from '#renderer/features/review/queue/laid-queue.ts';
import { documentKey } from '#renderer/contract/lay-changes.ts';
import { saidNow } from '#renderer/features/review/queue/said-now.ts';
import { aDocumentRow } from '../../triage/batch/a-document-row.ts';
import { aQueueRow, minutesFromNoon, noon } from './a-queue-row.ts';

const nothing: NewerThanList = { changed: new Map(), done: new Map(), desk: undefined };
const row = aQueueRow();
const key = documentKey(row);

function changed(change: Parameters<typeof aDocumentRow>[0]) {
  return new Map([[key, aDocumentRow({ batchId: 'batch-01', documentId: 'doc-1', ...change })]]);
}

describe('the queue after what was done here', () => {
  test('is the queue as it was read where nothing was', () => {
    expect(laidQueue([row], nothing)).toEqual({ rows: [row], gone: [] });
  });

  test('has a document once, though it was in two pages, as the newer of the two', () => {
    const newer = aQueueRow({ version: 5, score: 0.8 });
    expect(laidQueue([row, newer, row], nothing).rows).toEqual([newer]);
  });

  test('has nothing that was decided, though the index still lists it', () => {
    const decided = changed({ status: 'SUCCEEDED', version: 5 });
    expect(laidQueue([row], { ...nothing, changed: decided })).toEqual({ rows: [], gone: [row] });
  });

  test('has what came back by a later version', () => {
    const decided = changed({ status: 'SUCCEEDED', version: 5 });
    const again = aQueueRow({ version: 6 });
    expect(laidQueue([again], { ...nothing, changed: decided }).rows).toEqual([again]);
  });

  test('says who holds it now', () => {
    const claimed = changed({
      status: 'REVIEW_REQUIRED',
      version: 5,
      claimedBy: 'noor',
      claimExpiresAt: minutesFromNoon(9),
    });
    expect(laidQueue([row], { ...nothing, changed: claimed }).rows).toMatchObject([
      { claimedBy: 'noor', claimExpiresAt: minutesFromNoon(9), version: 5 },
    ]);
  });

  test('loses what this person is done with, first of two or handed over, until something newer is read', () => {
    const done = new Map([[key, { version: 5, at: noon }]]);
    expect(laidQueue([aQueueRow({ version: 5 })], { ...nothing, done }).rows).toEqual([]);
    expect(laidQueue([aQueueRow({ version: 6 })], { ...nothing, done }).rows).toHaveLength(1);
  });

  test('marks drafts and what is set aside as this machine knows them', () => {
    const listed = aQueueRow({ postponedUntil: minutesFromNoon(10) });
    const { tenantId, projectId, batchId, documentId } = row;
    const draft = {
      key: { tenantId, projectId, batchId, documentId },
      fileName: null,
      version: 4,
      edits: {},
      comment: '',
      intentKey: 'intent-0001',
      sent: null,
      savedAt: minutesFromNoon(0),
    };
    const laid = laidQueue([listed], { ...nothing, desk: { drafts: [draft], postponed: [] } });
    expect(laid.rows).toMatchObject([{ hasDraft: true, postponedUntil: null }]);
  });
});

test('a figure goes down with what was done since it was counted, and never below none', () => {
  const none = { count: 0, exact: true };
  const said = {
    waiting: 1,
    waitingExact: true,
    buckets: {
      overdue: { count: 3, exact: true },
      under1h: none,
      under4h: none,
      under24h: none,
      later: none,
    },
    read: 4,
    batches: 1,
    notAsked: [],
  };
  const old = aQueueRow({ waitingSince: minutesFromNoon(-25 * 60) });
  const late = aQueueRow({ waitingSince: minutesFromNoon(-23.5 * 60) });
  const now = saidNow(said, [old, late], { readAt: noon, dueHours: 24 });
  expect(now.waiting).toBe(0);
  expect(now.buckets.overdue).toEqual({ count: 2, exact: true });
  expect(now.buckets.under1h).toEqual({ count: 0, exact: true });
});
