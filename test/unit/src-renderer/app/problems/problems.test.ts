import { expect, test } from 'vitest';
import { contract } from '#shared/contract/contract.ts';
import { commandFailureToast } from '#renderer/app/problems/command-failure-toast.ts';
import { problemReport } from '#renderer/app/problems/problem-report.ts';

test('a report of any length is one the contract takes', () => {
  const error = new Error('m'.repeat(5_000));
  error.stack = 's'.repeat(50_000);
  const report = problemReport(error, '/x'.repeat(500));
  expect(contract['problems.report'].input.safeParse(report).success).toBe(true);
});

test('an error without a message is reported by its name', () => {
  const error = new TypeError('');
  delete error.stack;
  expect(problemReport(error, '/triage')).toEqual({ where: '/triage', message: 'TypeError' });
});

test('a failed command is told with its reference, and retried only where that can help', () => {
  const retry = (): void => undefined;
  const refusedByRole = commandFailureToast({
    operation: 'session.actAs',
    failure: {
      code: 'role-required',
      message: 'Only an admin may do this.',
      reference: 'r-1',
      role: 'support',
      allowed: ['admin'],
    },
    retry,
  });
  expect(refusedByRole).toMatchObject({
    message: 'Only an admin may do this.',
    detail: 'Reference r-1',
    action: undefined,
  });
  const unreachable = commandFailureToast({
    operation: 'session.actAs',
    failure: { code: 'host-unreachable', message: 'Not answering.', reference: '' },
    retry,
  });
  expect(unreachable).toMatchObject({ detail: undefined, action: { label: 'Try again', onAction: retry } });
});
