import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '#shared/domain/review/observed-accuracy.ts';
import {
  adviseReview,
  escapedErrors,
  perThousand,
  rateTrust,
  wantedPerThousand,
  weightedAuroc,
  type Weighed,
} from '#shared/domain/thresholds/escaped-errors.ts';
import { isWrong } from '#shared/domain/thresholds/score-bands.ts';
import { anySample, anyScore, aScoredDocument, scoredDocuments } from './a-scored-document.ts';

describe('undetected errors', () => {
  it('are extrapolated from what people found in a band', () => {
    const sample = [
      ...scoredDocuments(2, 0.92, 'corrected'),
      ...scoredDocuments(18, 0.92, 'right'),
      ...scoredDocuments(80, 0.93),
      ...scoredDocuments(50, 0.97, 'right'),
      ...scoredDocuments(50, 0.98),
    ];
    const escaped = escapedErrors(sample, 0.9);
    expect(escaped).toMatchObject({ accepted: 200, n: 70, unknown: 0 });
    expect(escaped.errors).toBeCloseTo(10, 9);
    expect(perThousand(escaped)?.errors).toBeCloseTo(50, 9);
  });

  it('have Wilson’s range if there is one band', () => {
    const sample = [...scoredDocuments(3, 0.92, 'unusable'), ...scoredDocuments(37, 0.93, 'right')];
    const { low, high } = wilsonInterval(3, 40);
    const escaped = escapedErrors(sample, 0.9);
    expect(escaped.low).toBeCloseTo(40 * low, 9);
    expect(escaped.high).toBeCloseTo(40 * high, 9);
  });

  it('are at least so many if no one has checked a band', () => {
    const sample = [...scoredDocuments(10, 0.92, 'right'), ...scoredDocuments(5, 0.97)];
    expect(escapedErrors(sample, 0.9)).toMatchObject({
      accepted: 15,
      errors: 0,
      unknown: 5,
      unknownBands: [{ from: 0.95, to: 1 }],
    });
    // Any of these five documents may be wrong.
    expect(escapedErrors(sample, 0.9).high).toBeGreaterThanOrEqual(5);
  });

  it('count a document on the threshold as accepted, and none below it', () => {
    const sample = [...scoredDocuments(4, 0.84, 'corrected'), ...scoredDocuments(4, 0.83, 'corrected')];
    expect(escapedErrors(sample, 0.84).accepted).toBe(4);
    expect(escapedErrors(sample, 0.85)).toMatchObject({ accepted: 0, errors: 0, low: 0, high: 0 });
    expect(perThousand(escapedErrors(sample, 0.85))).toBeNull();
    expect(perThousand(escapedErrors([], 0.5))).toBeNull();
  });

  it('are exactly what people found if they have checked whole bands', () => {
    fc.assert(
      fc.property(anySample, fc.integer({ min: 0, max: 20 }), (sample, place) => {
        const judged = sample.filter((one) => one.judged !== null);
        const review = place / 20;
        // A score a hair under a border counts as on it in bands, but as under it in the pipeline.
        fc.pre(judged.every(({ score }) => Math.abs(score - review) > 1e-6 || score === review));
        const found = judged.filter((one) => one.score >= review && isWrong(one)).length;
        expect(escapedErrors(judged, review).errors).toBeCloseTo(found, 9);
      }),
    );
  });

  it('never rise with the threshold, and stay within their range', () => {
    fc.assert(
      fc.property(anySample, anyScore, anyScore, (sample, a, b) => {
        const [lower, higher] = [Math.min(a, b), Math.max(a, b)];
        const loose = escapedErrors(sample, lower);
        const strict = escapedErrors(sample, higher);
        expect(strict.errors).toBeLessThanOrEqual(loose.errors + 1e-9);
        expect(strict.accepted).toBeLessThanOrEqual(loose.accepted);
        for (const { low, errors, high, accepted } of [loose, strict]) {
          expect(low).toBeLessThanOrEqual(errors + 1e-9);
          expect(errors).toBeLessThanOrEqual(high + 1e-9);
          expect(high).toBeLessThanOrEqual(accepted);
          expect(low).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('advice', () => {
  const sample = [
    ...scoredDocuments(30, 0.82, 'corrected'),
    ...scoredDocuments(70, 0.82, 'right'),
    ...scoredDocuments(2, 0.92, 'corrected'),
    ...scoredDocuments(98, 0.92, 'right'),
    ...scoredDocuments(800, 0.97, 'right'),
  ];
  const ask = (atMost: number, confidenceThreshold = 0.5) =>
    adviseReview(sample, { atMost, confidenceThreshold });

  it('is the lowest threshold that lets no more errors pass than wanted', () => {
    // From 0.83 on, 2 of 900 are wrong. Below it, 32 of 1,000 are.
    expect(ask(5)).toMatchObject({ kind: 'advised', reviewThreshold: 0.83 });
    expect(ask(2)).toMatchObject({ kind: 'advised', reviewThreshold: 0.93 });
    expect(ask(20)).toMatchObject({ kind: 'advised', reviewThreshold: 0.83 });
    expect(ask(50)).toMatchObject({ kind: 'advised', reviewThreshold: 0.5 });
  });

  it('is never below the confidence threshold', () => {
    expect(ask(50, 0.7)).toMatchObject({ reviewThreshold: 0.7 });
    expect(ask(50, 0.705)).toMatchObject({ reviewThreshold: 0.71 });
  });

  it('keeps its promise, and no lower threshold would', () => {
    fc.assert(
      fc.property(anySample, fc.constantFrom(...wantedPerThousand), (documents, atMost) => {
        const advice = adviseReview(documents, { atMost, confidenceThreshold: 0.3 });
        if (advice.kind !== 'advised') return;
        expect(perThousand(advice.escaped)?.errors).toBeLessThanOrEqual(atMost);
        expect(advice.escaped.unknown).toBe(0);
        for (let step = 30; step < Math.round(advice.reviewThreshold * 100); step += 1) {
          const lower = escapedErrors(documents, step / 100);
          expect(lower.unknown > 0 || (perThousand(lower)?.errors ?? 0) > atMost).toBe(true);
        }
      }),
    );
  });

  it('is refused if no one has checked what would be accepted', () => {
    const unseen = [...scoredDocuments(40, 0.7, 'right'), ...scoredDocuments(100, 0.97)];
    expect(adviseReview(unseen, { atMost: 20, confidenceThreshold: 0.5 })).toMatchObject({
      kind: 'not looked at',
      bands: [{ from: 0.95, to: 1 }],
    });
  });

  it('is none if errors are everywhere, and none for an empty sample', () => {
    const wrong = scoredDocuments(50, 1, 'corrected');
    expect(adviseReview(wrong, { atMost: 20, confidenceThreshold: 0.5 })).toMatchObject({
      kind: 'none',
      fewest: { reviewThreshold: 0.5, escaped: { errors: 50 } },
    });
    expect(adviseReview([], { atMost: 20, confidenceThreshold: 0.5 })).toEqual({
      kind: 'none',
      fewest: null,
    });
  });
});

const weighed: fc.Arbitrary<Weighed[]> = fc.array(
  fc.record({
    score: fc.integer({ min: 0, max: 12 }).map((n) => n / 12),
    wrong: fc.boolean(),
    weight: fc.integer({ min: 1, max: 40 }).map((n) => n / 4),
  }),
  { maxLength: 50 },
);

/** Compares every pair, as the definition says. */
function byPairs(all: readonly Weighed[]): number | null {
  let [won, pairs] = [0, 0];
  for (const right of all.filter(({ wrong }) => !wrong)) {
    for (const wrong of all.filter((one) => one.wrong)) {
      const weight = right.weight * wrong.weight;
      pairs += weight;
      if (right.score > wrong.score) won += weight;
      else if (right.score === wrong.score) won += weight / 2;
    }
  }
  return pairs === 0 ? null : won / pairs;
}

describe('how well a score ranks', () => {
  it('is the share of pairs in which the correct one scores higher, each pair with its weight', () => {
    fc.assert(
      fc.property(weighed, (all) => {
        const found = weightedAuroc(all);
        const expected = byPairs(all);
        if (expected === null) expect(found).toBeNull();
        else expect(found).toBeCloseTo(expected, 9);
      }),
    );
  });

  it('is mirrored if right and wrong are swapped', () => {
    fc.assert(
      fc.property(weighed, (all) => {
        const found = weightedAuroc(all);
        const turned = weightedAuroc(all.map((one) => ({ ...one, wrong: !one.wrong })));
        const mirrored = weightedAuroc(all.map((one) => ({ ...one, score: 1 - one.score })));
        if (found === null) {
          expect([turned, mirrored]).toEqual([null, null]);
          return;
        }
        expect(turned).toBeCloseTo(1 - found, 9);
        expect(mirrored).toBeCloseTo(1 - found, 9);
      }),
    );
  });

  it('does not depend on the order of the sample', () => {
    fc.assert(
      fc.property(anySample, (sample) => {
        const there = rateTrust(sample);
        const back = rateTrust(sample.toReversed());
        expect(back.verdict).toBe(there.verdict);
        expect(back.auroc ?? -1).toBeCloseTo(there.auroc ?? -1, 9);
      }),
    );
  });

  it('lets each judged document represent its band', () => {
    // Four of 400 accepted documents were looked at, and count as 400 and not as four.
    const sample = [
      ...scoredDocuments(50, 0.62, 'right'),
      ...scoredDocuments(50, 0.61, 'corrected'),
      ...scoredDocuments(4, 0.97, 'right'),
      ...scoredDocuments(396, 0.98),
    ];
    const { auroc, judged, covered } = rateTrust(sample);
    expect(judged).toBe(104);
    expect(covered).toBeCloseTo(1, 9);
    expect(auroc).toBe(1);
    const worse = [...sample, ...scoredDocuments(4, 0.97, 'corrected')];
    // Half of the 404 may be wrong, though only four errors were found.
    expect(rateTrust(worse).auroc).toBeLessThan(0.65);
  });
});

describe('trust', () => {
  it('needs 30 that were checked, and 8 that were wrong', () => {
    const wrong = scoredDocuments(8, 0.3, 'unusable');
    expect(rateTrust([...wrong, ...scoredDocuments(21, 0.9, 'right')]).verdict).toBe('too few');
    expect(rateTrust([...wrong, ...scoredDocuments(22, 0.9, 'right')]).verdict).toBe('ranks');
    expect(rateTrust([...wrong.slice(1), ...scoredDocuments(60, 0.9, 'right')]).verdict).toBe('too few');
  });

  it('is refused if all score the same', () => {
    const same = [...scoredDocuments(20, 0.84, 'corrected'), ...scoredDocuments(40, 0.84, 'right')];
    expect(rateTrust(same)).toMatchObject({ verdict: 'does not rank', auroc: 0.5 });
  });

  it('is refused if wrong ones score higher, and if none was right', () => {
    const upside = [...scoredDocuments(20, 0.9, 'corrected'), ...scoredDocuments(40, 0.3, 'right')];
    expect(rateTrust(upside)).toMatchObject({ verdict: 'does not rank', auroc: 0 });
    expect(rateTrust(scoredDocuments(40, 0.5, 'corrected'))).toMatchObject({
      verdict: 'does not rank',
      auroc: null,
    });
  });

  it('is unknown for no documents, for one, and if none was checked', () => {
    const nothing = { verdict: 'too few', auroc: null, wrong: 0 };
    expect(rateTrust([])).toEqual({ ...nothing, judged: 0, covered: 0 });
    expect(rateTrust([aScoredDocument(0.5, 'right')])).toEqual({ ...nothing, judged: 1, covered: 1 });
    expect(rateTrust(scoredDocuments(500, 0.9))).toEqual({ ...nothing, judged: 0, covered: 0 });
  });
});
