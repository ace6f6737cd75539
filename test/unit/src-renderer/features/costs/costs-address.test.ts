import { describe, expect, it } from 'vitest';
import { batchesInput, readCosts, writeCosts } from '#renderer/features/costs/costs-address.ts';

describe('the address of costs', () => {
  it('says nothing that is usual', () => {
    expect(writeCosts(readCosts({}))).toEqual({});
  });

  it('comes back as it went', () => {
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

  it('is read leniently: what makes no sense is left out', () => {
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
    expect(batchesInput(address)).toMatchObject({ projectId: 'claims', workflowId: 'a/b' });
    expect(batchesInput({ ...address, workflow: 'claims' })).toMatchObject({
      projectId: null,
      workflowId: null,
    });
  });
});
