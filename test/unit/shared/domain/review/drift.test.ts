import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countDecision,
  findFirstDays,
  negateFigures,
  toSeries,
  type CorrectionSeries,
  type CountedDecision,
} from '#shared/domain/review/correction-counts.ts';
import {
  addDays,
  computeDriftCost,
  driftRule,
  estimateSpread,
  findChange,
  findChangesAround,
  findDrifts,
  fisherGreater,
  proposeRule,
  proposeThreshold,
  type CorrectedSample,
} from '#shared/domain/review/drift.ts';
import { countFalseAlarms, measureDelays, usualShares } from './simulate-drift.ts';

const today = '2026-11-20';

/** Days before today: each has 20 documents, of which so many were corrected. */
function aSeries(corrected: (ago: number) => number, read = 20): CorrectionSeries {
  return {
    kind: 'field',
    name: 'total',
    days: Array.from({ length: 35 }, (_, at) => 34 - at).map((ago) => ({
      day: addDays(today, -ago),
      read,
      corrected: corrected(ago),
    })),
  };
}

describe('a change of corrections', () => {
  it('is found with the day on which it began', () => {
    const [drift] = findDrifts([aSeries((ago) => (ago <= 4 ? 7 : 1))], today);
    expect(drift).toMatchObject({ beganOn: addDays(today, -4), recent: { read: 100, corrected: 35 } });
    expect(drift?.usual).toEqual({ read: 560, corrected: 28 });
  });

  it('is not found on days that are as before, after one bad day, or in few documents', () => {
    expect(findDrifts([aSeries(() => 2)], today)).toEqual([]);
    expect(findDrifts([aSeries((ago) => (ago === 3 ? 20 : 1))], today)).toEqual([]);
    expect(findDrifts([aSeries((ago) => (ago <= 2 ? 1 : 0), 1)], today)).toEqual([]);
    expect(findDrifts([], today)).toEqual([]);
  });

  it('is no longer one when it has become usual, and never one when corrections become fewer', () => {
    expect(findDrifts([aSeries((ago) => (ago <= 30 ? 7 : 1))], today)).toEqual([]);
    expect(findDrifts([aSeries((ago) => (ago <= 5 ? 0 : 6))], today)).toEqual([]);
  });

  it('keeps its day when days are added that change nothing', () => {
    const series = aSeries((ago) => (ago <= 6 ? 9 : 1));
    for (const later of [0, 1, 2, 3]) {
      const until = addDays(today, later - 4);
      expect(findChange(series.days, until)?.beganOn).toBe(addDays(today, -6));
    }
  });

  it('puts the clearest series first, and asks more of one among many', () => {
    const weak = { ...aSeries((ago) => (ago <= 4 ? 5 : 1)), name: 'weak' };
    const strong = { ...aSeries((ago) => (ago <= 4 ? 12 : 1)), name: 'strong' };
    expect(findDrifts([weak, strong], today).map(({ name }) => name)).toEqual(['strong', 'weak']);
    const alone = { ...aSeries((ago) => (ago <= 4 ? 4 : 1)), name: 'alone' };
    expect(findDrifts([alone], today)).toHaveLength(1);
    const quiet = Array.from({ length: 2_000 }, () => aSeries(() => 0));
    expect(findDrifts([alone, ...quiet], today)).toEqual([]);
  });

  it('is tested as Fisher did: one of his tables, and probabilities that fall as corrections rise', () => {
    // The lady tasting tea: all four, of eight cups.
    expect(fisherGreater({ read: 4, corrected: 4 }, { read: 4, corrected: 0 })).toBeCloseTo(1 / 70, 10);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 60 }),
        (read, usual, corrected) => {
          const other = { read: usual, corrected: Math.min(usual, corrected) };
          let last = 1 + 1e-9;
          for (let count = 0; count <= read; count += 1) {
            const p = fisherGreater({ read, corrected: count }, other);
            expect(p).toBeGreaterThanOrEqual(0);
            expect(p).toBeLessThanOrEqual(1);
            // One more correction on the recent side also adds to the total; the share still only becomes rarer.
            if (count * usual > other.corrected * read) expect(p).toBeLessThanOrEqual(last + 1e-9);
            last = Math.max(p, count * usual > other.corrected * read ? 0 : 1);
          }
        },
      ),
    );
  });

  it('counts days that differ more than by chance as fewer documents', () => {
    const alike = Array.from({ length: 28 }, (_, at) => ({
      day: addDays(today, -at),
      read: 100,
      corrected: at % 4 === 0 ? 30 : 2,
    }));
    expect(estimateSpread(alike)).toBeGreaterThan(10);
    expect(estimateSpread(alike.map((one) => ({ ...one, corrected: 9 })))).toBe(1);
    expect(estimateSpread(alike.slice(0, 3))).toBe(1);
  });

  // docs/reliability.md has these figures from many more rounds.
  it(
    'is rarely found where nothing has changed, and soon where corrections have doubled',
    { timeout: 120_000 },
    () => {
      const quiet = { documents: 20, likeness: 0, shares: usualShares };
      expect(countFalseAlarms(quiet, { rounds: 25, seed: 41 })).toBeLessThan(15);
      const shares = [0.1, ...usualShares.slice(1)];
      const { delays } = measureDelays(
        { documents: 100, likeness: 0, shares },
        { times: 2, rounds: 25, seed: 42 },
      );
      expect(delays[12]).toBeLessThanOrEqual(4);
    },
  );
});

const decision: CountedDecision = {
  day: today,
  isApproved: true,
  fields: { total: 'textract', iban: 'bedrock', number: 'textract' },
  corrected: ['iban'],
  supplier: 'abc',
  models: ['haiku', 'haiku'],
  version: 7,
  seconds: 31,
};

describe('counts', () => {
  it('add a decision and take it back to nothing', () => {
    const figures = countDecision(decision);
    expect(figures).toMatchObject({
      'all#read': 1,
      'all#corrected': 1,
      'field#iban#corrected': 1,
      'reader#bedrock#corrected': 1,
      'reader#textract#read': 1,
      'supplier#abc#corrected': 1,
      'model#haiku': 1,
      'version#7': 1,
      'seconds#corrected': 31,
    });
    expect(figures['reader#textract#corrected']).toBeUndefined();
    const back = negateFigures(figures);
    for (const [name, figure] of Object.entries(figures)) expect(figure + (back[name] ?? 0)).toBe(0);
    expect(countDecision({ ...decision, isApproved: false })).toEqual({ rejected: 1 });
  });

  it('become series by field, reader and supplier, whatever a field is called', () => {
    const figures = countDecision({ ...decision, fields: { 'a#b#read': 'none' }, corrected: ['a#b#read'] });
    expect(toSeries([{ day: today, figures }])).toContainEqual({
      kind: 'field',
      name: 'a#b#read',
      days: [{ day: today, read: 1, corrected: 1 }],
    });
    expect(toSeries([{ day: today, figures: { 'other#x#read': 3, 'all#x#read': 1 } }])).toEqual([]);
  });

  it('say which version and model were new around the change', () => {
    const days = [10, 5, 4].map((ago) => ({
      day: addDays(today, -ago),
      figures: countDecision({ ...decision, version: ago <= 5 ? 8 : 7, models: [ago === 4 ? 'new' : 'old'] }),
    }));
    expect(findFirstDays(days, 'version').get('8')).toBe(addDays(today, -5));
    expect(findChangesAround(days, addDays(today, -4))).toEqual([
      { what: 'version', name: '8', day: addDays(today, -5) },
      { what: 'model', name: 'new', day: addDays(today, -4) },
    ]);
    expect(findChangesAround(days, addDays(today, -10))).toEqual([]);
  });
});

describe('the cost and the proposals', () => {
  const drift = {
    beganOn: addDays(today, -3),
    usual: { read: 100, corrected: 10 },
    recent: { read: 40, corrected: 20 },
  };

  it('count only the corrections beyond the usual ones, timed where enough documents were', () => {
    expect(computeDriftCost(drift, [])).toMatchObject({ extra: 16, from: 'assumed', seconds: 16 * 30 });
    const figures = {
      'timed#corrected': 12,
      'seconds#corrected': 600,
      'timed#unchanged': 20,
      'seconds#unchanged': 200,
    };
    const timed = computeDriftCost(drift, [{ day: today, figures }]);
    expect(timed).toMatchObject({ from: 'timed', secondsEach: 40, seconds: 640, n: 12 });
    const before = computeDriftCost(drift, [{ day: addDays(today, -9), figures }]);
    expect(before.from).toBe('assumed');
  });

  const sample = (confidence: number, rules: readonly string[] = []): CorrectedSample => ({
    fields: [{ name: 'total', reader: 'textract', confidence }],
    supplier: null,
    rules,
  });
  const ofTotal = { kind: 'field', name: 'total' } as const;

  it('propose the threshold that sends such a value to review', () => {
    const samples = [0.7, 0.8, 0.86, 0.87, 0.9, 0.91].map((confidence) => sample(confidence));
    expect(proposeThreshold(samples, ofTotal, 0.85)).toEqual({
      value: 0.92,
      now: 0.85,
      passing: 4,
      sent: 4,
      of: 6,
    });
    expect(proposeThreshold(samples, ofTotal, 0.95)).toBeUndefined();
    expect(proposeThreshold(samples.slice(0, 3), ofTotal, 0.5)).toBeUndefined();
    expect(proposeThreshold(samples, { kind: 'field', name: 'iban' }, 0.85)).toBeUndefined();
  });

  it('propose no threshold above the highest, for any confidences', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }), (confidences) => {
        const proposed = proposeThreshold(
          confidences.map((one) => sample(one)),
          ofTotal,
          0.85,
        );
        if (proposed === undefined) return;
        expect(proposed.value).toBeGreaterThan(0.85);
        expect(proposed.value).toBeLessThanOrEqual(0.99);
        expect(proposed.sent).toBeLessThanOrEqual(proposed.passing);
      }),
    );
  });

  it('propose the rule that most of the values broke, unless it stops them already', () => {
    const samples = Array.from({ length: 6 }, () => sample(0.9, ['date order', 'format']));
    expect(proposeRule(samples, ofTotal, (rule) => (rule === 'format' ? 'stop' : 'warn'))).toEqual({
      rule: 'date order',
      now: 'warn',
      weight: 'stop',
      stopped: 6,
      of: 6,
    });
    expect(proposeRule(samples, ofTotal, () => 'stop')).toBeUndefined();
    expect(proposeRule(samples.slice(0, 4), ofTotal, () => 'warn')).toBeUndefined();
  });

  it('has its level shared by all series', () => {
    expect(driftRule.level).toBeLessThan(0.001);
  });
});
