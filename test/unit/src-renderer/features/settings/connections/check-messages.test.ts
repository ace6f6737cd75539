import { describe, expect, test } from 'vitest';
import type { Check } from '#shared/contract/session.ts';
import {
  groupByArea,
  summarizeChecks,
  formatTimeTaken,
} from '#renderer/features/settings/connections/check-messages.ts';

function aCheck(id: string, area: Check['area'], state: Check['state']): Check {
  return { id, area, state, title: id, told: '', action: null, resource: null, differences: [], ms: 1 };
}

describe('the summary', () => {
  test('counts what works and what does not, each with its own word', () => {
    const checks = [
      ...Array.from({ length: 23 }, (_, n) => aCheck(`w${n}`, 'tables', 'works')),
      aCheck('d1', 'queues', 'denied'),
      aCheck('d2', 'queues', 'denied'),
      aCheck('x', 'tables', 'differs'),
    ];
    expect(summarizeChecks({ checks })).toBe('23 of 26 work, 2 denied, 1 differs');
  });

  test('is short if all checks pass', () => {
    expect(
      summarizeChecks({ checks: [aCheck('a', 'tables', 'works'), aCheck('b', 'tables', 'works')] }),
    ).toBe('All 2 work');
    expect(summarizeChecks({ checks: [aCheck('a', 'tables', 'works')] })).toBe('The call works');
    expect(summarizeChecks({ checks: [] })).toBe('Nothing checked');
  });

  test('mentions checks that could not be made', () => {
    const checks = [aCheck('i', 'identity', 'failed'), aCheck('t', 'tables', 'not-checked')];
    expect(summarizeChecks({ checks })).toBe('0 of 2 work, 1 failed, 1 not checked');
  });
});

describe('the areas', () => {
  const areas = groupByArea({
    checks: [
      aCheck('i', 'identity', 'works'),
      aCheck('t1', 'tables', 'works'),
      aCheck('q1', 'queues', 'works'),
      aCheck('q2', 'queues', 'differs'),
      aCheck('q3', 'queues', 'denied'),
      aCheck('q4', 'queues', 'not-checked'),
      aCheck('p', 'pipeline', 'missing'),
    ],
  });

  test('begin with the identity, then those with problems; areas without a check are left out', () => {
    expect(areas.map(({ area }) => area)).toEqual(['identity', 'queues', 'pipeline', 'tables']);
  });

  test('list the worst problem first, apart from checks that passed or were not made', () => {
    const queues = areas[1];
    expect(queues?.problems.map(({ id }) => id)).toEqual(['q3', 'q2']);
    expect(queues?.rest.map(({ id }) => id)).toEqual(['q1', 'q4']);
    expect([queues?.hint, queues?.restWords]).toEqual(['1 of 4 works', 'the other works, 1 not checked']);
  });
});

test('say how much is folded away', () => {
  const words = (...states: readonly Check['state'][]) =>
    groupByArea({ checks: states.map((state, n) => aCheck(`c${n}`, 'files', state)) })[0]?.restWords;
  expect(words('works', 'works')).toBe('2 of 2 work');
  expect(words('works', 'not-checked')).toBe('1 of 2 works, 1 not checked');
  expect(words('denied', 'works', 'works')).toBe('the other 2 work');
  expect(words('denied', 'not-checked')).toBe('1 not checked');
  expect(words('not-checked', 'not-checked')).toBe('2 not checked');
});

test('formats a duration in a fitting unit', () => {
  expect([formatTimeTaken(382.4), formatTimeTaken(1423)]).toEqual(['382 ms', '1.4 s']);
});
