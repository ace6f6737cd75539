import { expect, test } from 'vitest';
import { contract, type CommandName } from '#shared/contract/contract.ts';
import type { Failure } from '#shared/contract/result.ts';
import { commandFailureToast } from '#renderer/app/problems/command-failure-toast.ts';
import { loadPart, PartNotLoaded } from '#renderer/app/problems/load-part.ts';
import { problemReport } from '#renderer/app/problems/route-error.tsx';
import { messages } from '#renderer/app/messages.ts';

test('a report of any length is accepted by the contract', () => {
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

const unreachable: Failure = { code: 'host-unreachable', message: 'Not answering.', reference: '' };
const retry = (): void => undefined;

test('a failed command shows what was not done, why, and its reference', () => {
  const toast = commandFailureToast({
    operation: 'session.actAs',
    input: { personaId: 'admin' },
    failure: {
      code: 'role-required',
      message: 'Only an admin may do this.',
      reference: 'r-1',
      role: 'support',
      allowed: ['admin'],
    },
    retry,
  });
  expect(toast).toMatchObject({
    message: "Couldn't switch the user.",
    detail: 'Only an admin may do this. Reference r-1',
    action: undefined,
  });
});

test.each([
  [{ theme: 'light' }, "Couldn't save the theme."],
  [{ singleKeys: 'off' }, "Couldn't save the single-key shortcut setting."],
  [{ theme: 'light', motion: 'reduced' }, "Couldn't save your settings."],
])('a preference that was not saved is named: %o', (input, message) => {
  const toast = commandFailureToast({ operation: 'preferences.save', input, failure: unreachable, retry });
  expect(toast.message).toBe(message);
});

test('while nothing answers there is one toast, with a retry', () => {
  const failed = (operation: CommandName) =>
    commandFailureToast({ operation, input: {}, failure: unreachable, retry });
  expect(failed('session.actAs').id).toBe(failed('preferences.save').id);
  expect(failed('session.actAs').action).toEqual({ label: 'Try again', onAction: retry });
});

test('a part that fails to load is reported without the names of its files', async () => {
  const missing = Promise.reject(new Error('Unable to preload CSS for /assets/settings-route.css'));
  const error: unknown = await loadPart(missing).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PartNotLoaded);
  expect(String(error)).toContain(messages.problems.partNotLoaded);
  await expect(loadPart(Promise.resolve('part'))).resolves.toBe('part');
});
