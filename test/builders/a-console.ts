import { requestHandler } from '#local/aws/request-handler.ts';
import type { SandboxOptions } from '#local/host/open-sandbox.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { openConsole, type Console } from '#main/compose/open-console.ts';
import { sandboxControl, sandboxPipeline } from '#main/start/embedded-aws.ts';
import type { InputOf, OperationName, OutputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import { trusted } from './a-gate.ts';
import { aHome } from './a-home.ts';
import { valueOf } from './a-reading-world.ts';
import { aSandbox, type SandboxUnderTest } from './a-sandbox.ts';

interface Beside {
  /** The world of another console, whose pipelines this one sees as well. Its home is its own. */
  readonly beside?: SandboxUnderTest;
  readonly as?: string;
}

/** Opens a whole console, as both hosts do, over a sandbox in this thread. */
export async function aConsole(options: SandboxOptions = {}, { beside, as = 'admin' }: Beside = {}) {
  const world = beside ?? (await aSandbox(options));
  const { answer } = serveSandbox(world.sandbox);
  const home = aHome();
  const opened: Console = await openConsole({
    host: 'browser',
    home,
    connection: undefined,
    version: '0',
    openSandbox: () =>
      Promise.resolve({
        requestHandler: requestHandler(answer),
        region: 'local',
        accountId: '000000000000',
        pipeline: sandboxPipeline(answer),
        control: sandboxControl(answer),
        hasEnded: () => false,
        close: () => Promise.resolve(),
      }),
  });
  let keys = 0;
  async function ask<N extends OperationName>(operation: N, input: InputOf<N>): Promise<OutputOf<N>> {
    keys += 1;
    const request = { operation, input, idempotencyKey: `key-of-test-${keys}` };
    return valueOf((await opened.gate.call(trusted, request)) as Result<OutputOf<N>>);
  }
  await ask('session.actAs', { personaId: as });
  return { world, home, opened, ask };
}
