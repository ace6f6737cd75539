import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  callsBounds,
  peakBounds,
  readAssumptions,
  readCalls,
  readFigure,
  withCalls,
} from '#renderer/features/costs/patterns/cost-choices.ts';
import { grouped } from '#shared/domain/formatting.ts';

describe('a number as people type it', () => {
  it('takes separators of thousands where they belong', () => {
    expect(readFigure('50,000', callsBounds)).toEqual({ ok: true, value: 50_000 });
    expect(readFigure(' 1 000 000 ', callsBounds)).toEqual({ ok: true, value: 1_000_000 });
    expect(readFigure('5,00', callsBounds).ok).toBe(false);
  });

  it.each(['', '12x', '-1', '1.5', '1e3', '٣', '2000000000'])('refuses "%s" as calls a day', (text) => {
    expect(readFigure(text, callsBounds)).toEqual({
      ok: false,
      problem: 'Expected a whole number up to 1,000,000,000.',
    });
  });

  it('takes parts of a number only where they make sense', () => {
    expect(readFigure('2.5', peakBounds)).toEqual({ ok: true, value: 2.5 });
    expect(readFigure('0.5', peakBounds)).toEqual({
      ok: false,
      problem: 'Expected a number from 1 to 1,000.',
    });
  });

  it('reads back whatever it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: callsBounds.most }), (calls) => {
        expect(readFigure(grouped(calls), callsBounds)).toEqual({ ok: true, value: calls });
      }),
    );
  });
});

describe('what somebody tries out', () => {
  it('leaves a row as declared while its number is none', () => {
    expect(
      readCalls(
        new Map([
          ['orgById', '1,000'],
          ['jobById', 'many'],
        ]),
      ),
    ).toEqual({ orgById: 1_000 });
    expect(readCalls(undefined)).toEqual({});
  });

  it('is kept for each system, and taken back row by row', () => {
    const typed = withCalls(withCalls(new Map(), 'hr', 'orgById', '1'), 'hr', 'jobById', '2');
    expect(typed.get('hr')?.size).toBe(2);
    expect([...(withCalls(typed, 'hr', 'orgById', undefined).get('hr') ?? [])]).toEqual([['jobById', '2']]);
    expect(withCalls(typed, 'funds', '__proto__', '3').get('hr')).toBe(typed.get('hr'));
  });

  it('names which assumption is no number', () => {
    expect(readAssumptions({ peakToMean: '4', utilisation: '70' })).toEqual({
      ok: true,
      value: { peakToMean: 4, utilisation: 0.7 },
    });
    expect(readAssumptions({ peakToMean: '4', utilisation: '5' })).toEqual({
      ok: false,
      peakProblem: undefined,
      utilisationProblem: 'Expected a number from 10 to 100.',
    });
  });
});
