import { describe, expect, test } from 'vitest';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import {
  describeBatch,
  parseStatusSince,
  matches,
  describeStanding,
} from '#renderer/features/triage/lists/triage-batch-list.tsx';
import { someNames } from '#test/builders/some-names.ts';
import { aCount, notCounted } from '#test/builders/document-counts.ts';

describe('the description of a batch', () => {
  test('puts failures before waiting reviews and progress', () => {
    const counts = aCount({ SUCCEEDED: 200, FAILED: 1_035, REVIEW_REQUIRED: 5 });
    expect(describeStanding({ counts, documentCount: 2_000, status: 'FAILED', runs: {} })).toEqual({
      text: '1,035 failed',
      tone: 'failed',
    });
  });

  test('says how many documents a run has left queued beside those that failed', () => {
    const counts = aCount({ SUCCEEDED: 1_465, FAILED: 10, QUEUED: 8_525 });
    const batch = { counts, documentCount: 10_000, status: 'FAILED', runs: { '1': 'FAILED' } } as const;
    expect(describeStanding(batch).text).toBe('10 failed, 8,525 left queued');
    expect(describeStanding({ ...batch, runs: { '1': 'RUNNING' } }).text).toBe('10 failed');
  });

  test('counts the waiting reviews of a batch that waits', () => {
    const counts = aCount({ SUCCEEDED: 7, REVIEW_REQUIRED: 5 });
    expect(describeStanding({ counts, documentCount: 12, status: 'REVIEW_REQUIRED', runs: {} }).text).toBe(
      '5 to review',
    );
    expect(describeStanding({ counts, documentCount: 24, status: 'PROCESSING', runs: {} }).text).toBe('50 %');
  });

  test.each([
    ['a hundred percent are all', { SUCCEEDED: 9_999, PROCESSING: 1 }, 10_000, '99 %'],
    ['nothing began', { QUEUED: 22 }, 22, 'waiting'],
    ['in progress, and none is through', { PROCESSING: 10, QUEUED: 26 }, 36, '0 %'],
    ['no document at all', {}, 0, 'empty'],
    ['not counted documents', {}, null, 'not counted'],
    ['counts that are more than the whole', { SUCCEEDED: 12 }, 10, '100 %'],
  ])('%s', (_what, counts, documentCount, text) => {
    expect(
      describeStanding({ counts: aCount(counts), documentCount, status: 'PROCESSING', runs: {} }),
    ).toEqual({
      text,
      tone: 'plain',
    });
  });

  test('has no progress without a number of documents', () => {
    expect(describeStanding({ counts: notCounted, documentCount: 20, status: 'FAILED', runs: {} }).text).toBe(
      'not counted',
    );
  });

  test('has its workflow, or else its project', () => {
    expect(describeBatch(aBatch(), someNames())).toBe('carrier-invoice, 240 documents');
    expect(describeBatch(aBatch({ workflowId: null, documentCount: 1 }), someNames())).toBe(
      'freight, 1 document',
    );
    expect(describeBatch(aBatch({ documentCount: null }), someNames())).toBe(
      'carrier-invoice, documents not counted',
    );
  });

  test('has the age of its status, or else of the batch, or else none', () => {
    expect(parseStatusSince({ statusSince: '2026-11-18T14:00:00Z', createdAt: '2026-11-18T13:00:00Z' })).toBe(
      Date.parse('2026-11-18T14:00:00Z'),
    );
    expect(parseStatusSince({ statusSince: null, createdAt: '2026-11-18T13:00:00Z' })).toBe(
      Date.parse('2026-11-18T13:00:00Z'),
    );
    expect(parseStatusSince({ statusSince: null, createdAt: null })).toBeNull();
  });
});

describe('the filter of loaded rows', () => {
  test.each([
    ['01jc9', true],
    ['CARRIER 240', true],
    ['freight', true],
    ['35 failed', true],
    ['customs', false],
    ['carrier customs', false],
    ['  ', true],
  ])('"%s" %s', (filter, found) => {
    expect(matches(aBatch({ counts: aCount({ FAILED: 35 }) }), filter, someNames())).toBe(found);
  });
});

function aBatch(change: Partial<Batch> = {}): Batch {
  return {
    tenantId: 'northwind',
    projectId: 'freight',
    batchId: 'batch-01JC9',
    status: 'FAILED',
    otherStatus: null,
    statusSince: null,
    counts: aCount(),
    otherCounts: [],
    documentCount: 240,
    received: 240,
    workflowId: 'carrier-invoice',
    run: 1,
    runs: {},
    execution: null,
    confidenceThreshold: 0.56,
    reviewThreshold: 0.85,
    submittedBy: null,
    version: 1,
    createdAt: null,
    updatedAt: null,
    catchingUp: false,
    expired: false,
    problems: [],
    ...change,
  };
}
