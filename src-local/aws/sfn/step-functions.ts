import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import { required, string, structure } from '../protocol/shapes.ts';
import {
  childExecutions,
  executions,
  mapRuns,
  revisions,
  type ExecutionRecord,
  type MachineRecord,
  type MapRunRecord,
  type RevisionRecord,
} from './execution-records.ts';
import { act } from './interpreter/act.ts';
import { armDeadline } from './interpreter/begin-execution.ts';
import { findJoin } from './interpreter/children.ts';
import { drain } from './interpreter/drain.ts';
import { armWait } from './interpreter/enter-state.ts';
import { armRetry } from './interpreter/failure.ts';
import { isRunnable, type Frame, type Step, type TaskStep } from './interpreter/frame.ts';
import { redrive } from './interpreter/redrive.ts';
import { isLive, openRun, findParent, findState } from './interpreter/run.ts';
import { mostBytes } from './interpreter/state-data.ts';
import {
  describeExecution,
  getExecutionHistory,
  listExecutions,
  startExecution,
  stopExecution,
  redriveExecution,
} from './operations/execution-operations.ts';
import { describeMapRun, listMapRuns, updateMapRun } from './operations/map-run-operations.ts';
import {
  listTagsForResource,
  tagResource,
  untagResource,
  invalidToken,
  operation,
} from './operations/sfn-operation.ts';
import {
  createStateMachine,
  deleteStateMachine,
  describeStateMachine,
  describeStateMachineForExecution,
  listStateMachines,
  updateStateMachine,
} from './operations/state-machine-operations.ts';
import type { Engine, Run } from './step-functions-engine.ts';
import { parseTokenAddress } from './tasks/begin-task.ts';
import { parseResource, type Resource } from './tasks/resource.ts';
import { failTask, succeedTask } from './tasks/task-outcome.ts';

const taskToken = required(string({ min: 1, max: 2_048 }));

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_SendTaskSuccess.html */
const sendTaskSuccess = operation({
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
const sendTaskFailure = operation({
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
const sendTaskHeartbeat = operation({
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

/** AWS Step Functions, standard workflows. https://docs.aws.amazon.com/step-functions/latest/apireference/Welcome.html */
export function stepFunctions(
  world: World,
  { access, handlers }: Pick<Engine, 'access' | 'handlers'>,
): JsonService {
  const { store } = world;
  const engine: Engine = {
    world,
    access,
    handlers,
    machines: store.collection<MachineRecord>('sfn/machines'),
    deleted: store.collection<number>('sfn/deleted-machines'),
    revisions: store.collection<RevisionRecord>(revisions),
    executions: store.collection<ExecutionRecord>(executions),
    children: store.collection<ExecutionRecord>(childExecutions),
    mapRuns: store.collection<MapRunRecord>(mapRuns),
    runs: new Map(),
    drain,
    redrive: (record, token) => redrive(engine, record, token),
  };
  resumeExecutions(engine);
  return jsonService({ name: 'sfn', target: 'AWSStepFunctions', jsonVersion: '1.0', engine, operations });
}

/** Implements a part of https://docs.aws.amazon.com/step-functions/latest/apireference/API_Operations.html */
const operations = [
  createStateMachine,
  deleteStateMachine,
  describeExecution,
  describeMapRun,
  describeStateMachine,
  describeStateMachineForExecution,
  getExecutionHistory,
  listExecutions,
  listMapRuns,
  listStateMachines,
  listTagsForResource,
  redriveExecution,
  sendTaskFailure,
  sendTaskHeartbeat,
  sendTaskSuccess,
  startExecution,
  stopExecution,
  tagResource,
  untagResource,
  updateMapRun,
  updateStateMachine,
];

/** Continues the executions that were running before a restart, from their records. */
function resumeExecutions(engine: Engine): void {
  // All past executions have ended, so only written ones can be running.
  for (const [, record] of [...engine.executions.written(), ...engine.children.written()]) {
    if (record.status !== 'RUNNING') continue;
    const run = openRun(engine, record);
    engine.runs.set(record.arn, run);
    const release = engine.world.clock.hold();
    // The other services are not there yet.
    queueMicrotask(() => {
      if (isLive(run)) resume(run);
      release();
    });
  }
}

function resume(run: Run): void {
  armDeadline(run);
  act(run, () => {
    for (const frame of run.frames.values()) rebuildJoin(run, frame);
    for (const frame of run.frames.values()) rearm(run, frame);
  });
}

function rebuildJoin(run: Run, frame: Frame): void {
  const state = findState(run, frame);
  const isParent = state.Type === 'Map' || state.Type === 'Parallel';
  if (isParent && frame.children && frame.step.kind === 'children')
    findJoin(run, frame, state, frame.children);
}

function rearm(run: Run, frame: Frame): void {
  const { step } = frame;
  armWait(run, frame);
  armRetry(run, frame);
  if (isRunnable(frame) || step.kind === 'task' || isParentStep(step)) run.queue.push({ frame, step });
  const isUnnoted = (step.kind === 'succeeded' || step.kind === 'failed') && step.event === undefined;
  const parent = findParent(run, frame);
  if (isUnnoted && parent) run.queue.push({ frame: parent, child: frame });
}

function isParentStep({ kind }: Step): boolean {
  return kind === 'children' || kind === 'map run';
}
