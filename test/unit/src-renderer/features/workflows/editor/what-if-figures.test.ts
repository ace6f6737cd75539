import { describe, expect, it } from 'vitest';
import { scoreBands } from '#shared/domain/thresholds/score-bands.ts';
import { trustOf } from '#shared/domain/thresholds/escaped-errors.ts';
import { decimal, decimalText, plus } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import {
  atFirst,
  monthCost,
  readAssumptions,
  whatIfFigures,
} from '#renderer/features/workflows/editor/what-if-figures.ts';
import { aSample, documents } from './a-sample.ts';

const book = priceBooks[0];
const at = (confidenceThreshold: number, reviewThreshold: number) => ({
  confidenceThreshold,
  reviewThreshold,
});
const ranked = [
  ...documents(10, 0.4, 'unusable'),
  ...documents(10, 0.65, 'corrected'),
  ...documents(20, 0.7, 'right'),
  ...documents(10, 0.86, 'right'),
  ...documents(1, 0.9, 'corrected'),
  ...documents(49, 0.91, 'right'),
];

function figures(
  sample = aSample({ documents: ranked }),
  live: ReturnType<typeof at> | null = at(0.56, 0.84),
  draft = at(0.5, 0.88),
) {
  const assumptions = readAssumptions(atFirst, sample.reviewSeconds);
  const all = whatIfFigures({
    sample,
    live,
    draft,
    assumptions,
    trust: trustOf(sample.documents),
    bands: scoreBands(sample.documents),
    book,
  });
  return Object.fromEntries(all.map((each) => [each.id, each]));
}

describe('what a draft would change', () => {
  it('is told as now and then, with the difference in words and sign', () => {
    // Ten a day: of a hundred 30 are reviewed now, and 40 with the draft.
    expect(figures()['reviews']).toMatchObject({
      live: '3',
      draft: '4',
      difference: '+1',
      sub: 'up 33\u00A0%',
      tone: 'worse',
    });
    expect(figures()['hours']).toMatchObject({ live: '0.5', draft: '0.7', difference: '+0.2' });
    expect(figures(undefined, at(0.56, 0.88), at(0.3, 0.88))['failed']).toMatchObject({
      live: '1',
      draft: '0',
      difference: '−1',
      sub: 'down 100\u00A0%',
      tone: 'better',
    });
  });

  it('is one figure where nothing changes', () => {
    for (const figure of Object.values(figures(undefined, at(0.56, 0.84), at(0.56, 0.84)))) {
      expect(figure).toMatchObject({ live: null, difference: null, tone: null });
    }
    expect(figures(undefined, at(0.56, 0.84), at(0.56, 0.84))['month']?.sub).toBe('no change');
  });

  it('is the draft alone where nobody knows what is live', () => {
    expect(figures(undefined, null)['reviews']).toMatchObject({
      live: null,
      draft: '4',
      difference: null,
      sub: '',
    });
  });

  it('counts failures for other reasons among the failures, and says so', () => {
    const sample = aSample({ documents: ranked, withoutScore: 100, failedOtherwise: 100 });
    expect(figures(sample)['failed']).toMatchObject({
      draft: '5.5',
      title: 'Of these 5 a day for other reasons than their score, at any thresholds',
    });
  });

  it('is unknown, and not nothing, without a sample', () => {
    const none = figures(aSample());
    for (const id of ['reviews', 'hours', 'month', 'failed']) expect(none[id]?.draft).toBe('unknown');
  });

  it('says at least where not all that comes in was counted', () => {
    const sample = aSample({ documents: ranked, intake: { documents: 300, days: 30, isAtLeast: true } });
    expect(figures(sample)['reviews']?.label).toBe('Reviews a day, at least');
  });
});

describe('errors that pass unseen', () => {
  it('are told in a thousand accepted, with their range and n', () => {
    const { escaped } = figures(undefined, at(0.56, 0.84), at(0.56, 0.9));
    // 1 of 60 from 0.84 on; 1 of 50 from 0.90 on, which is more of a thousand though it is no more.
    expect(escaped).toMatchObject({ live: '16.7', draft: '20', difference: '+3.3', tone: 'worse' });
    expect(escaped?.sub).toMatch(/^per 1,000, 4 to 105$/);
    expect(escaped?.title).toContain('n = 50');
  });

  it('are not shown where scores do not rank errors, nor where too few were looked at', () => {
    const same = [...documents(20, 0.9, 'corrected'), ...documents(40, 0.9, 'right')];
    expect(figures(aSample({ documents: same }))['escaped']).toMatchObject({
      draft: 'not shown',
      sub: 'scores do not rank errors',
    });
    expect(figures(aSample({ documents: documents(60, 0.9) }))['escaped']).toMatchObject({
      draft: 'not shown',
      sub: 'too few were looked at',
    });
  });

  it('are at least so many where nobody has looked', () => {
    const sample = aSample({ documents: [...ranked, ...documents(5, 0.97)] });
    expect(figures(sample)['escaped']?.label).toBe('Errors passing unseen, at least');
  });
});

describe('what a month costs', () => {
  const assumptions = { seconds: 90, rate: '38' };

  it('is AI and infrastructure for all that comes in, and the hours of reviewers', () => {
    const sample = aSample({ documents: ranked });
    const cost = monthCost(sample, at(0.56, 0.84), assumptions, book);
    // 300 documents a month; 90 of them reviewed at 90 s: 2.25 hours.
    expect(cost?.review).toBe('85.5');
    expect(Number(cost?.running)).toBeCloseTo(Number(totalsCost(sample.usage, book).each) * 300, 6);
    expect(cost?.total).toBe(decimalText(plus(decimal(cost?.running ?? '0'), decimal(cost?.review ?? '0'))));
    expect(cost?.isAtLeast).toBe(false);
  });

  it('costs the same to read at any thresholds', () => {
    const sample = aSample({ documents: ranked });
    const running = (draft: ReturnType<typeof at>) => monthCost(sample, draft, assumptions, book)?.running;
    expect(running(at(0, 0))).toBe(running(at(1, 1)));
    expect(monthCost(sample, at(0, 0), assumptions, book)?.review).toBe('0');
  });

  it('is unknown where nothing is known of what a document costs', () => {
    expect(monthCost(aSample(), at(0.5, 0.8), assumptions, book)).toBeNull();
  });
});
