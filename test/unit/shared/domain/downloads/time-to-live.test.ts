import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeToLiveSchema } from '#shared/contract/downloads/downloads.ts';
import {
  isDefect,
  isOver,
  isWithinItsTime,
  timeToLiveBy,
  timeToLiveOf,
} from '#shared/domain/downloads/time-to-live.ts';

const now = Date.parse('2026-11-20T15:00:00.000Z');
const seconds = (time: string): string => String(Date.parse(time) / 1_000);

describe('a time to live', () => {
  it('is until then, and over from that second on', () => {
    const at = '2026-11-20T15:00:01.000Z';
    expect(timeToLiveOf(seconds(at), now)).toEqual({ kind: 'until', at });
    expect(timeToLiveOf(seconds(at), now + 999)).toEqual({ kind: 'until', at });
    expect(timeToLiveOf(seconds(at), now + 1_000)).toEqual({ kind: 'over', since: at });
  });

  it('in milliseconds is a defect, also where that moment has passed', () => {
    const meant = '2026-12-20T12:45:00.000Z';
    expect(timeToLiveOf(String(Date.parse(meant)), now)).toEqual({ kind: 'in-milliseconds', meant });
    const passed = '2026-10-20T12:45:00.000Z';
    expect(timeToLiveOf(String(Date.parse(passed)), now)).toEqual({ kind: 'in-milliseconds', meant: passed });
  });

  it('of more than five years ago is left alone by DynamoDB', () => {
    expect(timeToLiveOf(String(30 * 86_400), now)).toEqual({
      kind: 'too-old',
      at: '1970-01-31T00:00:00.000Z',
    });
    expect(timeToLiveOf('-1e30', now)).toEqual({ kind: 'too-old', at: '-1e30' });
    expect(timeToLiveOf(seconds('2021-11-21T15:00:00.000Z'), now)).toMatchObject({ kind: 'over' });
    expect(timeToLiveOf(seconds('2021-11-19T15:00:00.000Z'), now)).toMatchObject({ kind: 'too-old' });
  });

  it.each([undefined, '', ' ', 'soon', 'NaN', 'Infinity', '9e125'])('is none where there is %j', (digits) => {
    expect(timeToLiveOf(digits, now)).toEqual({ kind: 'none' });
  });

  it('property: is one of the contract’s, whatever the number', () => {
    const digits = fc.oneof(
      fc.double().map(String),
      fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }).map(String),
      fc.integer().map(String),
      fc.string(),
    );
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 4e12 }), (text, at) => {
        const told = timeToLiveOf(text, at);
        expect(timeToLiveSchema.safeParse(told).error).toBeUndefined();
        expect([isOver(told), isDefect(told)].filter(Boolean).length + Number(told.kind === 'until')).toBe(1);
      }),
    );
  });

  it('that was read a while ago may be over by now', () => {
    const at = '2026-11-20T15:01:00.000Z';
    const read = timeToLiveOf(seconds(at), now);
    expect(timeToLiveBy(read, now + 59_999)).toBe(read);
    expect(timeToLiveBy(read, now + 60_000)).toEqual({ kind: 'over', since: at });
    const defect = timeToLiveOf(String(now), now);
    expect(timeToLiveBy(defect, now * 2)).toBe(defect);
  });
});

describe('what is done about an item', () => {
  it('is nothing where its time is over, deleted or not', () => {
    const kinds = ['1795200000', '1795100000', '1', '1795200000000', ''].map((digits) => {
      const told = timeToLiveOf(digits, now);
      return [told.kind, isWithinItsTime(told)];
    });
    expect(kinds).toEqual([
      ['until', true],
      ['over', false],
      ['too-old', false],
      ['in-milliseconds', true],
      ['none', true],
    ]);
  });
});
