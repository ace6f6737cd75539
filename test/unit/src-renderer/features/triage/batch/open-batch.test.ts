import { explainSameAgain } from '#shared/domain/remedies.ts';
import { expect, test } from 'vitest';
import { failureGroups } from '#shared/domain/failure-groups.ts';
import { describeBatch, measureSeconds } from '#renderer/features/triage/batch/batch-head.tsx';
import { describeDelivery } from '#renderer/features/triage/batch/deliveries-part.tsx';
import {
  formatClock,
  formatGroupCount,
  describeGroup,
  describeGroups,
} from '#renderer/features/triage/batch/failure-groups.tsx';
import { describeEnd, estimateRestPrice } from '#renderer/features/triage/batch/batch-documents.ts';
import { runAtHand, runOptions } from '#renderer/features/triage/batch/run-part.tsx';
import { pickScoreBand } from '#renderer/features/triage/batch/document-columns.tsx';
import { toDocumentTab } from '#renderer/features/triage/batch/document-tabs.ts';
import { messages } from '#renderer/features/triage/messages.ts';
import { aBatch, aDocumentRow } from './a-document-row.ts';

test('a group is named by its first document and the number of attempts', () => {
  const [group] = failureGroups([
    aDocumentRow({ documentId: 'a', fileName: 'inv-0398.pdf' }),
    aDocumentRow({ documentId: 'b', fileName: null, run: 3 }),
  ]);
  expect(group && describeGroup(group)).toBe('inv-0398.pdf and 1 more, gap-fill, failed again in run 3');
});

test('a group with a faulty file says that a retry would fail again', () => {
  const error = (code: string | null, message: string) => ({ stage: 'textract' as const, code, message });
  const [group] = failureGroups([aDocumentRow({ error: error('BadDocumentException', 'Breaks off') })]);
  expect(group && describeGroup(group)).toContain('broken file, will fail again');
  expect(explainSameAgain({ code: null, sample: 'Document inv-1.pdf is encrypted' })).toContain('locked');
  expect(explainSameAgain({ code: 'UnsupportedLanguage', sample: null })).toContain('language');
  expect(explainSameAgain({ code: 'ThrottlingException', sample: 'Too many requests' })).toBeNull();
  expect(explainSameAgain({ code: null, sample: null })).toBeNull();
});

test('every count of a partly read list says so', () => {
  expect(describeGroups(35, 35, 3, true)).toBe('35 documents, 3 causes');
  expect(describeGroups(1, 1, 1, true)).toBe('1 document, 1 cause');
  expect(describeGroups(100, 340, 3, false)).toBe('100 of 340 documents read, at least 3 causes');
  expect(formatGroupCount(31, true)).toBe('31');
  expect(formatGroupCount(100, false)).toBe('at least 100');
});

test('a time of today is shown without the date', () => {
  const now = new Date(2026, 10, 18, 15).getTime();
  expect(formatClock(new Date(2026, 10, 18, 14, 6, 52).getTime(), now)).toBe('14:06:52');
  expect(formatClock(new Date(2026, 10, 17, 14, 6, 52).getTime(), now)).toBe('17 Nov, 14:06');
});

const { counts } = aBatch();
const failed = toDocumentTab('FAILED', counts, 240);

test('the end of a list says how much was read, and what reading on costs', () => {
  const rows = Array.from({ length: 35 }, () => aDocumentRow());
  const list = { rows, read: 100, complete: false, turns: false, lastRru: 12.5 };
  expect(describeEnd({ ...failed, count: 340 }, list)).toBe(
    '100 of 340 read, the next page costs about 13 RRU',
  );
  expect(describeEnd(failed, { ...list, read: 35, complete: true })).toBe('All 35 read');
  expect(describeEnd(failed, { ...list, rows: rows.slice(0, 2), read: 35, complete: true })).toBe(
    messages.documents.movedOn('33'),
  );
});

test('the count of an incomplete index is not taken for that of the batch', () => {
  const list = { rows: [], read: 33, complete: true, turns: false, lastRru: 4 };
  expect(describeEnd(failed, list)).toBe(messages.documents.fewerInIndex('33', '35'));
});

test('reading from the base table is announced before it costs anything', () => {
  const left = toDocumentTab('PROCESSING', counts, 240);
  expect(describeEnd(left, { rows: [], read: 10, complete: false, turns: true, lastRru: 2 })).toContain(
    'base table',
  );
});

test('the rest is priced by the documents that were read', () => {
  const receipt = { pattern: 'p', index: 'GSI2', pages: 1, bytes: 0, ms: 0, asOf: '2026-11-18T14:00:00Z' };
  const receipts = [
    { ...receipt, items: 60, rru: 3 },
    { ...receipt, items: 40, rru: 2 },
  ];
  expect(estimateRestPrice(240, receipts)).toBe('about 12 RRU');
  expect(estimateRestPrice(10, receipts)).toBe('about 0.5 RRU');
  expect(estimateRestPrice(240, [])).toBeUndefined();
  expect(estimateRestPrice(0, receipts)).toBeUndefined();
});

test('runs are those that the item counts or has an outcome of, newest first', () => {
  expect(runOptions({ run: 2, runs: { 1: 'FAILED', 2: 'RUNNING' } })).toEqual([
    { run: 2, outcome: 'RUNNING' },
    { run: 1, outcome: 'FAILED' },
  ]);
  expect(runOptions({ run: null, runs: { 3: 'ABORTED', odd: 'FAILED' } })).toEqual([
    { run: 3, outcome: 'ABORTED' },
  ]);
  expect(runOptions({ run: 900_000, runs: {} }).length).toBeLessThanOrEqual(1_000);
});

test('a missing run falls back to the newest', () => {
  const batch = { run: 2, runs: { 1: 'FAILED', 2: 'SUCCEEDED' } as const };
  expect(runAtHand(batch, 1)).toBe(1);
  expect(runAtHand(batch, 9)).toBe(2);
  expect(runAtHand(batch, null)).toBe(2);
  expect(runAtHand({ run: 0, runs: {} }, null)).toBeNull();
});

test('a score is coloured only if the thresholds are known', () => {
  const thresholds = { confidenceThreshold: 0.56, reviewThreshold: 0.9 };
  expect(pickScoreBand(0.41, thresholds)).toBe('failed');
  expect(pickScoreBand(0.56, thresholds)).toBe('review');
  expect(pickScoreBand(0.9, thresholds)).toBeUndefined();
  expect(pickScoreBand(0.1, { confidenceThreshold: null, reviewThreshold: null })).toBeUndefined();
});

test('only a document that went through all stages says how long one takes', () => {
  const model = { model: null, inputTokens: null, outputTokens: null };
  const usage = {
    textract: { pages: 1, ms: 6_000 },
    gapFill: { ...model, ms: 4_000 },
    verify: { ...model, ms: null },
  };
  expect(measureSeconds({ status: 'SUCCEEDED', usage })).toBe(10);
  expect(measureSeconds({ status: 'FAILED', usage })).toBeNull();
  expect(measureSeconds({ status: 'SUCCEEDED', usage: null })).toBeNull();
});

test('a delivery says how the customer answered', () => {
  expect(describeDelivery({ outcome: 'delivered', status: 200, attempts: 1 })).toEqual({
    text: 'delivered, HTTP 200, 1 attempt',
    tone: 'good',
  });
  expect(describeDelivery({ outcome: 'no answer', status: null, attempts: 5 })).toEqual({
    text: 'no answer, 5 attempts',
    tone: 'bad',
  });
  expect(describeDelivery({ outcome: null, status: null, attempts: null }).tone).toBe('plain');
});

test('a case link of a batch says in a ticket what it leads to', () => {
  const batch = aBatch({
    status: 'FAILED',
    documentCount: 300,
    counts: { QUEUED: 0, PROCESSING: 0, SUCCEEDED: 265, REVIEW_REQUIRED: 0, FAILED: 35, REJECTED: 0 },
  });
  expect(describeBatch(batch, 'Nordwind Logistik')).toBe(
    'Batch batch-1 of Nordwind Logistik, FAILED, 35 of 300 documents failed',
  );
  expect(
    describeBatch({ ...batch, status: 'SUCCEEDED', counts: { ...batch.counts, FAILED: 0 } }, 'Kestrel'),
  ).toBe('Batch batch-1 of Kestrel, SUCCEEDED');
});
