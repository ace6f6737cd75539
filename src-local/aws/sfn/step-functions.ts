import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import type { Engine } from './engine.ts';
import { drain } from './interpreter/drain.ts';
import { resumeExecutions } from './interpreter/resume.ts';
import { operations } from './operations.ts';
import type { ActivityRecord, ExecutionRecord, MachineRecord, RevisionRecord } from './records.ts';
import { executions, revisions } from './told-executions.ts';
import type { TaskHandlers } from './task-handlers.ts';
import { activityQueues } from './tasks/activity-queues.ts';

/** AWS Step Functions, standard workflows. https://docs.aws.amazon.com/step-functions/latest/apireference/Welcome.html */
export function stepFunctions(world: World, handlers: TaskHandlers): JsonService {
  const { store, clock } = world;
  const engine: Engine = {
    world,
    handlers,
    machines: store.collection<MachineRecord>('sfn/machines'),
    deleted: store.collection<number>('sfn/deleted-machines'),
    revisions: store.collection<RevisionRecord>(revisions),
    executions: store.collection<ExecutionRecord>(executions),
    activities: store.collection<ActivityRecord>('sfn/activities'),
    runs: new Map(),
    activityQueues: activityQueues(clock),
    drain,
  };
  resumeExecutions(engine);
  return jsonService({ name: 'sfn', target: 'AWSStepFunctions', jsonVersion: '1.0', engine, operations });
}
