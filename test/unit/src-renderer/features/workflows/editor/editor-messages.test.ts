import { describe, expect, it } from 'vitest';
import { adviseReview, rateTrust } from '#shared/domain/thresholds/escaped-errors.ts';
import {
  describeAdvice,
  formatAmount,
  describeAssumptions,
  formatChange,
  describeIntake,
  formatPercent,
  countRightBySide,
  formatRight,
  describeRunning,
  describeSample,
  formatRoundedShare,
  formatSigned,
  estimateSizePrice,
  describeTrust,
} from '#renderer/features/workflows/editor/editor-messages.ts';
import { atFirst, readAssumptions } from '#renderer/features/workflows/editor/what-if-figures.ts';
import { aSample, documents } from './a-sample.ts';

const receipt = {
  pattern: 'extraction.documentsOfBatch',
  index: 'table',
  pages: 4,
  items: 2_000,
  rru: 1_204,
  bytes: 1,
  ms: 1,
  asOf: '2026-11-20T12:00:00.000Z',
};

describe('the description of a sample', () => {
  it('says how many documents there are, of which batches, and from when', () => {
    const sample = aSample({
      documents: [...documents(2, 0.5, 'right'), ...documents(1, 0.9)],
      withoutScore: 2,
      failedOtherwise: 1,
      read: 5,
    });
    expect(describeSample(sample)).toBe(
      '3\u00A0documents with a score, 2 reviewed; of 3\u00A0batches, 3 to 20 Nov. 2 have none, 1 of them failed otherwise.',
    );
    expect(
      describeSample({ ...sample, failedOtherwise: 2, endedBy: 'days', from: '2026-10-28T00:00:00Z' }),
    ).toContain(
      ', 28 Oct to 20 Nov. 2 have none: failed otherwise. Batches older than 30 days are left out.',
    );
    expect(describeSample({ ...aSample(), batches: 1, from: null, to: null })).toBe(
      '0\u00A0documents with a score, 0 reviewed; of 1\u00A0batch.',
    );
    expect(describeSample(aSample({ endedBy: 'most', cutAfter: 5_000 }))).toMatch(
      / There are more\. Only 5,000\u00A0batches of the project were read, in order of id, so newer ones may be missing\.$/,
    );
  });

  it('says what another size would cost before it is read', () => {
    expect(estimateSizePrice(5_000, { read: 2_000, endedBy: 'most' }, receipt)).toBe(
      'about 3,010 RRU, $0.0004',
    );
    // The workflow has no more documents than these.
    expect(estimateSizePrice(5_000, { read: 2_000, endedBy: 'all' }, receipt)).toBe(
      'about 1,204 RRU, $0.0002',
    );
    expect(estimateSizePrice(500, { read: 0, endedBy: 'all' }, receipt)).toBeUndefined();
    expect(estimateSizePrice(500, { read: 10, endedBy: 'all' }, undefined)).toBeUndefined();
  });
});

describe('assumptions', () => {
  it('are measured or marked as assumed, and can be typed', () => {
    expect(describeAssumptions(readAssumptions(atFirst, { median: 74, n: 21 }))).toBe(
      '74 s a review (median of 21), $38 an hour (assumed)',
    );
    expect(describeAssumptions(readAssumptions(atFirst, null))).toBe(
      '90 s a review (assumed), $38 an hour (assumed)',
    );
    expect(
      describeAssumptions(readAssumptions({ seconds: '45', rate: '$52.50' }, { median: 74, n: 21 })),
    ).toBe('45 s a review (as typed), $52.50 an hour (as typed)');
  });

  it('ignore text that is not a number', () => {
    const bad = readAssumptions({ seconds: 'soon', rate: '-3' }, null);
    expect(bad).toMatchObject({ seconds: 90, secondsFrom: 'assumed', rate: '38' });
    expect(bad.secondsProblem).toBe('Expected 1 to 3,600 seconds.');
    expect(bad.rateProblem).toBe('Expected 0 to 1,000 dollars, such as 42.50.');
    expect(readAssumptions({ seconds: '0', rate: '0' }, null)).toMatchObject({ seconds: 90, rate: '0' });
  });

  it('describe the intake, or say that it is unknown', () => {
    expect(describeIntake({ documents: 372, days: 30, isAtLeast: false })).toBe(
      '12.4 documents a day (372 in 30\u00A0days)',
    );
    expect(describeIntake({ documents: 3, days: 0, isAtLeast: false })).toBe('intake unknown');
    expect(describeIntake({ documents: 30, days: 1, isAtLeast: true })).toBe(
      'at least 30 documents a day (30 in 1\u00A0day)',
    );
  });
});

describe('figures', () => {
  it('have no more digits than an estimate can justify', () => {
    expect([0, 0.02, 0.05, 8.84, 51, 99.9, 99.96, 12_345.6].map(formatAmount)).toEqual([
      '0',
      'under 0.1',
      '0.1',
      '8.8',
      '51',
      '99.9',
      '100',
      '12,346',
    ]);
    expect([26, -3.7, 0.02, -0.02, 0].map(formatSigned)).toEqual([
      '+26',
      '−3.7',
      '+under 0.1',
      '−under 0.1',
      null,
    ]);
    expect(formatChange(51, 77)).toBe('up 51\u00A0%');
    expect(formatChange(1_000, 1_001)).toBe('up under 1\u00A0%');
    expect(formatChange(0, 4)).toBeNull();
    expect(formatPercent(373, 1_000)).toBe('37.3\u00A0%');
    expect(formatPercent(0, 9)).toBe('0\u00A0%');
    expect(formatPercent(0, 0)).toBe('no documents');
  });
});

describe('the trust in scores', () => {
  it('is described with its figures and requirements', () => {
    const sample = [...documents(20, 0.4, 'corrected'), ...documents(40, 0.9, 'right')];
    expect(describeTrust(rateTrust(sample))).toEqual({
      title: 'Yes.',
      text: 'It ranks right above wrong in 100\u00A0% of pairs: 60 reviewed documents, 20 of them wrong. Under 65\u00A0% no advice is given.',
    });
    expect(describeTrust(rateTrust([...sample, ...documents(60, 0.99)])).text).toContain(
      'No reviews yet for scores like those of 50\u00A0% of the sample.',
    );
    const same = [...documents(20, 0.9, 'corrected'), ...documents(40, 0.9, 'right')];
    expect(describeTrust(rateTrust(same))).toMatchObject({ title: 'No.' });
    expect(describeTrust(rateTrust([])).text).toContain('Advice needs 30, of them 8 wrong');
  });

  it('gives advice with its upper bound, or says why there is none', () => {
    const sample = [...documents(20, 0.4, 'corrected'), ...documents(200, 0.9, 'right')];
    const ask = { atMost: 5, confidenceThreshold: 0.3 };
    expect(describeAdvice(adviseReview(sample, ask), 5)).toBe(
      'From 0.41 about 0 of 1,000 accepted would be wrong, at most 18.8 with 95\u00A0% (n\u00A0=\u00A0200).',
    );
    expect(
      describeAdvice(
        adviseReview([...sample, ...documents(9, 0.96), ...documents(9, 0.7), ...documents(9, 0.74)], ask),
        5,
      ),
    ).toBe(
      'No advice: documents scored 0.95 to 1.00 would be accepted, but none were reviewed. Quality checks would tell.',
    );
    expect(describeAdvice(adviseReview(documents(50, 0.9, 'corrected'), ask), 5)).toBe(
      'No review threshold keeps it to 5 per 1,000: the fewest are about 1,000, from 0.30.',
    );
    expect(describeAdvice({ kind: 'none', fewest: null }, 5)).toContain('nothing would be accepted');
  });
});

describe('running batches', () => {
  const batch = (confidenceThreshold: number | null, reviewThreshold: number | null) => ({
    batchId: 'b',
    projectId: 'p',
    documentCount: 3,
    confidenceThreshold,
    reviewThreshold,
  });

  it('keep the thresholds they were submitted with', () => {
    const two = [batch(0.56, 0.84), batch(0.56, 0.84)];
    expect(describeRunning({ batches: two, isAtLeast: false })).toBe('2 running batches keep 0.56 / 0.84.');
    expect(describeRunning({ batches: [...two, batch(0.5, 0.8)], isAtLeast: true })).toBe(
      'At least 2 running batches keep 0.56 / 0.84 and 1 keeps 0.50 / 0.80.',
    );
    expect(describeRunning({ batches: [batch(null, 0.8)], isAtLeast: false })).toBe(
      '1 running batch keeps unknown thresholds.',
    );
    expect(describeRunning({ batches: [], isAtLeast: false })).toContain('No batch is running');
  });
});

describe('observed accuracy', () => {
  it('is grouped by the outcome under the draft', () => {
    const sample = [...documents(3, 0.6, 'right'), ...documents(1, 0.6, 'corrected'), ...documents(2, 0.9)];
    const right = countRightBySide(sample, { confidenceThreshold: 0.5, reviewThreshold: 0.8 });
    expect(formatRight(right.REVIEW_REQUIRED)).toBe('75\u00A0% of 4');
    expect(formatRight(right.SUCCEEDED)).toBe('not reviewed');
  });

  it('is never rounded to all or none', () => {
    expect([1, 0.999, 0.001, 0].map(formatRoundedShare)).toEqual([
      '100\u00A0%',
      'over 99\u00A0%',
      'under 1\u00A0%',
      '0\u00A0%',
    ]);
  });
});
