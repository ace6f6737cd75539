import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aCountedConsole } from './a-counted-console.ts';

const mostCalls = 6;

describe('the first paint', { timeout: 120_000 }, () => {
  it('of a tenant is three reads and one look of the poller: five calls of AWS', async () => {
    const { ask, look, sent } = await aCountedConsole('support');
    const [counted, monitor] = await Promise.all([ask('today.batches', { tenantId: 'northwind' }), look()]);
    const calls = sent();
    expect(calls.toSorted()).toEqual(['DescribeAlarms', 'GetMetricData', 'Query', 'Query', 'Query']);
    expect(calls.length).toBeLessThanOrEqual(mostCalls);
    expect(valueOf(counted).failed.batches.count).toBeGreaterThan(0);
    expect(monitor.alarms).not.toBeNull();
    expect(monitor.deadLetters).not.toBeNull();
    expect(monitor.poller).toMatchObject({ looks: 1, calls: 2 });
  });

  it('of who sees one tenant is three reads, and no figures of everybody', async () => {
    const { ask, look, sent } = await aCountedConsole('support-northwind');
    const [counted, monitor] = await Promise.all([ask('today.batches', { tenantId: null }), look()]);
    expect(sent()).toEqual(['Query', 'Query', 'Query']);
    expect(valueOf(counted).tenants.map(({ tenantId }) => tenantId)).toEqual(['northwind']);
    expect(monitor.poller).toMatchObject({ state: 'off', calls: 0 });
    expect(monitor.alarms).toBeNull();
    const throughput = valueOf(await ask('today.throughput', { tenantId: null }));
    expect(throughput.from).toBe('batches');
    expect(sent()).not.toContain('GetMetricData');
  });
});
