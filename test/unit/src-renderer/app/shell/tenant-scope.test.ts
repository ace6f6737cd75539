import { describe, expect, test } from 'vitest';
import {
  allTenantsId,
  placeInScope,
  scopeOfPage,
  tenantSections,
} from '#renderer/app/shell/tenant-scope.tsx';
import type { Tenant } from '#shared/contract/pipeline-items.ts';

describe('the tenant of the top bar', () => {
  test('is that of the page, and all of them elsewhere', () => {
    expect(scopeOfPage('/triage', { tenant: 'kestrel' })).toEqual({
      tenant: 'kestrel',
      allWords: 'All tenants',
    });
    expect(scopeOfPage('/review', { tenant: 'kestrel' })).toEqual({
      tenant: 'kestrel',
      allWords: 'All my tenants',
    });
    const workflow = { tenant: 'kestrel', project: 'payables', workflow: 'supplier-invoices' };
    expect(scopeOfPage('/workflows', workflow).tenant).toBe('kestrel');
    expect(scopeOfPage('/monitor', { tenant: 'kestrel' }).tenant).toBeNull();
  });

  test('takes a reviewer to the same list of another tenant, with nothing open and no filter', () => {
    const search = { view: 'sample', percent: '5', workflow: 'invoices', document: 'a/b/c/d' };
    expect(placeInScope('/review', search, 'acme')).toEqual({
      to: '/review',
      search: { view: 'sample', percent: '5', tenant: 'acme' },
    });
    expect(placeInScope('/review', { tenant: 'acme' }, null)).toEqual({ to: '/review', search: {} });
  });

  test('takes a workflow and its draft to the workflows of another tenant', () => {
    const search = { tenant: 'acme', project: 'p', workflow: 'w', confidence: '0.5', review: '0.9' };
    expect(placeInScope('/workflows', search, 'other')).toEqual({
      to: '/workflows',
      search: { tenant: 'other' },
    });
    expect(placeInScope('/workflows', search, null)).toEqual({ to: '/workflows', search: {} });
  });

  test('leads to the batches from any other page', () => {
    expect(placeInScope('/monitor', {}, 'acme')).toEqual({ to: '/triage', search: { tenant: 'acme' } });
  });
});

describe('the tenant of Today', () => {
  test('is chosen on Today and stays there, with the same layout', () => {
    expect(scopeOfPage('/today', { tenant: 'acme' })).toEqual({ tenant: 'acme', allWords: 'All my tenants' });
    expect(placeInScope('/today', { tenant: 'acme', as: 'admin' }, 'kestrel')).toEqual({
      to: '/today',
      search: { tenant: 'kestrel', as: 'admin' },
    });
  });
});

const allWords = 'All tenants';
const tenants = [
  aTenant('kestrel', { name: 'Kestrel Foods', pinned: true }),
  aTenant('northwind', { name: 'Northwind Logistics', openedAt: '2026-11-18T09:00:00Z' }),
  aTenant('acme', { name: null }),
];

test('lists pinned, opened and the directory’s tenants, then all of them', () => {
  const sections = tenantSections(tenants, { query: '', current: 'northwind', hasAll: true, allWords });
  expect(sections.map(({ title, rows }) => [title, rows.map(({ id }) => id)])).toEqual([
    ['Pinned', ['kestrel']],
    ['Opened here', ['northwind']],
    ['Directory', ['acme']],
    ['Everything', [allTenantsId]],
  ]);
  expect(sections[1]?.rows[0]).toMatchObject({ icon: 'check', hint: 'northwind' });
});

test('finds a tenant by its name or its id; nothing else is listed', () => {
  const found = (query: string) =>
    tenantSections(tenants, { query, current: null, hasAll: true, allWords }).flatMap(({ rows }) =>
      rows.map(({ id }) => id),
    );
  expect(found('foods')).toEqual(['kestrel']);
  expect(found('northwind')).toEqual(['northwind']);
  expect(found('zzz')).toEqual([]);
});

test('a person with one tenant is not offered all', () => {
  const sections = tenantSections(tenants, { query: '', current: null, hasAll: false, allWords });
  expect(sections.map(({ title }) => title)).not.toContain('Everything');
});

function aTenant(tenantId: string, change: Partial<Tenant>): Tenant {
  return { tenantId, name: null, plan: null, pinned: false, openedAt: null, ...change };
}
