import { describe, expect, it } from 'vitest';
import { countedNouns, countedText, isNone } from '#renderer/features/today/counted-words.ts';
import { pollerWords } from '#renderer/features/today/poller-words.ts';
import { hourLabel, hourWords, momentWords, shortMoment } from '#renderer/features/today/when-words.ts';
import { atLeast, exactly, now } from './what-is-seen.ts';

describe('counts', () => {
  it('say whether they are all, and never nought for what nobody counted', () => {
    expect(countedText(exactly(1_200))).toBe('1,200');
    expect(countedText(atLeast(7))).toBe('at least 7');
    expect(countedText(atLeast(0))).toBe('unknown');
    expect([exactly(0), atLeast(0), exactly(1)].map(isNone)).toEqual([true, false, false]);
    expect(countedNouns(exactly(1), 'batch', 'batches')).toBe('1 batch');
    expect(countedNouns(atLeast(0), 'batch', 'batches')).toBe('batches unknown');
  });
});

describe('times', () => {
  it('are told by UTC, the day with its name', () => {
    expect(momentWords(now)).toBe('Sunday 22 November 2026, 19:58 UTC');
    expect(hourWords(Date.parse('2026-11-22T23:00:00Z'))).toBe('Sunday, 23:00 to 00:00 UTC');
    expect(hourLabel(Date.parse('2026-11-22T00:00:00Z'))).toBe('00');
  });

  it('are of the clock within a day, and of the date before that', () => {
    expect(shortMoment('2026-11-22T00:05:00Z', now)).toBe('00:05');
    expect(shortMoment('2026-11-21T23:59:59Z', now)).toBe('23:59');
    expect(shortMoment('2026-11-21T19:58:00Z', Date.parse('2026-11-22T19:58:00Z'))).toBe('21 Nov');
    expect(shortMoment(null, now)).toBeNull();
    expect(shortMoment('yesterday', now)).toBeNull();
  });
});

describe('the poller', () => {
  it('is told with its pace, and when it rests', () => {
    expect(pollerWords({ state: 'waiting', seconds: 300 }, 'pause')).toBe(
      'Alarms every 5 min, paused when hidden',
    );
    expect(pollerWords({ state: 'waiting', seconds: 300 }, 'go on')).toBe('Alarms every 5 min');
    expect(pollerWords({ state: 'offline', seconds: 60 }, 'pause')).toBe('AWS was not reached');
    expect(pollerWords({ state: 'off', seconds: 60 }, 'pause')).toBe('Alarms are not looked at');
  });
});
