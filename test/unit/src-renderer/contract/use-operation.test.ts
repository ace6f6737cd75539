import { InfiniteQueryObserver } from '@tanstack/react-query';
import type { InfiniteData, Query } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { ok } from '#shared/contract/result.ts';
import { pagedOptions, type Answer } from '#renderer/contract/operation-options.ts';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import { isOfGroups, readFromFirst } from '#renderer/contract/use-operation.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';

const standing = pagedOptions('downloads.standing', { kind: 'stuck', minutes: 30, pageSize: 200 });
const isStanding = ({ queryKey }: Query) => queryKey[0] === 'downloads.standing';

describe('reading again', () => {
  test('reads only the first page of a list that was scrolled', async () => {
    const bridge = fakeBridge({
      'downloads.standing': () => ok({ rows: [], cursor: 'more', throttled: 0 }),
    });
    const client = createQueryClient(bridge, { onCommandFailure: () => undefined });
    const observer = new InfiniteQueryObserver(client, standing);
    const stop = observer.subscribe(() => undefined);
    await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
    await observer.fetchNextPage();
    await observer.fetchNextPage();
    expect(pagesIn(client.getQueryData(standing.queryKey))).toBe(3);
    const before = bridge.calls.length;

    readFromFirst(client, isStanding);
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    expect(bridge.calls).toHaveLength(before + 1);
    expect(pagesIn(client.getQueryData(standing.queryKey))).toBe(1);
    stop();
  });

  test('covers the groups that a view shows', () => {
    const isOfDownloads = isOfGroups(new Set(['downloads']));
    expect(isOfDownloads('downloads.standing')).toBe(true);
    expect(isOfDownloads('batches.byStatus')).toBe(false);
  });
});

function pagesIn(data: InfiniteData<Answer<unknown>> | undefined): number {
  return data?.pages.length ?? 0;
}
