import { describe, expect, it, onTestFinished } from 'vitest';
import { requestHandler, type RequestHandler } from '#local/aws/request-handler.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { openConsole } from '#main/compose/open-console.ts';
import { sandboxControl, sandboxPipeline } from '#main/start/embedded-aws.ts';
import {
  contract,
  type InputOf,
  type OutputOf,
  type QueryName,
  type WatchName,
} from '#shared/contract/contract.ts';
import type { Monitor } from '#shared/contract/monitor.ts';
import type { Result } from '#shared/contract/result.ts';
import { trusted } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';

/** Opens a whole console as both hosts do, and counts every request that it sends to AWS. */
async function aCountedConsole(personaId: string) {
  const world = await aSandbox();
  const { answer } = serveSandbox(world.sandbox);
  const sent: string[] = [];
  const handler = requestHandler(answer);
  const counting: RequestHandler = {
    ...handler,
    handle(...[request, options]: Parameters<RequestHandler['handle']>) {
      const { path, headers } = request;
      sent.push((headers['x-amz-target'] ?? path).split(/[./]/).at(-1) ?? '');
      return handler.handle(request, options);
    },
  };
  const opened = await openConsole({
    host: 'browser',
    home: aHome(),
    connection: undefined,
    version: '0',
    openSandbox: () =>
      Promise.resolve({
        requestHandler: counting,
        region: 'local',
        accountId: '000000000000',
        pipeline: sandboxPipeline(answer),
        control: sandboxControl(answer),
        hasEnded: () => false,
        close: () => Promise.resolve(),
      }),
  });
  onTestFinished(() => opened.close());
  const actAs = { operation: 'session.actAs', input: { personaId }, idempotencyKey: 'key-of-test' };
  valueOf(await opened.gate.call(trusted, actAs));
  sent.length = 0;

  return {
    world,
    sent: () => sent.splice(0),
    ask: async <N extends QueryName>(operation: N, input: InputOf<N>) =>
      (await opened.gate.call(trusted, { operation, input })) as Result<OutputOf<N>>,
    /** Waits until a look has been taken, or until the monitor says that there will be none. */
    look: (): Promise<Monitor> => {
      const operation: WatchName = 'monitor.watch';
      return new Promise((resolve, reject) => {
        const watching = opened.gate.watch(trusted, { operation, input: { shown: true } }, (told) => {
          if (!told.ok) {
            reject(new Error(told.failure.message));
            return;
          }
          const monitor = contract[operation].output.parse(told.value);
          const { state, looks } = monitor.poller;
          if (state === 'off' || (looks > 0 && state !== 'looking')) resolve(monitor);
        });
        onTestFinished(() => void (watching.ok && watching.value.stop()));
      });
    },
  };
}

const mostCalls = 6;

describe('the first paint', { timeout: 120_000 }, () => {
  it('of a tenant takes three reads and one look of the poller: five calls to AWS', async () => {
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

  it('of a person with one tenant takes three reads, and shows no figures of other tenants', async () => {
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
