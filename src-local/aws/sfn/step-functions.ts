import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
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
import { drain } from './interpreter/drain.ts';
import { redrive } from './interpreter/redrive.ts';
import { resumeExecutions } from './interpreter/resume.ts';
import {
  describeExecution,
  getExecutionHistory,
  listExecutions,
  startExecution,
  stopExecution,
} from './operations/execution-operations.ts';
import { describeMapRun, listMapRuns, updateMapRun } from './operations/map-run-operations.ts';
import { redriveExecution } from './operations/redrive-execution.ts';
import { listTagsForResource, tagResource, untagResource } from './operations/resource-tags.ts';
import {
  createStateMachine,
  deleteStateMachine,
  describeStateMachine,
  describeStateMachineForExecution,
  listStateMachines,
  updateStateMachine,
} from './operations/state-machine-operations.ts';
import { sendTaskFailure, sendTaskHeartbeat, sendTaskSuccess } from './operations/task-answers.ts';
import type { Engine } from './step-functions-engine.ts';

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
