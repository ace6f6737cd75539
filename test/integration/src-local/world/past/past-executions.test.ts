import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  paginateGetExecutionHistory,
  RedriveExecutionCommand,
} from '@aws-sdk/client-sfn';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildExecutionArn } from '#pipelines/extraction/state-machine.ts';
import { extractionParameters } from '#shared/catalogue/systems/extraction-system.ts';
import { aToldWorld, plan, type RunningWorld } from './a-past-world.ts';

let world: RunningWorld;
// All tests share one world, because generating it takes long.
beforeAll(async () => {
  world = await aToldWorld();
  return () => world.aws.close();
}, 60_000);

describe('an execution of the past', { timeout: 30_000 }, () => {
  it('can be read page by page, forwards and backwards', async () => {
    const executionArn = buildExecutionArn(world.parts, extractionParameters.batchId.example, 1);
    const { output, status } = await world.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
    expect(status).toBe('SUCCEEDED');
    const pages = paginateGetExecutionHistory(
      { client: world.clients.sfn },
      { executionArn, maxResults: 700 },
    );
    const numbers: number[] = [];
    let last: string | undefined;
    for await (const { events = [] } of pages) {
      numbers.push(...events.map(({ id = 0 }) => id));
      last = events.at(-1)?.executionSucceededEventDetails?.output;
    }
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
    expect(numbers.length).toBeGreaterThan(112 * 14);
    expect(last).toBe(output);
    const { events = [] } = await world.clients.sfn.send(
      new GetExecutionHistoryCommand({ executionArn, reverseOrder: true, maxResults: 1 }),
    );
    expect(events[0]).toMatchObject({ id: numbers.length, type: 'ExecutionSucceeded' });
  });

  it('is redriven if it could not be finished, and its batch has succeeded', async () => {
    const batch = plan.batches.find(({ execution }) => execution === 'failed in finalise');
    if (!batch) throw new Error('No batch is told to have failed at its end');
    expect(await world.batch(batch.batchId)).toMatchObject({ status: 'FAILED', runs: { 1: 'FAILED' } });
    const executionArn = buildExecutionArn(world.parts, batch.batchId, 1);
    await world.clients.sfn.send(new RedriveExecutionCommand({ executionArn }));
    await world.aws.advance(1_000);
    const { status } = await world.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
    expect(status).toBe('SUCCEEDED');
    expect(await world.batch(batch.batchId)).toMatchObject({ status: 'SUCCEEDED', runs: { 1: 'SUCCEEDED' } });
  });

  it('is redriven if it timed out, and continues with what it had left', async () => {
    const batch = plan.batches.find(({ execution }) => execution === 'timed out');
    if (!batch) throw new Error('No batch is told to have run out of time');
    const executionArn = buildExecutionArn(world.parts, batch.batchId, 1);
    await world.clients.sfn.send(new RedriveExecutionCommand({ executionArn }));
    await world.aws.advance(600_000);
    const { status } = await world.clients.sfn.send(new DescribeExecutionCommand({ executionArn }));
    expect(status).toBe('SUCCEEDED');
    const kept = await world.batch(batch.batchId);
    expect(kept).toMatchObject({
      status: 'REVIEW_REQUIRED',
      counts: { FAILED: 0, SUCCEEDED: 84, REVIEW_REQUIRED: 6 },
    });
  });

  it('is not redriven if its history is full', async () => {
    const batch = plan.batches.find(({ execution }) => execution === 'failed by its history');
    const executionArn = buildExecutionArn(world.parts, batch?.batchId ?? '', 1);
    const redrive = world.clients.sfn.send(new RedriveExecutionCommand({ executionArn }));
    await expect(redrive).rejects.toMatchObject({ name: 'ExecutionNotRedrivable' });
  });
});
