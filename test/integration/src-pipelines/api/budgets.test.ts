import { expect, it } from 'vitest';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { admin, anApi, support } from '#test/builders/an-api.ts';

const params = { tenantId: 'northwind' };

async function withTenant() {
  const api = await anApi();
  await api.put({ ...keyOf.tenant('northwind'), name: 'Northwind', version: 1 });
  return api;
}

it('sets a budget for every month and for one, each on the version that was seen', async () => {
  const api = await withTenant();
  const first = await api.call('putTenantBudget', {
    as: admin,
    params,
    ifMatch: 0,
    body: {
      month: null,
      usd: '250',
    },
  });
  expect([first.status, first.body.budget]).toMatchObject([200, { version: 1, usd: '250', months: {} }]);
  const december = { month: '2026-12', usd: '99.50' };
  const second = await api.call('putTenantBudget', { as: admin, params, ifMatch: 1, body: december });
  expect(second.body.budget).toMatchObject({ version: 2, usd: '250', months: { '2026-12': '99.50' } });
  const late = await api.call('putTenantBudget', { as: admin, params, ifMatch: 1, body: december });
  expect([late.status, late.body.code, late.body.current]).toMatchObject([
    412,
    'stale-version',
    { version: 2, usd: '250' },
  ]);
  const away = await api.call('putTenantBudget', {
    as: admin,
    params,
    ifMatch: 2,
    body: {
      month: null,
      usd: null,
    },
  });
  expect(away.body.budget).toMatchObject({ version: 3, months: { '2026-12': '99.50' } });
  expect(away.body.budget).not.toHaveProperty('usd');
});

it('refuses other roles, tenants that are not there, and amounts that are none', async () => {
  const api = await withTenant();
  const body = { month: null, usd: '250' };
  const bySupport = await api.call('putTenantBudget', { as: support, params, ifMatch: 0, body });
  expect(bySupport.body.code).toBe('role-required');
  const missing = await api.call('putTenantBudget', {
    as: admin,
    params: { tenantId: 'nowhere' },
    ifMatch: 0,
    body,
  });
  expect(missing.status).toBe(404);
  const wrong = await api.call('putTenantBudget', {
    as: admin,
    params,
    ifMatch: 0,
    body: {
      month: '2026-13',
      usd: '-1',
    },
  });
  expect(wrong.status).toBe(400);
});
