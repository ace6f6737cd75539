import { expect, test } from 'vitest';
import { spentText } from '#renderer/app/shell/spend-meter.tsx';

const asked = (pattern: string, calls: number, rru = 0) => ({ pattern, calls, rru, items: 0 });

test.each([
  ['nothing', [], '$0.00'],
  ['reads by their units', [asked('extraction.batchById', 1, 16_000)], '$0.002'],
  [
    'requests to a queue, which cost no read units and still cost',
    [asked('SQS: ReceiveMessage', 5_000)],
    '$0.002',
  ],
  ['a little', [asked('SQS: ReceiveMessage', 1)], '<$0.0001'],
  ['what is free', [asked('CloudWatch: DescribeAlarms', 9)], '$0.00'],
  ['what has no price', [asked('S3: PutObject', 1)], 'unknown'],
  [
    'that and something else',
    [asked('S3: PutObject', 1), asked('SQS: ReceiveMessage', 5_000)],
    'at least $0.002',
  ],
])('shows what was spent on %s', (_what, rows, text) => {
  expect(spentText(rows)).toBe(text);
});
