import { expect, test } from 'vitest';
import { moveCostWords } from '#renderer/features/dead-letters/move/move-cost-words.ts';

test('a move says what SQS charges for it, by which prices, and what is not in it', () => {
  expect(moveCostWords('doc-dlq', 27)).toBe(
    'It costs at most about 82 requests to SQS, three for each message, less than $0.0001 by us-east-1 list, since 1 Nov 2024. What the pipelines then make of the messages is not in it.',
  );
  expect(moveCostWords('doc-dlq', 1_000_000)).toContain('3,000,001 requests to SQS');
  expect(moveCostWords('doc-dlq', 1_000_000)).toContain('$1.20 by');
  expect(moveCostWords('hooks-dlq.fifo', 1_000_000)).toContain('$1.50 by');
});
