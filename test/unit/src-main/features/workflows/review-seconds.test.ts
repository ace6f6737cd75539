import { describe, expect, it } from 'vitest';
import { storedItem } from '#main/aws/dynamodb/reading.ts';
import { reviewMs, sampledDocument } from '#main/features/workflows/review-seconds.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { PassportEvent } from '#shared/contract/triage.ts';

type Line = readonly [second: number, what: string, actor?: string];

/** Returns a passport whose lines are in order from the oldest. */
function passport(...lines: readonly Line[]): PassportEvent[] {
  return lines
    .map(([second, what, actor = 'ada'], place) => ({
      eventId: `event-${place}`,
      at: new Date(Date.UTC(2026, 10, 20, 9) + second * 1_000).toISOString(),
      what,
      actor,
      batchId: 'b',
      run: 1,
      stage: null,
      reason: null,
      requestId: null,
      before: {},
      after: {},
      hidden: 0,
      problems: [],
    }))
    .toReversed();
}

describe('the duration of a review', () => {
  it('is from the claim to the decision of the same person', () => {
    expect(reviewMs(passport([0, 'ingested'], [9, 'processed'], [60, 'claimed'], [95, 'approved']))).toBe(
      35_000,
    );
    expect(
      reviewMs(passport([0, 'claimed', 'teo'], [40, 'released', 'teo'], [60, 'claimed'], [72, 'rejected'])),
    ).toBe(12_000);
  });

  it('counts a renewed claim once', () => {
    expect(reviewMs(passport([0, 'claimed'], [300, 'claimed'], [420, 'approved']))).toBe(420_000);
  });

  it('is that of both if two decide', () => {
    const lines = [
      [0, 'claimed'],
      [30, 'first opinion'],
      [900, 'claimed', 'teo'],
      [920, 'approved', 'teo'],
    ] as const;
    expect(reviewMs(passport(...lines))).toBe(50_000);
  });

  it('is unknown for a pause, for a decision without a claim, or without any decision', () => {
    expect(reviewMs(passport([0, 'claimed'], [601, 'approved']))).toBeNull();
    expect(reviewMs(passport([0, 'claimed'], [600, 'approved']))).toBe(600_000);
    expect(reviewMs(passport([0, 'claimed', 'teo'], [20, 'approved']))).toBeNull();
    expect(reviewMs(passport([0, 'claimed']))).toBeNull();
    expect(reviewMs([])).toBeNull();
  });

  it('starts over with another run', () => {
    const lines = [
      [0, 'claimed'],
      [30, 'rejected'],
      [100, 'reprocessed'],
      [200, 'claimed'],
      [211, 'approved'],
    ] as const;
    expect(reviewMs(passport(...lines))).toBe(11_000);
  });
});

const now = Date.parse('2026-11-20T12:00:00.000Z');
const { extraction } = catalogue;
const home = { system: extraction, tableKey: 'main', table: extraction.tables.main };
const thresholds = { confidenceThreshold: 0.5, reviewThreshold: 0.85 };

function sampled(attributes: Attributes, batch: Parameters<typeof sampledDocument>[1] = thresholds) {
  const keys = { PK: { S: 'TENANT#t#BATCH#b' }, SK: { S: 'DOCUMENT#d' } };
  return sampledDocument(storedItem(home, { ...keys, ...attributes }, now), batch, null, now);
}

const ended = (status: string, score: number): Attributes => ({
  status: { S: status },
  score: { N: String(score) },
});

describe('a document of a sample', () => {
  it.each([
    [0.49, 'FAILED'],
    [0.5, 'REVIEW_REQUIRED'],
    [0.849, 'REVIEW_REQUIRED'],
    [0.85, 'SUCCEEDED'],
    [1, 'SUCCEEDED'],
  ])('with %f was assigned %s by its batch’s own thresholds', (score, put) => {
    expect(sampled(ended(put, score)).scored).toEqual({ score, put, judged: null, wasChecked: false });
  });

  it('that was reviewed since is still where its score had put it', () => {
    const review = {
      ...ended('SUCCEEDED', 0.7),
      decision: { S: 'approve' },
      reviewedBy: { S: 'ada' },
      reviewedAt: { S: '2026-11-20T11:00:00.000Z' },
      holdUntil: { S: '2026-11-20T11:00:10.000Z' },
    };
    expect(sampled(review)).toMatchObject({
      scored: { put: 'REVIEW_REQUIRED', judged: 'right', wasChecked: false },
      review: { documentId: 'd', at: '2026-11-20T11:00:00.000Z' },
    });
    // A decision that may still be taken back does not count yet.
    expect(sampled({ ...review, holdUntil: { S: '2026-11-20T12:00:03.000Z' } })).toMatchObject({
      scored: { judged: null },
      review: null,
    });
  });

  it('that was checked says so, and says nothing of the duration of a review', () => {
    const check = {
      ...ended('SUCCEEDED', 0.97),
      checkedBy: { S: 'ada' },
      found: { M: { total: { S: '1' } } },
    };
    const told = { scored: { judged: 'corrected', wasChecked: true }, review: null };
    expect(sampled(check)).toMatchObject(told);
    expect(sampled({ ...check, reviewedAt: { S: '2026-11-20T11:00:00.000Z' } })).toMatchObject(told);
  });

  it('without a score of its own is counted, with the reason', () => {
    expect(sampled({ status: { S: 'FAILED' } })).toMatchObject({ scored: null, hasFailedOtherwise: true });
    expect(sampled(ended('FAILED', 0.3))).toMatchObject({
      scored: { put: 'FAILED' },
      hasFailedOtherwise: false,
    });
    expect(sampled({ status: { S: 'QUEUED' } })).toMatchObject({ scored: null, hasFailedOtherwise: false });
    // The score comes from an earlier run, or is outside the known range.
    expect(sampled(ended('PROCESSING', 0.7)).scored).toBeNull();
    expect(sampled(ended('SUCCEEDED', 1.2)).scored).toBeNull();
    expect(sampled(ended('SUCCEEDED', -0.1)).scored).toBeNull();
  });

  it('of a batch without thresholds counts by its status', () => {
    const batch = { confidenceThreshold: null, reviewThreshold: 0.9 };
    expect(sampled(ended('SUCCEEDED', 0.7), batch).scored?.put).toBe('SUCCEEDED');
    expect(sampled(ended('REJECTED', 0.7), batch).scored?.put).toBe('REVIEW_REQUIRED');
  });
});
