import { expect, test } from 'vitest';
import { describeAttempt } from '#renderer/ui/cause-memory.tsx';

const attempt = { jobId: 'j', kind: 'redrive', at: '2026-01-05T08:00:00.000Z', by: 'admin' } as const;

test('an attempt is told in a line: what went through, what failed again and what is not confirmed', () => {
  expect(describeAttempt({ ...attempt, total: 40, fixed: 40, back: 0 })).toBe('40 of 40 went through');
  expect(describeAttempt({ ...attempt, total: 40, fixed: 30, back: 2 })).toBe(
    '30 of 40 went through, 2 failed again, 8 not confirmed',
  );
  expect(describeAttempt({ ...attempt, kind: 'reprocess', total: 1_200, fixed: 1_199, back: 1 })).toBe(
    '1,199 of 1,200 went through, 1 failed again',
  );
});
