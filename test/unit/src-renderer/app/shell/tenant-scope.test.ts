import { describe, expect, test } from 'vitest';
import { allTenantsId, tenantSections } from '#renderer/app/shell/tenant-scope.tsx';
import { keepTenant, placeInScope, scopeOfPage } from '#renderer/app/tenant-in-address.ts';
import { isTenantLost } from '#renderer/app/shell/use-kept-tenant.ts';
import { aConnectionSummary } from '../../../../builders/a-session.ts';
import { writeReview } from '#renderer/features/review/address.ts';
import { changeTriage, readTriage, writeTriage } from '#renderer/features/triage/address.ts';
import type { Tenant } from '#shared/contract/pipeline-items.ts';

describe('the tenant of the top bar', () => {
  test('is shown on every page, and marked where the page shows all tenants', () => {
    expect(scopeOfPage('/triage', { tenant: 'kestrel' })).toEqual({
      tenant: 'kestrel',
      allWords: 'All tenants',
      isFollowed: true,
    });
    expect(scopeOfPage('/review', { tenant: 'kestrel' })).toEqual({
      tenant: 'kestrel',
      allWords: 'All my tenants',
      isFollowed: true,
    });
    const workflow = { tenant: 'kestrel', project: 'payables', workflow: 'supplier-invoices' };
    expect(scopeOfPage('/workflows', workflow).tenant).toBe('kestrel');
    expect(scopeOfPage('/monitor', { tenant: 'kestrel' })).toMatchObject({
      tenant: 'kestrel',
      isFollowed: false,
    });
    expect(scopeOfPage('/monitor', {}).tenant).toBeNull();
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

  test('is cleared on any other page without leaving it', () => {
    expect(placeInScope('/monitor', { range: '24h', tenant: 'acme' }, null)).toEqual({
      to: '/monitor',
      search: { range: '24h' },
    });
  });
});

describe('the tenant of Today', () => {
  test('is chosen on Today and stays there, with the same layout', () => {
    expect(scopeOfPage('/today', { tenant: 'acme' })).toMatchObject({
      tenant: 'acme',
      allWords: 'All my tenants',
    });
    expect(placeInScope('/today', { tenant: 'acme', as: 'admin' }, 'kestrel')).toEqual({
      to: '/today',
      search: { tenant: 'kestrel', as: 'admin' },
    });
  });
});

describe('going on to another page', () => {
  const go = (from: object, to: object) => keepTenant({ search: { ...from }, next: () => ({ ...to }) });

  test('keeps the chosen tenant, unless the address names another or all of them', () => {
    expect(go({ tenant: 'acme', batch: 'b' }, {})).toEqual({ tenant: 'acme' });
    expect(go({ tenant: 'acme' }, { queue: 'a-dlq' })).toEqual({ queue: 'a-dlq', tenant: 'acme' });
    expect(go({ tenant: 'acme' }, writeReview({ start: true }))).toEqual({ start: 'yes', tenant: 'acme' });
    expect(go({ tenant: 'acme' }, writeTriage({ tenant: 'other', batch: 'b' }))).toEqual({
      tenant: 'other',
      batch: 'b',
    });
    expect(go({ tenant: 'acme' }, writeTriage({ tenant: null, list: 'review' }))).toEqual({ list: 'review' });
    expect(go({}, {})).toEqual({});
    const link = { in: 'sandbox', page: 'triage', tenant: 'acme', batch: 'b' };
    expect(go(link, link)).toEqual(link);
  });

  test('of one batch, a person over all tenants is still over all tenants afterwards', () => {
    const batch = go({}, writeTriage({ tenant: 'acme', batch: 'b' }));
    expect(batch).toEqual({ tenant: 'acme', batch: 'b', all: 'yes' });
    expect(go(batch, writeTriage({ tenant: 'acme', batch: 'b', document: 'd' }))).toMatchObject({
      all: 'yes',
    });
    expect(go(batch, {})).toEqual({});
    expect(go(batch, writeTriage({ tenant: 'acme' }))).toEqual({ tenant: 'acme' });
  });

  test('drops what belonged to the earlier tenant', () => {
    const now = readTriage({
      tenant: 'acme',
      batch: 'b',
      group: 'g',
      selected: 'd',
      rows: 'x',
      list: 'review',
    });
    expect(writeTriage(changeTriage(now, { tenant: 'other', batch: 'c' }))).toEqual({
      tenant: 'other',
      batch: 'c',
      list: 'review',
    });
    expect(writeTriage(changeTriage(now, { document: 'd' }))).toMatchObject({ group: 'g', selected: 'd' });
  });
});

test('a chosen tenant is lost with its connection, or to a person who may not see it', () => {
  const connection = aConnectionSummary();
  const who = (id: string, tenants: '*' | string[]) => ({ id, name: id, role: 'support', tenants }) as const;
  const before = { connection, who: who('maya', '*') };
  expect(isTenantLost('acme', before, before)).toBe(false);
  expect(isTenantLost('acme', before, { connection, who: who('tom', ['acme']) })).toBe(false);
  expect(isTenantLost('acme', before, { connection, who: who('tom', ['other']) })).toBe(true);
  expect(
    isTenantLost('acme', before, { connection: aConnectionSummary({ id: 'live' }), who: before.who }),
  ).toBe(true);
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
