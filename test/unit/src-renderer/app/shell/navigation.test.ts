import { expect, test } from 'vitest';
import type { Place } from '#shared/contract/monitor.ts';
import { findBadge } from '#renderer/app/shell/navigation.tsx';
import { aMonitor, anAlarm } from '#test/builders/monitor.ts';

const ofDesk = { desk: 'dead-letters', queue: 'q' } as const;
const queue = (depth: number | null, place: Place = ofDesk) => ({
  queue: 'q',
  place,
  depth,
  oldestSeconds: null,
  at: null,
});

test('no figures are shown before a look, nor if there are none', () => {
  expect(findBadge('/monitor', undefined)).toBeNull();
  expect(findBadge('/monitor', aMonitor({ alarms: null, deadLetters: null }))).toBeNull();
  expect(findBadge('/monitor', aMonitor({ alarms: [anAlarm()] }))).toBeNull();
  expect(findBadge('/dead-letters', aMonitor({ deadLetters: [queue(null), queue(0)] }))).toBeNull();
  expect(findBadge('/triage', aMonitor({ alarms: [anAlarm({ state: 'ALARM' })] }))).toBeNull();
});

test('firing alarms', () => {
  const alarms = [anAlarm({ state: 'ALARM' }), anAlarm({ state: 'INSUFFICIENT_DATA' })];
  expect(findBadge('/monitor', aMonitor({ alarms }))).toEqual({ text: '1', words: '1 alarm firing' });
  expect(findBadge('/monitor', aMonitor({ alarms, isAll: false }))?.words).toBe('at least 1 alarm firing');
});

test('dead letters: a lower bound if a queue did not answer', () => {
  expect(findBadge('/dead-letters', aMonitor({ deadLetters: [queue(1_200), queue(84)] }))).toEqual({
    text: '1.3K',
    words: '1,284 dead letters, by CloudWatch',
  });
  expect(findBadge('/dead-letters', aMonitor({ deadLetters: [queue(1), queue(null)] }))?.words).toBe(
    'at least 1 dead letter, by CloudWatch',
  );
});

test('dead letters of downloads are not counted there', () => {
  const ofDownloads = [null, 7].map((depth) => queue(depth, { desk: 'downloads', standing: 'stuck' }));
  expect(findBadge('/dead-letters', aMonitor({ deadLetters: [queue(0), ...ofDownloads] }))).toBeNull();
  expect(findBadge('/dead-letters', aMonitor({ deadLetters: [queue(2), ...ofDownloads] }))?.words).toBe(
    '2 dead letters, by CloudWatch',
  );
});
