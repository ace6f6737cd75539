import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aTodayDesk, buildPersona } from './a-today-desk.ts';

const names = ['today.batches', 'today.groups', 'today.review', 'today.throughput'] as const;

describe('the scope of Today', { timeout: 120_000 }, () => {
  it('is limited to the tenants of the current person', async () => {
    const desk = await aTodayDesk();
    const [all, own] = [
      valueOf(await desk.call('today.batches')),
      valueOf(await desk.call('today.batches', 'kestrel')),
    ];
    expect(all.failed.batches.count).toBeGreaterThan(own.failed.batches.count);
    desk.be({ who: buildPersona(['kestrel']) });
    desk.sent();
    const told = valueOf(await desk.call('today.batches'));
    expect({ ...told, readAt: '' }).toEqual({ ...own, readAt: '' });
    expect(desk.sent()).toHaveLength(3);
    for (const name of names) {
      const answer = await desk.call(name);
      expect(answer.ok).toBe(true);
      const sent = JSON.stringify([answer, desk.sent()]);
      for (const other of ['northwind', 'alder-finch', 'quill', 'DIRECTORY#TENANTS']) {
        expect(sent).not.toContain(other);
      }
    }
  });

  it('refuses another tenant, and nothing is requested', async () => {
    const desk = await aTodayDesk();
    desk.be({ who: buildPersona(['kestrel']) });
    for (const name of names) {
      expect(await desk.call(name, 'northwind')).toMatchObject({
        failure: { code: 'tenant-out-of-scope', tenantId: 'northwind' },
      });
    }
    expect(desk.sent()).toEqual([]);
  });

  it('takes three reads of each tenant, with one of the directory, in one receipt', async () => {
    const desk = await aTodayDesk();
    const own = valueOf(await desk.call('today.batches', 'northwind'));
    const three = desk.sent();
    expect(three.map(({ operation }) => operation)).toEqual(['Query', 'Query', 'Query']);
    expect(own.calls).toBe(3);
    expect(desk.receipts).toHaveLength(1);
    expect(desk.receipts[0]).toMatchObject({
      pattern: 'extraction.batchesByStatus',
      index: 'GSI2',
      pages: 3,
    });
    const all = valueOf(await desk.call('today.batches'));
    expect(all.tenants.map(({ tenantId }) => tenantId)).toEqual([
      'alder-finch',
      'kestrel',
      'northwind',
      'quill',
    ]);
    expect([desk.sent().length, all.calls]).toEqual([13, 13]);
  });
});

describe('Today in trouble', { timeout: 120_000 }, () => {
  it('leaves the other tenants their figures if one tenant is throttled', async () => {
    const desk = await aTodayDesk();
    const whole = valueOf(await desk.call('today.batches'));
    await desk.fail([{ kind: 'throttle', mentions: 'TENANT#northwind#STATUS#FAILED' }]);
    const told = valueOf(await desk.call('today.batches'));
    const without = whole.byTenant.find(({ tenantId }) => tenantId === 'northwind')?.failed?.count ?? 0;
    expect(without).toBeGreaterThan(0);
    expect(told.failed.batches).toEqual({ count: whole.failed.batches.count - without, isAtLeast: true });
    expect(told.byTenant.find(({ tenantId }) => tenantId === 'northwind')?.failed).toBeNull();
    expect(told.running).toEqual(whole.running);
    expect(told.problems).toHaveLength(1);
    expect(told.problems[0]).toContain('the failed batches of northwind');
    const review = valueOf(await desk.call('today.review'));
    expect(review.waiting.isAtLeast).toBe(true);
    expect(review.problems[0]).toContain('the failed batches of northwind');
  });

  it('keeps a chosen tenant if the directory is throttled', async () => {
    const desk = await aTodayDesk();
    await desk.fail([{ kind: 'throttle', mentions: 'DIRECTORY#TENANTS' }]);
    for (const name of ['today.batches', 'today.groups', 'today.review'] as const) {
      expect(valueOf(await desk.call(name)).problems[0]).toContain('Choose a tenant in the top bar.');
    }
    expect(valueOf(await desk.call('today.batches', 'northwind')).problems).toEqual([]);
  });

  it('fails each part if the sign-in has expired, and recovers with the next', async () => {
    const desk = await aTodayDesk();
    await desk.fail([{ kind: 'expired-token' }]);
    for (const name of names) {
      expect(await desk.call(name, 'northwind')).toMatchObject({ failure: { code: 'sign-in-expired' } });
    }
    await desk.fail([]);
    for (const name of names) expect((await desk.call(name, 'northwind')).ok).toBe(true);
  });

  it('loses only one part if an hour of CloudWatch is throttled', async () => {
    const desk = await aTodayDesk();
    await desk.fail([{ kind: 'throttle', service: 'cloudwatch' }]);
    expect(await desk.call('today.throughput')).toMatchObject({ failure: { code: 'throttled' } });
    expect((await desk.call('today.throughput', 'northwind')).ok).toBe(true);
    expect((await desk.call('today.batches')).ok).toBe(true);
  });
});
