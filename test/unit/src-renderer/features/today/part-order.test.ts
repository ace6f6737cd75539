import { describe, expect, it } from 'vitest';
import { orderParts } from '#renderer/features/today/part-order.ts';
import { deriveMe } from '#renderer/features/today/seen.ts';

describe('the order of Today', () => {
  it('begins with the parts that the role works on', () => {
    const me = deriveMe({ role: 'admin', tenants: '*' });
    expect(orderParts('support', me).main[1]).toBe('groups');
    expect(orderParts('reviewer', me).main[0]).toBe('review');
    expect(orderParts('admin', me).side.slice(0, 2)).toEqual(['alarms', 'queues']);
  });

  it('puts parts that the person may not see last, and leaves none out', () => {
    const limited = orderParts('support', deriveMe({ role: 'support', tenants: ['northwind'] }));
    expect(limited.side.slice(-3)).toEqual(['queues', 'alarms', 'downloads']);
    const all = orderParts('support', deriveMe({ role: 'support', tenants: '*' }));
    expect(limited.side.toSorted()).toEqual(all.side.toSorted());
  });

  it('shows queues only to support and admins with all tenants', () => {
    expect(deriveMe({ role: 'reviewer', tenants: '*' }).seesQueues).toBe(false);
    expect(deriveMe({ role: 'admin', tenants: ['quill'] }).seesQueues).toBe(false);
    expect(deriveMe({ role: 'support', tenants: '*' }).seesQueues).toBe(true);
    expect(deriveMe(null)).toMatchObject({ role: null, seesDownloads: false, mayReview: false });
  });
});
