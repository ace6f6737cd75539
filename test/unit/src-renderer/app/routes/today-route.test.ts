import { describe, expect, it } from 'vitest';
import { leadAddress } from '#renderer/app/routes/today-route.tsx';

const today = { tenant: null, as: 'admin' } as const;

describe('the links of Today’s numbers', () => {
  it.each([
    [
      { desk: 'batches', tenant: 'quill', status: 'PROCESSING' },
      '/triage',
      { tenant: 'quill', status: 'PROCESSING' },
    ],
    [{ desk: 'batches', tenant: 'quill', status: 'FAILED' }, '/triage', { tenant: 'quill' }],
    [{ desk: 'batches-by-project', tenant: 'quill' }, '/triage', { tenant: 'quill', view: 'project' }],
    [
      { desk: 'batch', tenant: 'quill', batch: 'b1', group: 'c69df0' },
      '/triage',
      { tenant: 'quill', batch: 'b1', group: 'c69df0' },
    ],
    [{ desk: 'review', tenant: null, olderThanMinutes: 240 }, '/review', { older: '240' }],
    [
      { desk: 'review', tenant: 'quill', olderThanMinutes: null, start: true },
      '/review',
      { tenant: 'quill', start: 'yes' },
    ],
    [{ desk: 'dead-letters', queue: null }, '/dead-letters', {}],
    [{ desk: 'dead-letters', queue: 'webhooks-dlq' }, '/dead-letters', { queue: 'webhooks-dlq' }],
    [{ desk: 'downloads', date: '2026-11-22', batch: null }, '/downloads', { date: '2026-11-22' }],
    [{ desk: 'jobs', job: 'plan-1' }, '/activity', { tab: 'jobs', job: 'plan-1' }],
    [{ desk: 'alarms' }, '/monitor', {}],
    [{ desk: 'metrics' }, '/monitor', { range: '24h', group: 'throughput' }],
    [{ desk: 'place', place: { desk: 'downloads', standing: 'stuck' } }, '/downloads', { standing: 'stuck' }],
    [{ desk: 'tenant', tenant: 'quill' }, '/today', { tenant: 'quill', as: 'admin' }],
    [{ desk: 'tenants' }, '/today', { as: 'admin' }],
  ] as const)('%o', (lead, to, search) => {
    expect(leadAddress(lead, today)).toEqual({ to, search });
  });
});
