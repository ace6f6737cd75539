import { expect, test } from 'vitest';
import { monthAtPace, paceChoices, paceWords } from '#shared/domain/poll-pace.ts';
import {
  doneWords,
  lookWords,
  nextWords,
  pollerWords,
} from '#renderer/features/monitor/head/poller-words.ts';
import { budgetWords } from '#renderer/features/settings/budget-words.ts';
import { aPoller } from '#test/builders/monitor.ts';

const now = Date.parse('2026-11-22T12:00:20.000Z');

test('what it does by itself, and what that costs', () => {
  expect(pollerWords(aPoller(), 'pause')).toBe(
    'Looks every minute, pauses when hidden · about $11.66 a month',
  );
  const unpriced = aPoller({ budget: { ...aPoller().budget, usdAMonth: null }, seconds: 300 });
  expect(pollerWords(unpriced, 'go on')).toBe('Looks every 5 minutes · cost unknown');
  expect(pollerWords(aPoller({ state: 'off', why: 'Not here.' }), 'pause')).toBe('Not here.');
  expect(lookWords(aPoller())).toBe('27 metrics in 3 calls');
  expect(doneWords(aPoller({ looks: 1, calls: 3 }))).toBe('1 look, 3 calls');
});

test('what comes next', () => {
  expect(nextWords(aPoller(), now)).toBe('next look in 40 s');
  expect(nextWords(aPoller(), now + 60_000)).toBe('next look is due');
  expect(nextWords(aPoller({ state: 'looking' }), now)).toBe('looking now');
  expect(nextWords(aPoller({ state: 'hidden', nextAt: null }), now)).toBe('paused: no window is in sight');
  expect(nextWords(aPoller({ state: 'offline' }), now)).toBe('AWS did not answer; next try in 40 s');
});

test('paces', () => {
  expect(paceChoices(60)).toEqual([60, 120, 300, 900]);
  expect(paceChoices(90)).toEqual([60, 90, 120, 300, 900]);
  expect([60, 90, 120, 3_600, 7_200].map(paceWords)).toEqual([
    'every minute',
    'every 90 seconds',
    'every 2 minutes',
    'every hour',
    'every 2 hours',
  ]);
  expect(monthAtPace('11.664', 60, 300)).toBe('$2.33');
  expect(monthAtPace(null, 60, 300)).toBeNull();
});

test('the budget in a sentence', () => {
  expect(budgetWords(aPoller())).toBe(
    'As now open, a look takes 27 metrics in 3 calls: about $11.66 a month without a pause, by us-east-1 list.',
  );
  expect(budgetWords(undefined)).toBe('What a look costs is not known yet.');
  const unpriced = aPoller({ budget: { ...aPoller().budget, usdAMonth: null } });
  expect(budgetWords(unpriced)).toContain('unknown');
});
