import { describe, expect, it } from 'vitest';
import { operationNames } from '#shared/contract/contract.ts';
import { screenOfOperation, spendScreens } from '#shared/domain/screens.ts';

describe('the screen of an operation', () => {
  it.each([
    ['batches.byStatus', 'Triage'],
    ['documents.read', 'Triage'],
    ['review.queue', 'Review'],
    ['dead-letters.queues', 'Dead letters'],
    ['workflows.sample', 'Workflows'],
    ['costs.watch', 'Costs'],
    ['explorer.ask', 'Explorer'],
    ['lookup.find', 'Find'],
    ['plans.make', 'Jobs'],
    ['jobs.watch', 'Jobs'],
    ['audit.read', 'Activity'],
    ['session.watch', 'Console'],
  ])('%s belongs to %s', (operation, screen) => {
    expect(screenOfOperation(operation)).toBe(screen);
  });

  it('is one that spend can be counted under, for every operation', () => {
    for (const name of operationNames) expect(spendScreens).toContain(screenOfOperation(name));
  });

  it.each(['', 'constructor', '__proto__.x', 'toString.x', 'no.such'])(
    'is the console itself if none is named: %j',
    (operation) => {
      expect(screenOfOperation(operation)).toBe('Console');
    },
  );
});
