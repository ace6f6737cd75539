import { describe, expect, test } from 'vitest';
import type { Tenant } from '#shared/contract/pipeline-items.ts';
import { tenantRows, withKept, type TenantPage } from '#renderer/contract/tenants.ts';

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

  test('have an opened tenant after the pinned ones, the last opened first', () => {
    const acme = aTenant('acme', { openedAt: '2026-11-20T09:00:00Z' });
    expect(listKeptIds(withKept(before, acme))).toEqual(['kestrel', 'acme', 'northwind']);
  });

  test('are none while the list was not read', () => {
    expect(withKept(undefined, opened)).toBeUndefined();
  });
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
