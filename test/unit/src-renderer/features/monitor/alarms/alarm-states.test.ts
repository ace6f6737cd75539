import { describe, expect, test } from 'vitest';
import {
  listAlarmStates,
  sumFiring,
  sortAlarms,
  filterAlarms,
  findStep,
} from '#renderer/features/monitor/alarms/alarm-states.ts';
import { describeFortnight, describeMissing, shortenReason } from '#renderer/features/monitor/messages.ts';
import { anAlarm, aTurn } from '#test/builders/monitor.ts';

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);

describe('the states of a fortnight', () => {
  const from = at('08T00:00');
  const to = at('22T00:00');

  test('follow the changes, beginning with the old state of the first', () => {
    const changes = [
      aTurn('2026-11-20T12:00:00.000Z', 'ALARM', 'OK'),
      aTurn('2026-11-20T10:00:00.000Z', 'OK', 'ALARM'),
    ];
    const stretches = listAlarmStates(anAlarm(), changes, { from, to, isWhole: true });
    expect(stretches).toEqual([
      { from, to: at('20T10:00'), state: 'OK' },
      { from: at('20T10:00'), to: at('20T12:00'), state: 'ALARM' },
      { from: at('20T12:00'), to, state: 'OK' },
    ]);
    expect(sumFiring(stretches)).toEqual({ times: 1, ms: 2 * 3_600_000 });
  });

  test('are unknown before the oldest change that was read', () => {
    const changes = [aTurn('2026-11-20T12:00:00.000Z', 'ALARM', 'OK')];
    const stretches = listAlarmStates(anAlarm(), changes, { from, to, isWhole: false });
    expect(stretches).toEqual([
      { from, to: at('20T12:00'), state: null },
      { from: at('20T12:00'), to, state: 'OK' },
    ]);
  });

  test('are a single one if nothing changed, cut off at both ends', () => {
    expect(listAlarmStates(anAlarm({ since: null }), [], { from, to, isWhole: true })).toEqual([
      { from, to, state: 'OK' },
    ]);
    const changes = [
      aTurn('2026-11-25T00:00:00.000Z', 'ALARM', 'OK'),
      aTurn('2026-11-01T00:00:00.000Z', 'OK', 'ALARM'),
    ];
    expect(listAlarmStates(anAlarm(), changes, { from, to, isWhole: true })).toEqual([
      { from, to, state: 'ALARM' },
    ]);
  });

  test('begin when the alarm reached its state, if the state before is unknown', () => {
    const alarm = anAlarm({ state: 'ALARM', since: '2026-11-21T00:00:00.000Z' });
    const stretches = listAlarmStates(alarm, [], { from, to, isWhole: true });
    expect(stretches).toEqual([
      { from, to: at('21T00:00'), state: null },
      { from: at('21T00:00'), to, state: 'ALARM' },
    ]);
    const long = anAlarm({ since: '2026-10-01T00:00:00.000Z' });
    expect(listAlarmStates(long, [], { from, to, isWhole: true })).toEqual([{ from, to, state: 'OK' }]);
  });

  test('are described as far as they were read', () => {
    const stretches = [
      { from, to: at('20T10:00'), state: null },
      { from: at('20T10:00'), to: at('20T12:00'), state: 'ALARM' },
    ] as const;
    expect(describeFortnight(stretches, true)).toBe('14 days: fired once, 2 h in all');
    expect(describeFortnight(stretches, false)).toBe('14 days, incomplete: fired once, 2 h in all');
    expect(describeFortnight([], true)).toBe('14 days: never fired');
  });
});

test('a failed reading misses the older part of the history', () => {
  expect(describeMissing({ hasChanges: false, isOlderMissing: false })).toBe("Couldn't load the history.");
  expect(describeMissing({ hasChanges: true, isOlderMissing: true })).toBe("Couldn't load older changes.");
  expect(describeMissing({ hasChanges: true, isOlderMissing: false })).toContain('Showing earlier data');
});

test('an alarm without a desk leads nowhere', () => {
  const place = { desk: 'monitor', group: null, alarm: 'latency' } as const;
  expect(findStep({ name: 'latency', place })).toBeNull();
  expect(findStep({ name: 'errors', place })).toEqual(place);
  expect(findStep({ name: 'latency', place: { desk: 'review' } })).toEqual({ desk: 'review' });
});

test('firing alarms come first, the newest on top', () => {
  const alarms = [
    anAlarm({ name: 'b' }),
    anAlarm({ name: 'a' }),
    anAlarm({ name: 'silent', state: 'INSUFFICIENT_DATA' }),
    anAlarm({ name: 'old', state: 'ALARM', since: '2026-11-01T00:00:00.000Z' }),
    anAlarm({ name: 'new', state: 'ALARM', since: '2026-11-21T00:00:00.000Z' }),
  ];
  expect(sortAlarms(alarms).map(({ name }) => name)).toEqual(['new', 'old', 'silent', 'a', 'b']);
});

test('an alarm is found by the resource it watches', () => {
  const other = anAlarm({ name: 'table', description: null, metric: null });
  expect(filterAlarms([anAlarm(), other], ' Documents-DLQ ')).toHaveLength(1);
  expect(filterAlarms([anAlarm(), other], '')).toHaveLength(2);
});

test('shortens the reason of a crossing, and no other', () => {
  expect(
    shortenReason(
      'Threshold Crossed: 1 out of the last 1 datapoints [4.0 (20/11/26 00:29:00)] was greater than the threshold (0.0) (minimum 1 datapoint for OK -> ALARM transition).',
    ),
  ).toBe('4, limit 0');
  expect(
    shortenReason(
      'Threshold Crossed: 3 datapoints [1204.5 (20/11/26 00:29:00), 3.0 (20/11/26 00:28:00)] were greater than the threshold (300.0).',
    ),
  ).toBe('1,204.5, limit 300');
  expect(shortenReason('Unchecked: Initial alarm creation')).toBe('Unchecked: Initial alarm creation');
});
