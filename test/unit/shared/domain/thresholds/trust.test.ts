import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trustOf, weightedAuroc, type Weighed } from '#shared/domain/thresholds/trust.ts';
import { anySample, aScoredDocument, scoredDocuments } from './a-scored-document.ts';

const weighed: fc.Arbitrary<Weighed[]> = fc.array(
  fc.record({
    score: fc.integer({ min: 0, max: 12 }).map((n) => n / 12),
    wrong: fc.boolean(),
    weight: fc.integer({ min: 1, max: 40 }).map((n) => n / 4),
  }),
  { maxLength: 50 },
);

/** Pair by pair, as its definition says. */
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
  it('is the share of pairs in which the right one scores higher, each pair with its weight', () => {
    fc.assert(
      fc.property(weighed, (all) => {
        const found = weightedAuroc(all);
        const expected = byPairs(all);
        if (expected === null) expect(found).toBeNull();
        else expect(found).toBeCloseTo(expected, 9);
      }),
    );
  });

  it('is the same from the other side: where wrong is right, what was won is lost', () => {
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
        const there = trustOf(sample);
        const back = trustOf(sample.toReversed());
        expect(back.verdict).toBe(there.verdict);
        expect(back.auroc ?? -1).toBeCloseTo(there.auroc ?? -1, 9);
      }),
    );
  });

  it('lets each judged document speak for its band', () => {
    // Of 400 accepted four were looked at: they count as 400 and not as four.
    const sample = [
      ...scoredDocuments(50, 0.62, 'right'),
      ...scoredDocuments(50, 0.61, 'corrected'),
      ...scoredDocuments(4, 0.97, 'right'),
      ...scoredDocuments(396, 0.98),
    ];
    const { auroc, judged, covered } = trustOf(sample);
    expect(judged).toBe(104);
    expect(covered).toBeCloseTo(1, 9);
    expect(auroc).toBe(1);
    const worse = [...sample, ...scoredDocuments(4, 0.97, 'corrected')];
    // Half of the 404 may be wrong, though only four were found.
    expect(trustOf(worse).auroc).toBeLessThan(0.65);
  });
});

describe('trust', () => {
  it('needs 30 that were looked at, and 8 that were wrong', () => {
    const wrong = scoredDocuments(8, 0.3, 'unusable');
    expect(trustOf([...wrong, ...scoredDocuments(21, 0.9, 'right')]).verdict).toBe('too few');
    expect(trustOf([...wrong, ...scoredDocuments(22, 0.9, 'right')]).verdict).toBe('ranks');
    expect(trustOf([...wrong.slice(1), ...scoredDocuments(60, 0.9, 'right')]).verdict).toBe('too few');
  });

  it('is refused where all score the same', () => {
    const same = [...scoredDocuments(20, 0.84, 'corrected'), ...scoredDocuments(40, 0.84, 'right')];
    expect(trustOf(same)).toMatchObject({ verdict: 'does not rank', auroc: 0.5 });
  });

  it('is refused where wrong ones score higher, and where nothing was right', () => {
    const upside = [...scoredDocuments(20, 0.9, 'corrected'), ...scoredDocuments(40, 0.3, 'right')];
    expect(trustOf(upside)).toMatchObject({ verdict: 'does not rank', auroc: 0 });
    expect(trustOf(scoredDocuments(40, 0.5, 'corrected'))).toMatchObject({
      verdict: 'does not rank',
      auroc: null,
    });
  });

  it('knows nothing of no documents, of one, and where nobody has looked', () => {
    const nothing = { verdict: 'too few', auroc: null, wrong: 0 };
    expect(trustOf([])).toEqual({ ...nothing, judged: 0, covered: 0 });
    expect(trustOf([aScoredDocument(0.5, 'right')])).toEqual({ ...nothing, judged: 1, covered: 1 });
    expect(trustOf(scoredDocuments(500, 0.9))).toEqual({ ...nothing, judged: 0, covered: 0 });
  });
});
