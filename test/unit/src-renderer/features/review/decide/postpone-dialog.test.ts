import { describe, expect, it } from 'vitest';
import { formatUntil, listPostponeChoices } from '#renderer/features/review/decide/postpone-dialog.tsx';

/** 27 November 2026 is a Friday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const list = (now: number) => listPostponeChoices(now).map(({ label, until }) => [label, until - now]);

describe('the times until which a document can be postponed', () => {
  it('are an hour, this afternoon, tomorrow at nine and Monday at nine', () => {
    const now = at(27, 9, 30);
    expect(list(now)).toEqual([
      ['In an hour', 3_600_000],
      ['This afternoon', at(27, 14) - now],
      ['Tomorrow morning', at(28, 9) - now],
      ['Monday morning', at(30, 9) - now],
    ]);
  });

  it('have no afternoon once it has nearly begun', () => {
    const labels = listPostponeChoices(at(27, 13, 45)).map(({ label }) => label);
    expect(labels).toEqual(['In an hour', 'Tomorrow morning', 'Monday morning']);
  });

  it('mean the next Monday on a Monday, and name it once on a Sunday', () => {
    expect(list(at(30, 15)).at(-1)).toEqual(['Monday morning', at(37, 9) - at(30, 15)]);
    const labels = listPostponeChoices(at(29, 15)).map(({ label }) => label);
    expect(labels).toEqual(['In an hour', 'Tomorrow morning']);
  });
});

it('the time that was chosen has its day, unless it is today', () => {
  expect(formatUntil(at(27, 14), at(27, 9))).toBe('14:00');
  expect(formatUntil(at(30, 9), at(27, 9))).toMatch(/^Mon,? 30 Nov,? 09:00$/);
});
