import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';
import {
  nameFramesCollection,
  nameHistoryCollection,
  type ExecutionRecord,
  type MachineRecord,
  type RevisionRecord,
} from './execution-records.ts';
import { forgetItems, formatChildArn, readMachineOfChild, selectExecutions } from './map-runs.ts';
import type { Engine } from './step-functions-engine.ts';

/** A machine in DELETING is removed with the last of its executions. */
export function disappearIfDone(engine: Engine, machineArn: string): void {
  const machine = engine.machines.get(machineArn);
  if (machine?.status !== 'DELETING') return;
  for (const run of engine.runs.values()) {
    if (readMachineOfChild(run.record.machineArn) === machineArn) return;
  }
  engine.machines.delete(machineArn);
  engine.deleted.set(machineArn, engine.world.clock.now());
}

/** Executions of an earlier machine of this name do not belong to a new one; past executions do. */
export function forgetEarlierMachine(engine: Engine, machineArn: string): void {
  if (!engine.deleted.delete(machineArn)) return;
  for (const execution of engine.executions.values()) {
    if (execution.machineArn === machineArn) forgetExecution(engine, execution.arn);
  }
}

/** Removes everything about an execution, its Map Runs and their children. */
function forgetExecution(engine: Engine, arn: string): void {
  const { store } = engine.world;
  selectExecutions(engine, arn).delete(arn);
  store.drop(nameFramesCollection(arn));
  store.drop(nameHistoryCollection(arn));
  for (const mapRun of engine.mapRuns.values()) {
    if (mapRun.executionArn !== arn) continue;
    for (let index = 0; index < mapRun.next; index += 1) {
      forgetExecution(engine, formatChildArn(mapRun, index));
    }
    forgetItems(engine.world, mapRun.arn);
    engine.mapRuns.delete(mapRun.arn);
  }
}

/** Finds a machine that can be read, which includes one in DELETING. */
export function findMachine(engine: Engine, arn: string): MachineRecord {
  checkArn(arn, 'stateMachine');
  const machine = engine.machines.get(arn);
  if (!machine) throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
  return machine;
}

/** Finds a machine that can be used or changed. */
export function findActiveMachine(engine: Engine, arn: string): MachineRecord {
  const machine = findMachine(engine, arn);
  if (machine.status === 'DELETING') {
    throw new AwsError('StateMachineDeleting', `State Machine is being deleted: '${arn}'`);
  }
  return machine;
}

/** Returns true if some machine has, or had, this definition. */
export function isOnRecord(engine: Engine, definition: string): boolean {
  for (const revision of engine.revisions.values()) if (revision.definition === definition) return true;
  return false;
}

export function getRevision(engine: Engine, key: string): RevisionRecord {
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

/** An execution is removed ninety days after it has closed, and its name is free again. */
export function liveExecution(engine: Engine, arn: string): ExecutionRecord | undefined {
  const execution = selectExecutions(engine, arn).get(arn);
  if (!execution) return undefined;
  const isGone =
    execution.stopDate !== undefined && execution.stopDate + retention <= engine.world.clock.now();
  if (execution.status === 'RUNNING' || !isGone) return execution;
  forgetExecution(engine, arn);
  return undefined;
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html: "Execution history retention time". */
const retention = 90 * 24 * 3_600_000;

type ResourceType = 'stateMachine' | 'execution' | 'mapRun';

export function formatMachineArn(world: World, name: string): string {
  return `${getArnPrefix(world)}:stateMachine:${name}`;
}

export function formatExecutionArn(ofMachine: string, name: string): string {
  return `${ofMachine.replace(':stateMachine:', ':execution:')}:${name}`;
}

/** Refuses what is not the ARN of such a resource. https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeExecution.html */
export function checkArn(arn: string, type: ResourceType): void {
  const parts = arn.split(':');
  if (parts[0] !== 'arn' || parts.length < 6) throw invalidArn(`Invalid ARN prefix: ${arn}`);
  const isStates = parts[2] === 'states' && parts[5] !== undefined;
  if (!isStates) throw invalidArn(`Invalid ARN: ${arn}`);
  if (parts[5] !== type) throw invalidArn(`Resource type not valid in this context: ${parts[5]}`);
  const names = type === 'stateMachine' ? 1 : 2;
  const hasNames = parts.length >= 6 + names && parts.slice(6).every((name) => name !== '');
  if (!hasNames) throw invalidArn(`Invalid ARN: ${arn}`);
}

function invalidArn(what: string): AwsError {
  return new AwsError('InvalidArn', `Invalid Arn: '${what}'`);
}

function getArnPrefix({ region, account }: World): string {
  return `arn:aws:states:${region}:${account}`;
}

/** Names of machines and executions. https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html */
export function checkName(name: string): void {
  if (forbidden.test(name)) throw new AwsError('InvalidName', `Invalid Name: '${name}'`);
}

/**
 * Matches white space, brackets, wildcards, special characters, control characters and characters that need
 * surrogates.
 */
const forbidden = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}\p{Cs}\ufffe\uffff\u{10000}-\u{10ffff}]/u;
