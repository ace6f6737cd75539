import { expect, test } from 'vitest';
import { placeWords } from '#shared/domain/monitor/place-words.ts';

test('a place is named by its desk and what is shown there', () => {
  expect(placeWords({ desk: 'dead-letters', queue: 'q' })).toEqual({
    short: 'Queue',
    long: 'Open the queue',
  });
  expect(placeWords({ desk: 'triage', status: 'FAILED' }).long).toBe('Open the failed batches');
  expect(placeWords({ desk: 'triage', status: 'PROCESSING' }).short).toBe('Batches in work');
  expect(placeWords({ desk: 'review' }).short).toBe('Review');
  expect(placeWords({ desk: 'downloads', standing: null }).short).toBe('Downloads');
  expect(placeWords({ desk: 'downloads', standing: 'stuck' }).short).toBe('Stuck files');
  expect(placeWords({ desk: 'downloads', standing: 'never-picked-up' }).short).toBe('Never picked up');
  expect(placeWords({ desk: 'monitor', group: 'tables', alarm: null }).short).toBe('Charts');
  expect(placeWords({ desk: 'monitor', group: null, alarm: 'latency' }).long).toBe('Open the alarm');
});
