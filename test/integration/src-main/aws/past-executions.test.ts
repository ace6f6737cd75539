import { ListExecutionsCommand } from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import { shownExecution } from '#main/features/executions/executions-handlers.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { executionDoors } from '#test/builders/execution-doors.ts';

const stateMachineArn = 'arn:aws:states:local:000000000000:stateMachine:autowire-batch-processing-sandbox';

async function listArns({ sfn }: SandboxUnderTest, statusFilter: 'FAILED' | 'TIMED_OUT' | 'SUCCEEDED') {
  const { executions = [] } = await sfn.send(new ListExecutionsCommand({ stateMachineArn, statusFilter }));
  return executions.map(({ executionArn }) => executionArn ?? '');
}

// The test reads some thousand events of a whole sandbox, which is slow on a busy machine.
it(
  'executions of the sandbox’s past can be read, and a failed one is redriven to its end',
  { timeout: 120_000 },
  async () => {
    const world = await aSandbox();
    const { executions } = executionDoors(world.sandbox.aws).doors;
    const failed = [...(await listArns(world, 'FAILED')), ...(await listArns(world, 'TIMED_OUT'))];
    expect(failed.length).toBeGreaterThan(0);
    const now = world.clock.now();
    const said = new Map<string, string>();
    for (const arn of failed) {
      const name = valueOf(await executions.runOf(arn));
      if (name === null) throw new Error(`${arn} is no run`);
      const execution = shownExecution(valueOf(await executions.describe(name)), now);
      const isLate = Date.parse(execution.redriveUntil ?? '') < now;
      if (isLate) expect(execution.canRedrive.allowed).toBe(false);
      // An execution that timed out has no error, because its status says so.
      if (execution.status === 'FAILED') expect(execution.error?.code).toEqual(expect.any(String));
      said.set(arn, execution.canRedrive.allowed ? 'may be redriven' : execution.canRedrive.why);
    }

    expect([...said.values()].some((why) => why.startsWith('Its history is full'))).toBe(true);
    const [redrivable] = [...said].find(([, says]) => says === 'may be redriven') ?? [''];
    const name = valueOf(await executions.runOf(redrivable));
    if (name === null) throw new Error('None of them may be redriven');
    const iterations = valueOf(await executions.documentIds(name));
    expect(iterations.length).toBeGreaterThan(0);
    expect(await executions.redrive(name, 'token-1')).toMatchObject({ kind: 'done' });
    await world.sandbox.advance(3_600_000);
    expect(valueOf(await executions.describe(name))).toMatchObject({ status: 'SUCCEEDED', redriveCount: 1 });
    expect(await executions.redrive(name, 'token-2')).toMatchObject({ name: 'ExecutionNotRedrivable' });
  },
);
