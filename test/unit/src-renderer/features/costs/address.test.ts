import { describe, expect, it } from 'vitest';
import { toBatchesInput, readCosts, writeCosts } from '#renderer/features/costs/address.ts';

describe('the address of costs', () => {
  it('omits default values', () => {
    expect(writeCosts(readCosts({}))).toEqual({});
  });

  it('parses to the address that was written', () => {
    const address = {
      view: 'spend',
      tenant: 'northwind',
      days: 7,
      list: 'batches',
      workflow: 'claims/invoices',
      day: '2026-11-21',
      system: null,
    } as const;
    expect(readCosts(writeCosts(address))).toEqual(address);
  });

  it('is parsed leniently: invalid values are ignored', () => {
    expect(
      readCosts({
        view: 'all',
        days: '365',
        list: 'batches',
        workflow: 'claims/invoices',
        day: '2026-02-31',
      }),
    ).toMatchObject({ view: 'spend', days: 30, workflow: null, day: null });
    expect(readCosts({ tenant: 'northwind', workflow: 'claims/invoices' }).workflow).toBeNull();
  });

  it('names the batches of a workflow by project and workflow', () => {
    const address = { tenant: 'northwind', days: 30, workflow: 'claims/a/b', day: null } as const;
    expect(toBatchesInput(address)).toMatchObject({ projectId: 'claims', workflowId: 'a/b' });
    expect(toBatchesInput({ ...address, workflow: 'claims' })).toMatchObject({
      projectId: null,
      workflowId: null,
    });
  });
});
