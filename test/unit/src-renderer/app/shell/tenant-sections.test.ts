import { expect, test } from 'vitest';
import type { Tenant } from '#shared/contract/pipeline-items.ts';
import { allTenantsId, tenantSections } from '#renderer/app/shell/tenant-sections.ts';

const allWords = 'All tenants';
const tenants = [
  aTenant('kestrel', { name: 'Kestrel Foods', pinned: true }),
  aTenant('northwind', { name: 'Northwind Logistics', openedAt: '2026-11-18T09:00:00Z' }),
  aTenant('acme', { name: null }),
];

test('pinned, opened and the directory, then all of them', () => {
  const sections = tenantSections(tenants, { query: '', current: 'northwind', hasAll: true, allWords });
  expect(sections.map(({ title, rows }) => [title, rows.map(({ id }) => id)])).toEqual([
    ['Pinned', ['kestrel']],
    ['Opened here', ['northwind']],
    ['Directory', ['acme']],
    ['Everything', [allTenantsId]],
  ]);
  expect(sections[1]?.rows[0]).toMatchObject({ icon: 'check', hint: 'northwind' });
});

test('found by its name or its id; nothing else is listed', () => {
  const found = (query: string) =>
    tenantSections(tenants, { query, current: null, hasAll: true, allWords }).flatMap(({ rows }) =>
      rows.map(({ id }) => id),
    );
  expect(found('foods')).toEqual(['kestrel']);
  expect(found('northwind')).toEqual(['northwind']);
  expect(found('zzz')).toEqual([]);
});

test('whoever has one tenant alone is not offered all', () => {
  const sections = tenantSections(tenants, { query: '', current: null, hasAll: false, allWords });
  expect(sections.map(({ title }) => title)).not.toContain('Everything');
});

function aTenant(tenantId: string, change: Partial<Tenant>): Tenant {
  return { tenantId, name: null, plan: null, pinned: false, openedAt: null, ...change };
}
