import { MutationObserver } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { ok, refused } from '#shared/contract/result.ts';
import { FailureError, toFailure } from '#renderer/contract/failure-text.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { findBridge, createQueryClient } from '#renderer/contract/query-client.ts';
import type { CommandFailure } from '#renderer/contract/query-client.ts';
import { afterResult } from '#renderer/contract/use-operation.ts';
import { aSession } from '#test/builders/a-session.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';

const unreachable = refused({ code: 'host-unreachable', message: 'Not answering.' });
const untrusted = refused({ code: 'untrusted-caller', message: 'Not signed in.' });
const current = operationOptions('session.current', {});

function aClient(bridge = fakeBridge()) {
  const failed: CommandFailure[] = [];
  return { failed, client: createQueryClient(bridge, { onCommandFailure: (one) => failed.push(one) }) };
}

describe('reading', () => {
  test('the key is the operation and its input', () => {
    expect(current.queryKey).toEqual(['session.current', {}]);
  });

  test('answers the value with its receipt', async () => {
    const { client } = aClient(fakeBridge({ 'session.current': () => ok(aSession()) }));
    await expect(client.fetchQuery(current)).resolves.toEqual(answered(aSession()));
  });

  test('a failure is thrown whole', async () => {
    const failure = refused({ code: 'not-found', message: 'No such thing.', what: 'thing' }, 'r-1');
    const { client } = aClient(fakeBridge({ 'session.current': () => failure }));
    const error: unknown = await client.fetchQuery(current).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FailureError);
    expect(toFailure(error)).toEqual(failure.failure);
  });

  test('only a host that does not answer is asked again, twice', async () => {
    const silent = fakeBridge({ 'session.current': () => unreachable });
    const patient = { ...current, retry: findRetry(silent), retryDelay: 0 };
    await expect(aClient(silent).client.fetchQuery(patient)).rejects.toThrow('Not answering.');
    expect(silent.calls).toHaveLength(3);

    const stern = fakeBridge({ 'session.current': () => untrusted });
    await expect(aClient(stern).client.fetchQuery({ ...current, retry: findRetry(stern) })).rejects.toThrow();
    expect(stern.calls).toHaveLength(1);
  });
});

describe('a session that arrives out of order', () => {
  const prompted = aSession({ notices: ['earlier'], revision: { process: 'a', change: 3 } });
  const over = aSession({ notices: ['later'], revision: { process: 'a', change: 4 } });

  test.each([
    ['an answer that is older than what was pushed while it was under way is dropped', over, prompted, over],
    ['an answer that is newer is shown', prompted, over, over],
    [
      'an answer of the same change is shown, because time may have passed',
      prompted,
      { ...prompted, notices: [] },
      { ...prompted, notices: [] },
    ],
    [
      'another process is believed, however often it has changed',
      over,
      aSession({ revision: { process: 'b', change: 0 } }),
      aSession({ revision: { process: 'b', change: 0 } }),
    ],
  ])('%s', async (_, pushed, answer, shown) => {
    const bridge = fakeBridge({
      'session.current': () => {
        client.setQueryData(current.queryKey, answered(pushed));
        return ok(answer);
      },
    });
    const { client } = aClient(bridge);
    await client.fetchQuery(current);
    expect(client.getQueryData(current.queryKey)?.value).toEqual(shown);
  });
});

describe('acting', () => {
  function actAs(client: ReturnType<typeof aClient>['client'], bridge = findBridge(client)) {
    return new MutationObserver(client, {
      mutationKey: ['session.actAs'],
      mutationFn: async ({ input, key }: { input: { personaId: string }; key: string }) => {
        const result = await bridge.call('session.actAs', input, key);
        if (!result.ok) throw new FailureError(result.failure);
        return result.value;
      },
    });
  }

  test('is never retried automatically, and a retry by a person keeps the key', async () => {
    let answers = 0;
    const bridge = fakeBridge({
      'session.actAs': () => (answers++ === 0 ? unreachable : ok(aSession())),
    });
    const { client, failed } = aClient(bridge);
    await expect(actAs(client).mutate({ input: { personaId: 'admin' }, key: 'k-1' })).rejects.toThrow(
      'Not answering.',
    );
    expect(bridge.calls).toHaveLength(1);
    expect(failed).toMatchObject([
      {
        operation: 'session.actAs',
        input: { personaId: 'admin' },
        failure: { code: 'host-unreachable' },
      },
    ]);

    failed[0]?.retry();
    await vi.waitFor(() => expect(bridge.calls).toHaveLength(2));
    expect(bridge.calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['k-1', 'k-1']);
  });
});

test('a caller that is refused as a stranger makes the shell sign in again', async () => {
  let signedIn = true;
  const bridge = fakeBridge({
    'session.current': () => (signedIn ? ok(aSession()) : untrusted),
    'connections.list': () => untrusted,
  });
  const { client } = aClient(bridge);
  await client.fetchQuery(current);
  signedIn = false;
  await expect(client.fetchQuery(operationOptions('connections.list', {}))).rejects.toThrow();
  expect(client.getQueryState(current.queryKey)?.isInvalidated).toBe(true);
});

test('a watch keeps its last good value beside a failure', () => {
  const good = afterResult({ value: undefined, failure: undefined }, ok(1));
  expect(good).toEqual({ value: 1, failure: undefined });
  expect(afterResult(good, unreachable)).toEqual({ value: 1, failure: unreachable.failure });
});

test('an error that is not a failure becomes an unexpected one', () => {
  expect(toFailure(new Error('boom'))).toEqual({ code: 'unexpected', message: 'boom', reference: '' });
});

/**
 * Returns the default rule of the client, which a mounted query follows. fetchQuery does not retry by
 * default.
 */
function findRetry(bridge: ReturnType<typeof fakeBridge>) {
  const retry = aClient(bridge).client.getDefaultOptions().queries?.retry;
  if (retry === undefined) throw new Error('The client has no rule for retries.');
  return retry;
}
