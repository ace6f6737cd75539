import { describe, expect, it } from 'vitest';
import { canLook, whyNotAct } from '#renderer/features/downloads/downloads-rights.ts';

describe('who may do what with downloads', () => {
  it('only those look who may see every tenant: nobody can say whose a file is', () => {
    expect(canLook({ tenants: '*' })).toBe(true);
    expect(canLook({ tenants: ['northwind'] })).toBe(false);
  });

  it('support and admins act', () => {
    expect(whyNotAct({ role: 'support' })).toBeUndefined();
    expect(whyNotAct({ role: 'admin' })).toBeUndefined();
    expect(whyNotAct({ role: 'reviewer' })).toContain('Reviewers decide');
    expect(whyNotAct(null)).toContain('not known');
  });
});
