import { describe, expect, it } from 'vitest';
import { leadToReview, leadToStatus } from '#renderer/features/today/lead-to.ts';
import { deriveMe } from '#renderer/features/today/seen.ts';
import { aSeen, batches, exactly, read, reading } from './what-is-seen.ts';

const none = exactly(0);

describe('the target of a number', () => {
  it('is the list of the chosen tenant', () => {
    expect(leadToStatus(aSeen({ tenant: 'kestrel', batches: reading() }), 'PROCESSING')).toEqual({
      desk: 'batches',
      tenant: 'kestrel',
      status: 'PROCESSING',
    });
  });

  it('is the table of tenants for all of them, unless one has all batches', () => {
    const byTenant = [
      { tenantId: 'northwind', failed: exactly(2), running: exactly(1), waiting: exactly(3) },
      { tenantId: 'kestrel', failed: none, running: exactly(4), waiting: none },
    ];
    const seen = aSeen({ batches: read(batches({ byTenant })) });
    expect(leadToStatus(seen, 'FAILED')).toMatchObject({ desk: 'batches', tenant: 'northwind' });
    expect(leadToStatus(seen, 'PROCESSING')).toEqual({ desk: 'tenants' });
    const unsure = byTenant.map((row, at) => (at === 1 ? { ...row, failed: null } : row));
    expect(leadToStatus(aSeen({ batches: read(batches({ byTenant: unsure })) }), 'FAILED')).toEqual({
      desk: 'tenants',
    });
  });

  it('is the list of all tenants where the pipeline keeps one, also where it has batches of one tenant only', () => {
    const answeredFrom = { from: 'attention', upTo: null, keptSince: null, wholeSince: null } as const;
    const seen = aSeen({ batches: read(batches({ answeredFrom })) });
    expect(leadToStatus(seen, 'FAILED')).toEqual({ desk: 'fleet', list: 'failed' });
    expect(leadToStatus(seen, 'PROCESSING')).toEqual({ desk: 'fleet', list: 'running' });
    expect(leadToReview(seen)).toEqual({ desk: 'fleet', list: 'review' });
    expect(leadToStatus({ ...seen, tenant: 'kestrel' }, 'FAILED')).toMatchObject({ tenant: 'kestrel' });
  });

  it('is the queue for people who may review, and the batches for others', () => {
    const reviewer = aSeen({ me: deriveMe({ role: 'reviewer', tenants: '*' }) });
    expect(leadToReview(reviewer, 240)).toEqual({ desk: 'review', tenant: null, olderThanMinutes: 240 });
    expect(leadToReview(aSeen({ tenant: 'quill' }), 240)).toEqual({
      desk: 'batches',
      tenant: 'quill',
      status: 'REVIEW_REQUIRED',
    });
  });
});
