import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { groups, ranges, readMonitor, writeMonitor } from '#renderer/features/monitor/address.ts';

test('every choice comes back from its address', () => {
  const address = fc.record({
    range: fc.constantFrom(...ranges),
    alarm: fc.option(fc.string({ minLength: 1, maxLength: 255 })),
    group: fc.option(fc.constantFrom(...groups)),
    open: fc.subarray([...groups]),
  });
  fc.assert(
    fc.property(address, (chosen) => {
      const read = readMonitor(writeMonitor(chosen));
      const open = groups.filter((group) => chosen.open.includes(group) || group === chosen.group);
      expect({ ...read, open: undefined }).toEqual({ ...chosen, open: undefined });
      // The group that a link leads to is always unfolded.
      expect(new Set(read.open)).toEqual(new Set(open));
    }),
  );
});

test('an empty address opens the usual groups, and invalid values are ignored', () => {
  expect(readMonitor({})).toEqual({
    range: '3h',
    alarm: null,
    group: null,
    open: ['queues', 'executions', 'throughput'],
  });
  expect(readMonitor({ range: '9h', alarm: 7, group: 'x', open: 'x,y' })).toEqual({
    range: '3h',
    alarm: null,
    group: null,
    open: [],
  });
  expect(writeMonitor(readMonitor({ group: 'tables' }))).toEqual({ group: 'tables' });
});
