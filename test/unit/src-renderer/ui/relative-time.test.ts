import { describe, expect, it } from 'vitest';
import {
  exactUtc,
  localClock,
  formatRelativeTime,
  formatTimeSpan,
  utcClock,
} from '#renderer/ui/relative-time.tsx';

const now = Date.UTC(2026, 10, 20, 14, 6, 52);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('relative time', () => {
  it('works in both directions', () => {
    expect(formatRelativeTime(now - 21 * minute, now)).toBe('21 min ago');
    expect(formatRelativeTime(now + 9 * hour, now)).toBe('in 9 h');
    expect(formatRelativeTime(now, now)).toBe('now');
  });

  it('gives the second unit only if it matters', () => {
    expect(formatTimeSpan(59 * minute + 59_000)).toBe('59 min');
    expect(formatTimeSpan(2 * hour + 10 * minute)).toBe('2 h 10 min');
    expect(formatTimeSpan(2 * day + 18 * hour)).toBe('2 d 18 h');
    expect(formatTimeSpan(3 * day)).toBe('3 d');
    expect(formatTimeSpan(40 * day + 5 * hour)).toBe('40 d');
  });

  it('has the exact time in UTC whatever the computer’s time zone', () => {
    expect(exactUtc(now)).toBe('20 Nov 2026, 14:06:52 UTC');
  });

  it('has the hour and minute in either clock format', () => {
    expect(utcClock('2026-11-20T04:06:52.000Z')).toBe('04:06 UTC');
    expect(localClock(new Date(2026, 10, 20, 0, 6, 52).toISOString())).toBe('00:06');
  });

  it('is empty for an invalid time', () => {
    expect(utcClock('soon')).toBeNull();
    expect(utcClock(null)).toBeNull();
  });
});
