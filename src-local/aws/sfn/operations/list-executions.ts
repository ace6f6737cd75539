import { validationException } from '../../protocol/aws-error.ts';
import { string, structure } from '../../protocol/shapes.ts';
import { pageOf } from '../pages.ts';
import type { ExecutionRecord } from '../records.ts';
import { findMachine, liveExecution } from '../state-machines.ts';
import { arn, maxResults, operation, seconds } from './sfn-operation.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListExecutions.html */
export const listExecutions = operation({
  name: 'ListExecutions',
  input: structure({
    stateMachineArn: arn,
    statusFilter: string({
      oneOf: ['SUCCEEDED', 'TIMED_OUT', 'PENDING_REDRIVE', 'ABORTED', 'FAILED', 'RUNNING'],
    }),
    redriveFilter: string({ oneOf: ['REDRIVEN', 'NOT_REDRIVEN'] }),
    maxResults,
    nextToken: string({ min: 1, max: 3_096 }),
  }),
  run(engine, input) {
    const { stateMachineArn, statusFilter, redriveFilter } = input;
    // Map Runs, which the other way of asking is for, are not part of this world.
    if (stateMachineArn === undefined) {
      throw validationException('Either stateMachineArn or mapRunArn must be specified');
    }
    if (statusFilter === 'PENDING_REDRIVE') {
      throw validationException('The PENDING_REDRIVE statusFilter is only supported with a mapRunArn');
    }
    if (redriveFilter !== undefined) {
      throw validationException('The redriveFilter is only supported with a mapRunArn');
    }
    findMachine(engine, stateMachineArn);
    const all: ExecutionRecord[] = [];
    for (const { arn: executionArn, machineArn } of engine.executions.values()) {
      const execution = machineArn === stateMachineArn ? liveExecution(engine, executionArn) : undefined;
      if (!execution) continue;
      if (statusFilter !== undefined && execution.status !== statusFilter) continue;
      all.push(execution);
    }
    all.sort((one, other) => timeOf(other) - timeOf(one) || other.order - one.order);
    const question = JSON.stringify([stateMachineArn, statusFilter]);
    const now = engine.world.clock.now();
    const { items, nextToken } = pageOf(all, input, { key: (item) => item.arn, question, now });
    return { executions: items.map(summaryOf), ...(nextToken !== undefined && { nextToken }) };
  },
});

/** "Running executions are sorted by their startDate or redriveDate, and other executions … by their stopDate." */
function timeOf({ startDate, redriveDate, stopDate }: ExecutionRecord): number {
  return stopDate ?? redriveDate ?? startDate;
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ExecutionListItem.html */
export function summaryOf(execution: ExecutionRecord): object {
  const { stopDate, redriveDate } = execution;
  return {
    executionArn: execution.arn,
    stateMachineArn: execution.machineArn,
    name: execution.name,
    status: execution.status,
    startDate: seconds(execution.startDate),
    ...(stopDate !== undefined && { stopDate: seconds(stopDate) }),
    redriveCount: execution.redriveCount,
    ...(redriveDate !== undefined && { redriveDate: seconds(redriveDate) }),
  };
}
