import {
  createActivity,
  deleteActivity,
  describeActivity,
  getActivityTask,
  listActivities,
} from './operations/activities.ts';
import { deleteStateMachine, updateStateMachine } from './operations/change-state-machine.ts';
import { createStateMachine } from './operations/create-state-machine.ts';
import { describeExecution } from './operations/describe-execution.ts';
import { getExecutionHistory } from './operations/get-execution-history.ts';
import { listExecutions } from './operations/list-executions.ts';
import {
  describeStateMachine,
  describeStateMachineForExecution,
  listStateMachines,
} from './operations/read-state-machines.ts';
import { redriveExecution } from './operations/redrive-execution.ts';
import { startExecution } from './operations/start-execution.ts';
import { stopExecution } from './operations/stop-execution.ts';
import { listTagsForResource, tagResource, untagResource } from './operations/tagging.ts';
import { sendTaskFailure, sendTaskHeartbeat, sendTaskSuccess } from './operations/task-answers.ts';
import { validateStateMachineDefinition } from './operations/validate-state-machine-definition.ts';

/** What there is of https://docs.aws.amazon.com/step-functions/latest/apireference/API_Operations.html */
export const operations = [
  createActivity,
  createStateMachine,
  deleteActivity,
  deleteStateMachine,
  describeActivity,
  describeExecution,
  describeStateMachine,
  describeStateMachineForExecution,
  getActivityTask,
  getExecutionHistory,
  listActivities,
  listExecutions,
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
  updateStateMachine,
  validateStateMachineDefinition,
];
