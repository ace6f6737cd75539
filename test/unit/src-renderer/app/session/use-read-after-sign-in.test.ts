import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ok, refused } from '#shared/contract/result.ts';
import { readRefused } from '#renderer/app/session/sign-in-note.tsx';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';

const aFile = { file: 'f', readAt: new Date(0).toISOString(), connections: [], problems: [], kept: [] };
const notSignedIn = refused({ code: 'not-signed-in', message: 'Not signed in.' }, 'test');

describe('a read that was refused while no one was signed in', () => {
  it('is repeated at once if it is visible, even without automatic reads', async () => {
    let isSignedIn = false;
    const bridge = fakeBridge({
      'catalogue.read': () => (isSignedIn ? ok({} as never) : notSignedIn),
      'connections.list': () => ok(aFile),
    });
    const client = createQueryClient(bridge, { onCommandFailure: () => undefined });
    const options = operationOptions('catalogue.read', {});
    await client.prefetchQuery(options);
    await client.prefetchQuery(operationOptions('connections.list', {}));
    const stop = new QueryObserver(client, { ...options, enabled: false }).subscribe(() => undefined);
    isSignedIn = true;
    readRefused(client, Date.now() + 60_000);
    await expect.poll(() => client.getQueryState(options.queryKey)?.status).toBe('success');
    expect(bridge.calls.map(({ operation }) => operation)).toEqual([
      'catalogue.read',
      'connections.list',
      'catalogue.read',
    ]);
    stop();
  });

  it('is repeated with the rest if only a part of it was refused, and later if it is hidden', async () => {
    const bridge = fakeBridge({
      'tenants.list': () => ok({ parts: [{ failure: { code: 'sign-in-expired' } }] } as never),
    });
    const client = createQueryClient(bridge, { onCommandFailure: () => undefined });
    const options = operationOptions('tenants.list', {});
    await client.prefetchQuery(options);
    readRefused(client, Date.now() + 60_000);
    expect(bridge.calls).toHaveLength(1);
    expect(client.getQueryState(options.queryKey)?.isInvalidated).toBe(true);
  });

  it('is repeated with reads refused meanwhile, if visible, and not with earlier ones', async () => {
    const bridge = fakeBridge({
      'connections.list': () => ok(aFile),
    });
    const client = createQueryClient(bridge, { onCommandFailure: () => undefined });
    const options = operationOptions('connections.list', {});
    const stop = new QueryObserver(client, options).subscribe(() => undefined);
    await expect.poll(() => client.getQueryState(options.queryKey)?.status).toBe('success');
    const at = client.getQueryState(options.queryKey)?.dataUpdatedAt ?? 0;
    readRefused(client, at + 1);
    expect(bridge.calls).toHaveLength(1);
    readRefused(client, at);
    expect(bridge.calls).toHaveLength(2);
    stop();
  });
});
