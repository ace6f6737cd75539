import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import { useConnectionCheck, useForgetChecks, useRunCheck } from '#renderer/contract/use-connection-check.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { CheckReport } from '#shared/contract/session.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';

function aReport(ms: number): Result<CheckReport> {
  return ok({
    connectionId: 'northern',
    at: '2026-11-18T14:20:00.000Z',
    ms,
    checks: [],
    policy: null,
    notes: [],
  });
}

/** Holds every check until the test answers it. */
function aWindow() {
  const waiting: ((report: Result<CheckReport>) => void)[] = [];
  const bridge = fakeBridge({
    'connections.check': () => new Promise<Result<CheckReport>>((resolve) => waiting.push(resolve)),
  });
  const client = createQueryClient(bridge, { onCommandFailure: () => undefined });
  const { run, forget } = use(client, () => ({ run: useRunCheck(), forget: useForgetChecks() }));
  return {
    async run() {
      run('northern');
      await aTurn();
    },
    forget: () => forget('northern'),
    shown: () => use(client, () => useConnectionCheck('northern')),
    calls: () => bridge.calls.length,
    async answer(place: number, ms: number) {
      waiting[place]?.(aReport(ms));
      await aTurn();
    },
  };
}

function aTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Calls hooks as a page would, and returns what they return. */
function use<T>(client: QueryClient, hooks: () => T): T {
  const returned: T[] = [];
  function Page() {
    returned.push(hooks());
    return null;
  }
  renderToString(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  return returned[0] as T;
}

test('a report is shown once its check has ended, and one check runs at a time', async () => {
  const window = aWindow();
  await window.run();
  await window.run();
  expect(window.calls()).toBe(1);
  expect(window.shown().runningSince).not.toBeNull();
  await window.answer(0, 1);
  expect(window.shown()).toMatchObject({ report: { ms: 1 }, runningSince: null });
});

test('a check of the entry before a change is not shown as the report of the new entry', async () => {
  const window = aWindow();
  await window.run();
  window.forget();
  expect(window.shown()).toMatchObject({ report: undefined, runningSince: null });
  await window.answer(0, 1);
  expect(window.shown().report).toBeUndefined();
});

test('the new entry is checked at once, and the late answer about the old one does not replace its report', async () => {
  const window = aWindow();
  await window.run();
  window.forget();
  await window.run();
  expect(window.calls()).toBe(2);
  await window.answer(1, 2);
  await window.answer(0, 1);
  expect(window.shown().report?.ms).toBe(2);
});
