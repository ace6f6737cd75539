import { describe, expect, it } from 'vitest';
import { partOrder } from '#renderer/features/today/part-order.ts';
import { meOf } from '#renderer/features/today/seen.ts';

describe('the order of Today', () => {
  it('begins with what the role works on', () => {
    const me = meOf({ role: 'admin', tenants: '*' });
    expect(partOrder('support', me).main[1]).toBe('groups');
    expect(partOrder('reviewer', me).main[0]).toBe('review');
    expect(partOrder('admin', me).side.slice(0, 2)).toEqual(['alarms', 'queues']);
  });

  it('puts last what somebody may not see, and leaves nothing out', () => {
    const limited = partOrder('support', meOf({ role: 'support', tenants: ['northwind'] }));
    expect(limited.side.slice(-3)).toEqual(['queues', 'alarms', 'downloads']);
    const all = partOrder('support', meOf({ role: 'support', tenants: '*' }));
    expect(limited.side.toSorted()).toEqual(all.side.toSorted());
  });

  it('shows queues to support and admins of all tenants alone', () => {
    expect(meOf({ role: 'reviewer', tenants: '*' }).seesQueues).toBe(false);
    expect(meOf({ role: 'admin', tenants: ['quill'] }).seesQueues).toBe(false);
    expect(meOf({ role: 'support', tenants: '*' }).seesQueues).toBe(true);
    expect(meOf(null)).toMatchObject({ role: null, seesDownloads: false, mayReview: false });
  });
});
