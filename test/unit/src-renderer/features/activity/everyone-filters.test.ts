import { describe, expect, test } from 'vitest';
import { readActivity, writeActivity } from '#renderer/features/activity/address.ts';
import { chooseQuestion, fitsFilters, moveDay } from '#renderer/features/activity/everyone-filters.ts';

const all = { tenants: '*' } as const;
const held = { tenants: ['northwind', 'kestrel'] };
const today = '2026-11-26';
const none = { tenant: null, batch: null, person: null, day: null, kind: null };

describe('the question that the filters ask', () => {
  test('is about the batch, else the tenant, else the person, else the day', () => {
    const every = { ...none, tenant: 'northwind', batch: 'b-1', person: 'mira', day: '2026-11-20' };
    expect(chooseQuestion(every, all, today)).toMatchObject({
      of: { is: 'batch', tenantId: 'northwind', batchId: 'b-1' },
      between: { from: '2026-11-20T00:00:00.000Z', to: '2026-11-20T23:59:59.999Z' },
    });
    expect(chooseQuestion({ ...every, batch: null }, all, today)).toMatchObject({ of: { is: 'tenant' } });
    expect(chooseQuestion({ ...every, tenant: null }, all, today)).toMatchObject({
      of: { is: 'person', personId: 'mira' },
    });
    expect(chooseQuestion({ ...none, day: '2026-11-20' }, all, today)).toMatchObject({
      of: { is: 'day', day: '2026-11-20' },
    });
    expect(chooseQuestion(none, all, today)).toMatchObject({ of: { is: 'day', day: today } });
  });

  test('needs a tenant from people who see only some', () => {
    expect(chooseQuestion({ ...none, person: 'mira' }, held, today)).toMatchObject({
      is: 'choose-tenant',
      tenants: ['northwind', 'kestrel'],
    });
    expect(chooseQuestion({ ...none, tenant: 'kestrel' }, held, today)).toMatchObject({ is: 'asked' });
  });
});

test('the remaining filters are applied to what was read', () => {
  const entry = { by: 'mira', kind: 'note', batchId: 'b-1' } as const;
  expect(fitsFilters(entry, none)).toBe(true);
  expect(fitsFilters(entry, { ...none, person: 'ines' })).toBe(false);
  expect(fitsFilters(entry, { ...none, kind: 'review' })).toBe(false);
  expect(fitsFilters(entry, { ...none, batch: 'b-2' })).toBe(false);
  expect(fitsFilters(entry, { ...none, person: 'mira', kind: 'note', batch: 'b-1' })).toBe(true);
});

test('the filters are kept in the address, and a link to a job opens the jobs', () => {
  const filters = {
    tenant: 'northwind',
    batch: 'b-1',
    person: 'mira',
    day: '2026-11-20',
    kind: 'note',
  } as const;
  expect(readActivity(writeActivity(filters))).toMatchObject({ ...filters, tab: 'everyone' });
  expect(readActivity({ job: 'job-1' })).toMatchObject({ tab: 'jobs', job: 'job-1' });
  expect(readActivity({ day: '2026-02-31', kind: 'unknown' })).toMatchObject({ day: null, kind: null });
});

test('a day has one before it, over the ends of months', () => {
  expect(moveDay('2026-03-01', -1)).toBe('2026-02-28');
  expect(moveDay('2026-12-31', 1)).toBe('2027-01-01');
});
