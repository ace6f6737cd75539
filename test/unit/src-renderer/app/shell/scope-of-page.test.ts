import { describe, expect, test } from 'vitest';
import { placeInScope, scopeOfPage } from '#renderer/app/shell/scope-of-page.ts';

describe('the tenant of the top bar', () => {
  test('is that of the page, and all of them elsewhere', () => {
    expect(scopeOfPage('/triage', { tenant: 'kestrel' })).toEqual({
      tenant: 'kestrel',
      allWords: 'All tenants',
    });
    expect(scopeOfPage('/review', { tenant: 'kestrel' })).toEqual({
      tenant: 'kestrel',
      allWords: 'All my tenants',
    });
    const workflow = { tenant: 'kestrel', project: 'payables', workflow: 'supplier-invoices' };
    expect(scopeOfPage('/workflows', workflow).tenant).toBe('kestrel');
    expect(scopeOfPage('/monitor', { tenant: 'kestrel' }).tenant).toBeNull();
  });

  test('leads whoever reviews to the same list of another, with nothing open and no filter', () => {
    const search = { view: 'sample', percent: '5', workflow: 'invoices', document: 'a/b/c/d' };
    expect(placeInScope('/review', search, 'acme')).toEqual({
      to: '/review',
      search: { view: 'sample', percent: '5', tenant: 'acme' },
    });
    expect(placeInScope('/review', { tenant: 'acme' }, null)).toEqual({ to: '/review', search: {} });
  });

  test('leads from a workflow and its draft to the workflows of another', () => {
    const search = { tenant: 'acme', project: 'p', workflow: 'w', confidence: '0.5', review: '0.9' };
    expect(placeInScope('/workflows', search, 'other')).toEqual({
      to: '/workflows',
      search: { tenant: 'other' },
    });
    expect(placeInScope('/workflows', search, null)).toEqual({ to: '/workflows', search: {} });
  });

  test('leads to the batches from anywhere else', () => {
    expect(placeInScope('/monitor', {}, 'acme')).toEqual({ to: '/triage', search: { tenant: 'acme' } });
  });
});

describe('the tenant of Today', () => {
  test('is chosen on Today and stays there, laid out as it was', () => {
    expect(scopeOfPage('/today', { tenant: 'acme' })).toEqual({ tenant: 'acme', allWords: 'All my tenants' });
    expect(placeInScope('/today', { tenant: 'acme', as: 'admin' }, 'kestrel')).toEqual({
      to: '/today',
      search: { tenant: 'kestrel', as: 'admin' },
    });
  });
});
