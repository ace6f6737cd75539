import { onTestFinished } from 'vitest';
import { requestHandler, type RequestHandler } from '#local/aws/request-handler.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { openConsole } from '#main/contract/open-console.ts';
import { sandboxControl } from '#main/start/sandbox-control.ts';
import { sandboxPipeline } from '#main/start/sandbox-pipeline.ts';
import { contract, type InputOf, type OutputOf } from '#shared/contract/contract.ts';
import type { QueryName, WatchName } from '#shared/contract/contract.ts';
import type { Monitor } from '#shared/contract/monitor/poller.ts';
import type { Result } from '#shared/contract/result.ts';
import { trusted } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';

/** A whole console, as both hosts open it, and every request that it sends to AWS. */
export async function aCountedConsole(personaId: string) {
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
    /** Until a look has been taken, or it says that there will be none. */
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
