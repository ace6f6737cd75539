import { AwsError } from '../protocol/aws-error.ts';
import { checkArn } from './arns.ts';
import type { Engine } from './engine.ts';
import type { ExecutionRecord, MachineRecord, RevisionRecord } from './records.ts';
import { framesOf, historyOf } from './told-executions.ts';

/** A machine in DELETING goes with the last of its executions. */
export function disappearIfDone(engine: Engine, machineArn: string): void {
  const machine = engine.machines.get(machineArn);
  if (machine?.status !== 'DELETING') return;
  for (const run of engine.runs.values()) if (run.record.machineArn === machineArn) return;
  engine.machines.delete(machineArn);
  engine.deleted.set(machineArn, engine.world.clock.now());
}

/** The executions of an earlier machine of this name are not those of a new one; what was told of it is. */
export function forgetEarlierMachine(engine: Engine, machineArn: string): void {
  if (!engine.deleted.delete(machineArn)) return;
  for (const execution of engine.executions.values()) {
    if (execution.machineArn === machineArn) forgetExecution(engine, execution.arn);
  }
}

/** Nothing of an execution is left. */
function forgetExecution(engine: Engine, arn: string): void {
  const { store } = engine.world;
  engine.executions.delete(arn);
  store.drop(framesOf(arn));
  store.drop(historyOf(arn));
}

/** A machine that can be read; one in DELETING is still there. */
export function findMachine(engine: Engine, arn: string): MachineRecord {
  checkArn(arn, 'stateMachine');
  const machine = engine.machines.get(arn);
  if (!machine) throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
  return machine;
}

/** A machine that can be used or changed. */
export function findActiveMachine(engine: Engine, arn: string): MachineRecord {
  const machine = findMachine(engine, arn);
  if (machine.status === 'DELETING') {
    throw new AwsError('StateMachineDeleting', `State Machine is being deleted: '${arn}'`);
  }
  return machine;
}

/** Some machine has, or had, this definition. */
export function isOnRecord(engine: Engine, definition: string): boolean {
  for (const revision of engine.revisions.values()) if (revision.definition === definition) return true;
  return false;
}

export function revisionOf(engine: Engine, key: string): RevisionRecord {
  const revision = engine.revisions.get(key);
  if (!revision) throw new Error(`The revision ${key} is missing`);
  return revision;
}

export function findExecution(engine: Engine, arn: string): ExecutionRecord {
  checkArn(arn, 'execution');
  const execution = liveExecution(engine, arn);
  if (!execution) throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
  return execution;
}

/** Ninety days after it has closed, an execution is gone and its name is free. */
export function liveExecution(engine: Engine, arn: string): ExecutionRecord | undefined {
  const execution = engine.executions.get(arn);
  if (!execution) return undefined;
  const isGone =
    execution.stopDate !== undefined && execution.stopDate + retention <= engine.world.clock.now();
  if (execution.status === 'RUNNING' || !isGone) return execution;
  forgetExecution(engine, arn);
  return undefined;
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html: "Execution history retention time". */
const retention = 90 * 24 * 3_600_000;
