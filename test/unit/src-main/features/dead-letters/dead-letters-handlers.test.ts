import { describe, expect, it } from 'vitest';
import { deadLetterIds, deadLetterOutcome } from '#main/features/dead-letters/dead-letters-handlers.ts';

const queue = 'letters-dlq';

describe('the audit', () => {
  it.each([
    ['sample', { queue, most: 50, holdSeconds: 300 }, { queue, most: '50', holdSeconds: '300' }],
    ['release', { queue }, { queue }],
    ['message', { queue, messageId: 'm1' }, { queue }],
    ['reveal', { queue, messageId: 'm1', path: '.url' }, { queue, value: '.url' }],
    ['reveal', { queue, messageId: 'm1', path: '' }, { queue, value: 'the whole body' }],
    [
      'export',
      { queue, messageIds: ['a', 'b'], format: 'csv', isWhole: true },
      { queue, messages: '2', messageIds: 'a, b', format: 'csv', whole: 'yes' },
    ],
    [
      'move',
      { queue, perSecond: null, reason: 'INC-7' },
      { queue, perSecond: 'chosen by SQS', reason: 'INC-7' },
    ],
    ['move', { queue, perSecond: 20, reason: 'INC-7' }, { queue, perSecond: '20', reason: 'INC-7' }],
    ['cancelMove', { queue }, { queue }],
  ])('of %s has the place, the number and the reason', (name, input, ids) => {
    expect(deadLetterIds(`dead-letters.${name}`, input)).toEqual(ids);
  });

  it('of an export names the messages, and of very many how many more', () => {
    const messageIds = Array.from({ length: 1_300 }, (_, at) => `m${at}`);
    const ids = deadLetterIds('dead-letters.export', { queue, messageIds, format: 'csv', isWhole: true });
    expect(ids['messageIds']).toMatch(/^m0, m1, .*, m99 and 1,200 more$/);
    expect(ids['messages']).toBe('1300');
  });

  it('of other operations is written elsewhere', () => {
    expect(deadLetterIds('plans.start', { queue })).toEqual({});
    expect(deadLetterIds('dead-letters.sample', 'nonsense')).toEqual({});
    expect(deadLetterOutcome('plans.start', { released: 1, failed: 2 })).toBeUndefined();
  });

  it('of an outcome has the number', () => {
    expect(deadLetterOutcome('dead-letters.sample', { rows: [{}, {}], calls: 4 })).toEqual({
      held: '2',
      calls: '4',
    });
    expect(deadLetterOutcome('dead-letters.release', { released: 3, failed: 1 })).toEqual({
      released: '3',
      failed: '1',
    });
    expect(deadLetterOutcome('dead-letters.message', { row: {} })).toBeUndefined();
  });
});
