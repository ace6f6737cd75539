import { describe, expect, it } from 'vitest';
import { scoreBands } from '#shared/domain/thresholds/score-bands.ts';
import { rateTrust } from '#shared/domain/thresholds/escaped-errors.ts';
import { decimal, decimalText, plus } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import {
  atFirst,
  estimateMonthCost,
  readAssumptions,
  listWhatIfFigures,
} from '#renderer/features/workflows/editor/what-if-figures.ts';
import { messages } from '#renderer/features/workflows/messages.ts';
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
  const all = listWhatIfFigures({
    sample,
    live,
    draft,
    assumptions,
    trust: rateTrust(sample.documents),
    bands: scoreBands(sample.documents),
    book,
  });
  return Object.fromEntries(all.map((each) => [each.id, each]));
}

describe('the assumptions that a person types', () => {
  it.each([
    ['7.5', '7.5'],
    ['7,5', '7.5'],
    ['$42,50', '42.50'],
    ['0,125', '0.125'],
    ['1,000', '1000'],
  ])('reads "%s" as %s dollars', (rate, read) => {
    expect(readAssumptions({ seconds: '', rate }, null)).toMatchObject({
      rate: read,
      rateFrom: 'typed',
      rateProblem: undefined,
    });
  });

  it.each(['1000,000', '1.000,50', '1,2,3', '7,', ',5', '2,000', 'many'])(
    'refuses "%s" instead of guessing',
    (rate) => {
      expect(readAssumptions({ seconds: '', rate }, null)).toMatchObject({
        rateFrom: 'assumed',
        rateProblem: 'Expected 0 to 1,000 dollars, such as 42.50.',
      });
    },
  );

  it('reads seconds with thousands or with a decimal comma', () => {
    expect(readAssumptions({ seconds: '1,200', rate: '' }, null).seconds).toBe(1_200);
    expect(readAssumptions({ seconds: '7,5', rate: '' }, null).seconds).toBe(7.5);
  });
});

describe('the effect of a draft', () => {
  it('is shown as before and after, with the difference', () => {
    // The intake is ten a day. Of a hundred documents 30 are reviewed now, and 40 with the draft.
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

  it('is a single figure if nothing changes', () => {
    for (const figure of Object.values(figures(undefined, at(0.56, 0.84), at(0.56, 0.84)))) {
      expect(figure).toMatchObject({ live: null, difference: null, tone: null });
    }
    expect(figures(undefined, at(0.56, 0.84), at(0.56, 0.84))['month']?.sub).toBe('no change');
  });

  it('is the draft alone if the live value is unknown', () => {
    expect(figures(undefined, null)['reviews']).toMatchObject({
      live: null,
      draft: '4',
      difference: null,
      sub: '',
    });
  });

  it('includes failures for other reasons, and says so', () => {
    const sample = aSample({ documents: ranked, withoutScore: 100, failedOtherwise: 100 });
    expect(figures(sample)['failed']).toMatchObject({
      draft: '5.5',
      title: messages.editor.otherReasons('5'),
    });
  });

  it('is unknown, not zero, without a sample', () => {
    const none = figures(aSample());
    for (const id of ['reviews', 'hours', 'month', 'failed']) expect(none[id]?.draft).toBe('unknown');
  });

  it('says "at least" if the intake was not counted completely', () => {
    const sample = aSample({ documents: ranked, intake: { documents: 300, days: 30, isAtLeast: true } });
    expect(figures(sample)['reviews']?.label).toBe('Reviews a day, at least');
  });
});

describe('errors among accepted documents', () => {
  it('are given in a thousand, with their range and n', () => {
    const { escaped } = figures(undefined, at(0.56, 0.84), at(0.56, 0.9));
    // The rate is 1 of 60 above 0.84 and 1 of 50 above 0.90: a larger share, although not more errors.
    expect(escaped).toMatchObject({ live: '16.7', draft: '20', difference: '+3.3', tone: 'worse' });
    expect(escaped?.sub).toMatch(/^per 1,000, 4 to 105$/);
    expect(escaped?.title).toContain('n = 50');
  });

  it('are hidden if scores do not rank errors, or too few documents were reviewed', () => {
    const same = [...documents(20, 0.9, 'corrected'), ...documents(40, 0.9, 'right')];
    expect(figures(aSample({ documents: same }))['escaped']).toMatchObject({
      draft: 'not shown',
      sub: 'scores do not rank errors',
    });
    expect(figures(aSample({ documents: documents(60, 0.9) }))['escaped']).toMatchObject({
      draft: 'not shown',
      sub: messages.editor.tooFewReviewed,
    });
  });

  it('are a lower bound if some scores were not reviewed', () => {
    const sample = aSample({ documents: [...ranked, ...documents(5, 0.97)] });
    expect(figures(sample)['escaped']?.label).toBe('Errors passing unseen, at least');
  });
});

describe('the cost of a month', () => {
  const assumptions = { seconds: 90, rate: '38' };

  it('contains AI and infrastructure for the whole intake, and the hours of reviewers', () => {
    const sample = aSample({ documents: ranked });
    const cost = estimateMonthCost(sample, at(0.56, 0.84), assumptions, book);
    // 90 of 300 documents a month are reviewed at 90 s, which takes 2.25 hours.
    expect(cost?.review).toBe('85.5');
    expect(Number(cost?.running)).toBeCloseTo(Number(totalsCost(sample.usage, book).each) * 300, 6);
    expect(cost?.total).toBe(decimalText(plus(decimal(cost?.running ?? '0'), decimal(cost?.review ?? '0'))));
    expect(cost?.isAtLeast).toBe(false);
  });

  it('is the same for reading at any thresholds', () => {
    const sample = aSample({ documents: ranked });
    const running = (draft: ReturnType<typeof at>) =>
      estimateMonthCost(sample, draft, assumptions, book)?.running;
    expect(running(at(0, 0))).toBe(running(at(1, 1)));
    expect(estimateMonthCost(sample, at(0, 0), assumptions, book)?.review).toBe('0');
  });

  it('is unknown if the cost of a document is', () => {
    expect(estimateMonthCost(aSample(), at(0.5, 0.8), assumptions, book)).toBeNull();
  });
});
