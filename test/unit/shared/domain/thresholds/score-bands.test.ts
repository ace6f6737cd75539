import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisFrom, scoreBands, scoreHistogram } from '#shared/domain/thresholds/score-bands.ts';
import { anySample, aScoredDocument, scoredDocuments } from './a-scored-document.ts';

describe('a histogram of scores', () => {
  it('adds up to the sample, part by part', () => {
    fc.assert(
      fc.property(anySample, (sample) => {
        const bins = scoreHistogram(sample);
        const sum = (part: 'right' | 'corrected' | 'unusable' | 'notLookedAt') =>
          bins.reduce((all, bin) => all + bin[part], 0);
        for (const judged of ['right', 'corrected', 'unusable'] as const) {
          expect(sum(judged)).toBe(sample.filter((one) => one.judged === judged).length);
        }
        expect(sum('notLookedAt')).toBe(sample.filter((one) => one.judged === null).length);
      }),
    );
  });

  it('puts every score in the bin that starts at or below it, and 1 in the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), (place) => {
        const score = place * 0.02;
        const bin = scoreHistogram([aScoredDocument(Math.min(1, score))]).findIndex(
          ({ notLookedAt }) => notLookedAt === 1,
        );
        expect(bin).toBe(Math.min(49, place));
      }),
    );
  });

  it('is empty for no documents, and one bar if all score the same', () => {
    expect(scoreHistogram([]).every(({ notLookedAt, right }) => notLookedAt + right === 0)).toBe(true);
    const bars = scoreHistogram(scoredDocuments(7, 0.84, 'right')).filter(({ right }) => right > 0);
    expect(bars).toEqual([{ from: 0.84, to: 0.86, right: 7, corrected: 0, unusable: 0, notLookedAt: 0 }]);
  });

  it('starts a tenth below what has to be visible', () => {
    expect(axisFrom([0.46, 0.9], [0.56])).toBe(0.4);
    expect(axisFrom([0.9], [0.3])).toBe(0.2);
    expect(axisFrom([0.02], [0.3])).toBe(0);
    expect(axisFrom([], [])).toBe(0.8);
    expect(axisFrom([1], [1])).toBe(0.8);
  });
});

describe('bands of scores', () => {
  it('hold every document once, each between its ends', () => {
    fc.assert(
      fc.property(anySample, (sample) => {
        const bands = scoreBands(sample);
        expect(bands.flatMap(({ documents }) => documents)).toHaveLength(sample.length);
        for (const { from, to, documents } of bands) {
          for (const { score } of documents) {
            expect(score).toBeGreaterThan(from - 1e-9);
            expect(score).toBeLessThan(to + (to === 1 ? 1e-9 : 0));
          }
        }
      }),
    );
  });

  it('start at 0.15 despite float rounding', () => {
    expect(scoreBands([aScoredDocument(0.1 + 0.05)]).map(({ from }) => from)).toEqual([0.15]);
    expect(scoreBands([aScoredDocument(0.15)]).map(({ from }) => from)).toEqual([0.15]);
    expect(scoreBands([aScoredDocument(0.1 + 0.2)]).map(({ from }) => from)).toEqual([0.3]);
  });

  it('know no result if none was checked', () => {
    expect(scoreBands(scoredDocuments(9, 0.97))[0]).toMatchObject({
      judged: 0,
      wrongShare: null,
      low: 0,
      high: 1,
    });
  });
});
