import { expect, it } from 'vitest';
import { ofFunction, ofQueue, queueOfDepth } from '#shared/domain/monitor/metric-names.ts';

const depth = ofQueue('ApproximateNumberOfMessagesVisible', 'letters');

it('knows of which queue a metric is the depth', () => {
  expect(queueOfDepth(depth)).toBe('letters');
});

it.each([
  null,
  ofQueue('ApproximateAgeOfOldestMessage', 'letters'),
  ofFunction('Errors', 'letters'),
  { ...depth, namespace: 'Mine' },
  { ...depth, dimensions: {} },
])('knows that %j is the depth of none', (metric) => {
  expect(queueOfDepth(metric)).toBeNull();
});
