import { RedriveExecutionCommand, StopExecutionCommand, type HistoryEvent } from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import type { TaskHandler } from '#local/aws/sfn/task-handlers.ts';
import { slimEvent } from '#main/aws/executions.ts';
import type { ExecutionEvent } from '#shared/contract/executions.ts';
import { executionTimeline, type Timeline } from '#shared/domain/timeline/execution-timeline.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import { aFunction, readHistory, running } from '../../../src-local/aws/sfn/machines.ts';

/** Converts an event of the SDK, whose times are dates, to the form that a page gets. */
function toEvent(event: HistoryEvent): ExecutionEvent {
  return slimEvent({
    ...event,
    id: event.id ?? 0,
    type: event.type ?? '',
    timestamp: (event.timestamp?.getTime() ?? 0) / 1_000,
  });
}

const work = { Type: 'Task', Resource: aFunction('work') };
const states = {
  ProcessDocuments: {
    Type: 'Map',
    MaxConcurrency: 2,
    ItemProcessor: {
      StartAt: 'Textract',
      States: { Textract: { ...work, Next: 'Verify' }, Verify: { ...work, End: true } },
    },
  },
  Finalise: { ...work },
};

/** Each call takes ten seconds, and fails for a broken input. */
function aPipeline() {
  const broken = new Set<unknown>();
  const handler: TaskHandler = async (input, context) => {
    await context.sleep(10_000);
    if (broken.has(input)) throw Object.assign(new Error('It is broken'), { name: 'Broken' });
    return input;
  };
  const aws = aPocketAws({ handlers: new Map([['work', handler]]) });
  const read = async (execution: string): Promise<Timeline> =>
    executionTimeline((await readHistory(aws.sfn, execution)).map(toEvent));
  return { ...aws, broken, read };
}

const shape = ({ iterations }: Timeline) =>
  iterations.map(({ index, slot, state, stages }) => [
    index,
    slot,
    state,
    stages.map(({ stage }) => stage).join(' '),
  ]);

test('a stopped iteration continues in its lane after a redrive', async () => {
  const { sfn, clock, read } = aPipeline();
  const executionArn = await running(sfn, states, ['a', 'b', 'c']);
  await clock.advance(25_000);
  await sfn.send(new StopExecutionCommand({ executionArn }));
  expect(shape(await read(executionArn))).toEqual([
    [0, 0, 'succeeded', 'textract verify'],
    [1, 1, 'succeeded', 'textract verify'],
    [2, 0, 'aborted', 'textract'],
  ]);

  await clock.advance(3_600_000);
  await sfn.send(new RedriveExecutionCommand({ executionArn }));
  await clock.advance(60_000);
  const timeline = await read(executionArn);
  expect(shape(timeline)).toEqual([
    [0, 0, 'succeeded', 'textract verify'],
    [1, 1, 'succeeded', 'textract verify'],
    [2, 0, 'succeeded', 'textract textract verify'],
  ]);
  expect(timeline.attempts.map(({ state, isRedrive }) => [state, isRedrive])).toEqual([
    ['aborted', false],
    ['succeeded', true],
  ]);
  expect(timeline.states.map(({ state, isInterrupted }) => [state, isInterrupted])).toEqual([
    ['Finalise', false],
  ]);
  expect([timeline.slots, timeline.unplaced]).toEqual([2, 0]);
});

test('a failed iteration is tried again after a redrive', async () => {
  const { sfn, clock, read, broken } = aPipeline();
  broken.add('b');
  const executionArn = await running(sfn, states, ['a', 'b', 'c', 'd']);
  await clock.advance(30_000);
  const failed = await read(executionArn);
  expect(failed.iterations.map(({ state }) => state)).toEqual(['aborted', 'failed']);
  expect(failed.iterations[1]?.stages).toMatchObject([
    { stage: 'textract', error: 'Broken', isInterrupted: true },
  ]);

  broken.clear();
  await sfn.send(new RedriveExecutionCommand({ executionArn }));
  await clock.advance(120_000);
  const timeline = await read(executionArn);
  expect(timeline.iterations.map(({ index, state }) => [index, state])).toEqual([
    [0, 'succeeded'],
    [1, 'succeeded'],
    [2, 'succeeded'],
    [3, 'succeeded'],
  ]);
  expect([timeline.slots, timeline.unplaced, timeline.attempts.at(-1)?.state]).toEqual([2, 0, 'succeeded']);
});
