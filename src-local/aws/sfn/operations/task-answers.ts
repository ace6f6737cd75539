import { AwsError } from '../../protocol/aws-error.ts';
import { required, string, structure } from '../../protocol/shapes.ts';
import type { Engine, Run } from '../step-functions-engine.ts';
import { act } from '../interpreter/act.ts';
import { mostBytes } from '../interpreter/state-data.ts';
import type { Frame, TaskStep } from '../interpreter/frame.ts';
import { isLive, findState } from '../interpreter/run.ts';
import { invalidToken, operation } from './sfn-operation.ts';
import { parseResource, type Resource } from '../tasks/resource.ts';
import { failTask, succeedTask } from '../tasks/task-outcome.ts';
import { parseTokenAddress } from '../tasks/begin-task.ts';

const taskToken = required(string({ min: 1, max: 2_048 }));

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_SendTaskSuccess.html */
export const sendTaskSuccess = operation({
  name: 'SendTaskSuccess',
  input: structure({ taskToken, output: required(string({ max: mostBytes })) }),
  run(engine, input) {
    const find = createTaskFinder(engine, input.taskToken);
    checkOutput(input.output);
    const { run, frame, resource } = find();
    act(run, () => succeedTask(run, frame, resource, input.output));
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_SendTaskFailure.html */
export const sendTaskFailure = operation({
  name: 'SendTaskFailure',
  input: structure({ taskToken, error: string({ max: 256 }), cause: string({ max: 32_768 }) }),
  run(engine, input) {
    const { run, frame, resource } = createTaskFinder(engine, input.taskToken)();
    const { error, cause } = input;
    act(run, () =>
      failTask(run, frame, resource, {
        ...(error !== undefined && { error }),
        ...(cause !== undefined && { cause }),
      }),
    );
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_SendTaskHeartbeat.html */
export const sendTaskHeartbeat = operation({
  name: 'SendTaskHeartbeat',
  input: structure({ taskToken }),
  run(engine, input) {
    const { run, frame, step } = createTaskFinder(engine, input.taskToken)();
    act(run, () => {
      if (step.heartbeatSeconds === undefined) return;
      step.beatBy = engine.world.clock.now() + step.heartbeatSeconds * 1_000;
      run.changed.add(frame);
    });
  },
});

interface Awaited {
  readonly run: Run;
  readonly frame: Frame;
  readonly step: TaskStep;
  readonly resource: Resource;
}

/**
 * Checks first whether it is a token at all. The output is checked before whether the task still waits for it.
 */
function createTaskFinder(engine: Engine, token: string): () => Awaited {
  const address = parseTokenAddress(engine.world, token);
  if (!address) throw invalidToken();
  return () => {
    const run = engine.runs.get(address.executionArn);
    const frame = run?.frames.get(address.frame);
    if (!run || !frame || !isLive(run) || frame.step.kind !== 'task' || frame.step.token !== token) {
      throw new AwsError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
    }
    const state = findState(run, frame);
    const resource = state.Type === 'Task' ? parseResource(state.Resource) : undefined;
    if (!resource) throw invalidToken();
    return { run, frame, step: frame.step, resource };
  };
}

function checkOutput(text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AwsError('InvalidOutput', `Invalid Output: '${why}'`);
  }
}
