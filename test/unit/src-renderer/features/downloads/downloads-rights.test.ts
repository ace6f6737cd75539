import { describe, expect, it } from 'vitest';
import { canLook, whyNotAct } from '#renderer/features/downloads/downloads-rights.ts';

describe('permissions on downloads', () => {
  it('only people with all tenants may look, because files name no tenant', () => {
    expect(canLook({ tenants: '*' })).toBe(true);
    expect(canLook({ tenants: ['northwind'] })).toBe(false);
  });

  it('support and admins may act', () => {
    expect(whyNotAct({ role: 'support' })).toBeUndefined();
    expect(whyNotAct({ role: 'admin' })).toBeUndefined();
    expect(whyNotAct({ role: 'reviewer' })).toContain('require the support or admin role');
    expect(whyNotAct(null)).toContain('unknown');
  });
});
