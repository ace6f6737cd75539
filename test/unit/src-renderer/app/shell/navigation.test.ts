import { expect, test } from 'vitest';
import type { Place } from '#shared/contract/monitor.ts';
import { chooseWork, findBadge } from '#renderer/app/shell/navigation.tsx';
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
  expect(findBadge('/monitor', undefined, null)).toBeNull();
  expect(findBadge('/monitor', aMonitor({ alarms: null, deadLetters: null }), null)).toBeNull();
  expect(findBadge('/monitor', aMonitor({ alarms: [anAlarm()] }), null)).toBeNull();
  expect(findBadge('/dead-letters', aMonitor({ deadLetters: [queue(null), queue(0)] }), null)).toBeNull();
  expect(findBadge('/triage', aMonitor({ alarms: [anAlarm({ state: 'ALARM' })] }), null)).toBeNull();
});

test('firing alarms', () => {
  const alarms = [anAlarm({ state: 'ALARM' }), anAlarm({ state: 'INSUFFICIENT_DATA' })];
  expect(findBadge('/monitor', aMonitor({ alarms }), null)).toEqual({ text: '1', words: '1 alarm firing' });
  expect(findBadge('/monitor', aMonitor({ alarms, isAll: false }), null)?.words).toBe(
    'at least 1 alarm firing',
  );
});

test('dead letters: a lower bound if a queue did not answer', () => {
  expect(findBadge('/dead-letters', aMonitor({ deadLetters: [queue(1_200), queue(84)] }), null)).toEqual({
    text: '1.3K',
    words: '1,284 dead letters, by CloudWatch',
  });
  expect(findBadge('/dead-letters', aMonitor({ deadLetters: [queue(1), queue(null)] }), null)?.words).toBe(
    'at least 1 dead letter, by CloudWatch',
  );
});

test('dead letters of downloads are not counted there', () => {
  const ofDownloads = [null, 7].map((depth) => queue(depth, { desk: 'downloads', standing: 'stuck' }));
  expect(findBadge('/dead-letters', aMonitor({ deadLetters: [queue(0), ...ofDownloads] }), null)).toBeNull();
  expect(findBadge('/dead-letters', aMonitor({ deadLetters: [queue(2), ...ofDownloads] }), null)?.words).toBe(
    '2 dead letters, by CloudWatch',
  );
});

test('failed batches and waiting documents, as they were last counted, and nothing that was not', () => {
  const readAt = Date.parse('2026-11-26T12:00:00Z');
  const work = {
    failed: { count: 22, isAtLeast: false },
    waiting: { count: 1_200, isAtLeast: true },
    readAt,
  };
  expect(findBadge('/triage', undefined, work)).toEqual({
    text: '22',
    words: '22 failed batches, as of 26 Nov 2026, 12:00:00 UTC',
  });
  expect(findBadge('/review', undefined, work)).toMatchObject({
    text: '1.2K+',
    words: expect.stringMatching(/^at least 1,200 documents wait for review, as of /),
    isQuiet: true,
  });
  expect(findBadge('/triage', undefined, null)).toBeNull();
  expect(findBadge('/triage', undefined, { ...work, failed: null })).toBeNull();
});

test('no counts of all tenants are shown for the chosen one', () => {
  const none = { own: undefined, all: undefined, fleetReadAt: 0 };
  const list = {
    batches: { count: 3, isAtLeast: false },
    documents: { count: 9, isAtLeast: false },
  } as never;
  const fleet = { lists: { failed: list, review: list } } as never;
  expect(chooseWork(null, { ...none, fleet })?.failed).toEqual({ count: 3, isAtLeast: false });
  expect(chooseWork('acme', { ...none, fleet })).toBeNull();
});
