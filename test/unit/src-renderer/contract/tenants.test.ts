import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import type { Tenant } from '#shared/contract/pipeline-items.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import {
  addOpened,
  tenantRows,
  tenantsQuery,
  usePin,
  withKept,
  type TenantPage,
} from '#renderer/contract/tenants.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';

describe('the list of tenants', () => {
  test('has the stored tenants first, then the rest of the directory, each once', () => {
    const pages = [
      aPage({ kept: [pinned, opened], rows: [aTenant('acme'), aTenant('northwind')] }),
      aPage({ rows: [aTenant('zephyr'), aTenant('acme')] }),
    ];
    expect(ids(tenantRows(pages))).toEqual(['kestrel', 'northwind', 'acme', 'zephyr']);
  });

  test('uses the directory’s current names', () => {
    const pages = [
      aPage({
        kept: [{ ...opened, name: 'Northwind Ltd' }],
        rows: [aTenant('northwind', { name: 'Northwind Logistics', plan: 'enterprise' })],
      }),
    ];
    expect(tenantRows(pages)).toEqual([{ ...opened, name: 'Northwind Logistics', plan: 'enterprise' }]);
  });

  test('has only the stored tenants if there is no directory', () => {
    expect(ids(tenantRows([aPage({ kept: [opened] })]))).toEqual(['northwind']);
    expect(tenantRows([])).toEqual([]);
  });
});

describe('the stored tenants', () => {
  const before = asData(aPage({ kept: [pinned, opened], rows: [] }));

  test('are sorted after another is pinned', () => {
    const after = withKept(before, { ...opened, pinned: true });
    expect(listKeptIds(after)).toEqual(['northwind', 'kestrel']);
  });

  test('drop one that was pinned and never opened, when it is unpinned', () => {
    expect(listKeptIds(withKept(before, { ...pinned, pinned: false }))).toEqual(['northwind']);
  });

  test('are none, and the directory shows no pin, after the only one is unpinned', () => {
    const read = asData(
      aPage({ kept: [pinned], rows: [aTenant('acme'), aTenant('kestrel', { pinned: true })] }),
    );
    const after = withKept(read, { ...pinned, pinned: false });
    expect(tenantRows(after?.pages.map(({ value }) => value) ?? []).filter((one) => one.pinned)).toEqual([]);
  });

  test('have an opened tenant after the pinned ones, the last opened first', () => {
    const acme = aTenant('acme', { openedAt: '2026-11-20T09:00:00Z' });
    expect(listKeptIds(withKept(before, acme))).toEqual(['kestrel', 'acme', 'northwind']);
  });

  test('are none while the list was not read', () => {
    expect(withKept(undefined, opened)).toBeUndefined();
  });

  test('have a tenant pinned that is opened by an answer from before the pin', () => {
    const after = addOpened(before, { ...pinned, name: 'Kestrel Foods', pinned: false });
    expect(after?.pages[0]?.value.kept[0]).toEqual({ ...pinned, name: 'Kestrel Foods' });
  });

  test('have the later time at which a tenant was opened', () => {
    const earlier = { ...opened, openedAt: '2026-11-17T09:00:00Z' };
    const later = { ...opened, openedAt: '2026-11-20T09:00:00Z' };
    expect(addOpened(before, earlier)).toEqual(before);
    expect(addOpened(before, later)?.pages[0]?.value.kept[1]).toEqual(later);
  });

  test('have a tenant that is opened for the first time', () => {
    const acme = aTenant('acme', { openedAt: '2026-11-20T09:00:00Z' });
    expect(listKeptIds(addOpened(before, acme))).toEqual(['kestrel', 'acme', 'northwind']);
  });
});

describe('a pin', () => {
  test('is also in what was read of the tenant', async () => {
    const client = aClient({ 'tenants.pin': () => ok({}) });
    drawPin(client)(opened, true);
    await vi.waitFor(() => expect(listPins(client)).toEqual({ list: true, tenant: true }));
  });

  test('is taken back everywhere if it was not stored', async () => {
    const message = 'The tenant was not pinned: the disk is full.';
    const seen: unknown[] = [];
    const client = aClient({
      'tenants.pin': () => {
        seen.push(listPins(client));
        return refused({ code: 'storage-failed', message, file: 'tenants.json' });
      },
    });
    drawPin(client)(opened, true);
    await vi.waitFor(() => expect(seen).toEqual([{ list: true, tenant: true }]));
    await vi.waitFor(() => expect(listPins(client)).toEqual({ list: false, tenant: false }));
  });

  test('stays when an older answer about the list arrives after it', async () => {
    let answerList = (): void => undefined;
    const list = new Promise<void>((resolve) => {
      answerList = resolve;
    });
    const client = aClient({
      'tenants.pin': () => ok({}),
      'tenants.list': async () => {
        await list;
        return ok(aPage({ kept: [opened] }));
      },
    });
    const reading = client.fetchInfiniteQuery({ ...tenantsQuery, staleTime: 0 });
    drawPin(client)(opened, true);
    await vi.waitFor(() => expect(listPins(client).list).toBe(true));
    answerList();
    await reading;
    expect(listPins(client)).toEqual({ list: true, tenant: true });
  });

  const tenantQuery = operationOptions('tenants.read', { tenantId: 'northwind' });

  /** The list and the tenant were read before the pin. */
  function aClient(answers: Parameters<typeof fakeBridge>[0]): QueryClient {
    const client = createQueryClient(fakeBridge(answers), { onCommandFailure: () => undefined });
    client.setQueryData(tenantsQuery.queryKey, asData(aPage({ kept: [opened] })));
    client.setQueryData(tenantQuery.queryKey, answered(opened));
    return client;
  }

  function drawPin(client: QueryClient): ReturnType<typeof usePin> {
    const pins: ReturnType<typeof usePin>[] = [];
    function Screen() {
      pins.push(usePin());
      return null;
    }
    renderToString(createElement(QueryClientProvider, { client }, createElement(Screen)));
    const [pin] = pins;
    if (pin === undefined) throw new Error('The screen was not drawn');
    return pin;
  }

  function listPins(client: QueryClient) {
    const [kept] = client.getQueryData(tenantsQuery.queryKey)?.pages[0]?.value.kept ?? [];
    return { list: kept?.pinned, tenant: client.getQueryData(tenantQuery.queryKey)?.value.pinned };
  }
});

const pinned = aTenant('kestrel', { pinned: true });
const opened = aTenant('northwind', { openedAt: '2026-11-18T09:00:00Z' });

function aTenant(tenantId: string, change: Partial<Tenant> = {}): Tenant {
  return { tenantId, name: null, plan: null, pinned: false, openedAt: null, ...change };
}

function aPage(change: Partial<TenantPage>): TenantPage {
  return { rows: [], kept: [], cursor: null, throttled: 0, hasDirectory: true, ...change };
}

function asData(page: TenantPage) {
  return { pages: [{ value: page, receipt: undefined }], pageParams: [undefined] };
}

function ids(tenants: readonly Tenant[]): readonly string[] {
  return tenants.map(({ tenantId }) => tenantId);
}

function listKeptIds(data: ReturnType<typeof withKept>): readonly string[] {
  return ids(data?.pages[0]?.value.kept ?? []);
}
