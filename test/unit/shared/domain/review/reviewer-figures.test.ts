import { describe, expect, test } from 'vitest';
import {
  countLastHour,
  figuresByPerson,
  listOnDesk,
  minutesUntilClear,
  type ReviewAction,
} from '#shared/domain/review/reviewer-figures.ts';

const now = Date.parse('2026-11-27T12:00:00.000Z');
const minute = 60_000;

function actions(personId: string, minutesAgo: readonly number[], isDecision = true): ReviewAction[] {
  return minutesAgo.map((minutes) => ({ personId, at: now - minutes * minute, isDecision }));
}

describe('reviewers on the desk', () => {
  test('are those who did something within the last ten minutes, the latest first', () => {
    const all = [...actions('ada', [30, 9]), ...actions('teo', [1], false), ...actions('noor', [11])];
    expect(listOnDesk(all, now).map(({ personId }) => personId)).toEqual(['teo', 'ada']);
  });

  test('decided what they approved or rejected within the hour', () => {
    expect(countLastHour([...actions('ada', [61, 59, 2]), ...actions('teo', [5], false)], now)).toBe(2);
  });
});

test('the queue is clear after its documents at the pace of the last hour, and nothing is said of fewer than ten', () => {
  expect(minutesUntilClear(84, 31)).toBe(163);
  expect(minutesUntilClear(0, 31)).toBe(0);
  expect(minutesUntilClear(84, 9)).toBeNull();
});

describe('the figures of a person', () => {
  const [ada] = figuresByPerson(
    actions(
      'ada',
      Array.from({ length: 12 }, (_each, index) => index),
    ),
    Array.from({ length: 10 }, (_each, index) => ({ personId: 'ada', isRight: index > 0 })),
  );

  test('have a pace and an accuracy from ten on, each with its number', () => {
    expect(ada).toMatchObject({ decided: 12, medianSeconds: 60, pauses: 11, judged: 10 });
    expect(ada?.accuracy).toMatchObject({ right: 9 });
    expect(ada?.accuracy?.low).toBeGreaterThan(0.5);
    expect(ada?.accuracy?.high).toBeLessThan(1);
  });

  test('have neither below ten, and only their number', () => {
    const [one] = figuresByPerson(actions('teo', [1, 2]), [{ personId: 'teo', isRight: false }]);
    expect(one).toEqual({
      personId: 'teo',
      decided: 2,
      medianSeconds: null,
      pauses: 1,
      judged: 1,
      accuracy: null,
    });
  });

  test('leave out breaks, which say nothing about the pace', () => {
    const [one] = figuresByPerson(actions('teo', [0, 1, 40]), []);
    expect(one?.pauses).toBe(1);
  });
});
