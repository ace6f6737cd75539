import { describe, expect, it } from 'vitest';
import { readToday, writeToday } from '#renderer/features/today/address.ts';

describe('the address of Today', () => {
  it('contains the tenant and the role of the layout', () => {
    const address = { tenant: 'northwind', as: 'admin' } as const;
    expect(writeToday(address)).toEqual({ tenant: 'northwind', as: 'admin' });
    expect(readToday(writeToday(address))).toEqual(address);
    expect(writeToday(readToday({}))).toEqual({});
  });

  it('is read leniently', () => {
    expect(readToday({ tenant: '', as: 'owner' })).toEqual({ tenant: null, as: null });
    expect(readToday({ tenant: 'x'.repeat(257), as: ['admin'] })).toEqual({ tenant: null, as: null });
  });
});
