import { describe, expect, it } from 'vitest';
import type { PassportEvent } from '#shared/contract/triage/documents.ts';
import { reviewMs } from '#main/features/workflows/sample/review-seconds.ts';

type Line = readonly [second: number, what: string, actor?: string];

/** Oldest first; read as a passport is. */
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

describe('how long a review took', () => {
  it('is from the claim to the decision of who had it', () => {
    expect(reviewMs(passport([0, 'ingested'], [9, 'processed'], [60, 'claimed'], [95, 'approved']))).toBe(
      35_000,
    );
    expect(
      reviewMs(passport([0, 'claimed', 'teo'], [40, 'released', 'teo'], [60, 'claimed'], [72, 'rejected'])),
    ).toBe(12_000);
  });

  it('counts a claim that is made again before it runs out once', () => {
    expect(reviewMs(passport([0, 'claimed'], [300, 'claimed'], [420, 'approved']))).toBe(420_000);
  });

  it('is that of both where two decide', () => {
    const lines = [
      [0, 'claimed'],
      [30, 'first opinion'],
      [900, 'claimed', 'teo'],
      [920, 'approved', 'teo'],
    ] as const;
    expect(reviewMs(passport(...lines))).toBe(50_000);
  });

  it('is not known of a pause, of a decision without a claim, or of none', () => {
    expect(reviewMs(passport([0, 'claimed'], [601, 'approved']))).toBeNull();
    expect(reviewMs(passport([0, 'claimed'], [600, 'approved']))).toBe(600_000);
    expect(reviewMs(passport([0, 'claimed', 'teo'], [20, 'approved']))).toBeNull();
    expect(reviewMs(passport([0, 'claimed']))).toBeNull();
    expect(reviewMs([])).toBeNull();
  });

  it('begins anew with a further run', () => {
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
