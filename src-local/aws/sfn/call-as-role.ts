import type { ExecutionRecord } from './execution-records.ts';
import { notPermitted, StateError } from './language/errors.ts';
import type { Run } from './step-functions-engine.ts';
import { readMachineOfChild } from './map-runs.ts';
import { formatExecutionArn } from './state-machines.ts';

/** Calls another service of this world as the state machine, whose role has to allow it. */
export function callAsRole(
  { engine, revision }: Run,
  service: string,
  operation: string,
  input: object,
  signal?: AbortSignal,
): Promise<unknown> {
  engine.access.requireForRole(revision.roleArn, { service, operation, input });
  return engine.world.call(service, operation, input, signal);
}

type OnChild = 'StartExecution' | 'DescribeExecution' | 'StopExecution' | 'RedriveExecution';
type Child = Pick<ExecutionRecord, 'arn' | 'name'>;

/** Fails a Map Run whose role does not allow what it does with the execution of an item. */
export function requireForChild(run: Run, operation: OnChild, child: Child): void {
  if (mayManageChild(run, operation, child)) return;
  const cause = `The role ${run.revision.roleArn} is not authorized to perform: states:${operation} on ${child.arn}`;
  throw new StateError(notPermitted, cause);
}

/**
 * Returns whether the role allows what Step Functions does with the executions of a Map's items.
 * https://docs.aws.amazon.com/step-functions/latest/dg/iam-policies-eg-dist-map.html
 */
export function mayManageChild({ engine, record, revision }: Run, operation: OnChild, child: Child): boolean {
  const machineArn = readMachineOfChild(record.machineArn);
  const resource = {
    StartExecution: machineArn,
    // A policy names these without the label of the Map, and the redrive with it.
    DescribeExecution: formatExecutionArn(machineArn, child.name),
    StopExecution: formatExecutionArn(machineArn, child.name),
    RedriveExecution: child.arn,
  }[operation];
  return engine.access.isAllowed(revision.roleArn, { action: `states:${operation}`, resource });
}
