import type { Engine } from './engine.ts';
import { mostEvents } from './interpreter/history.ts';
import { longestExecution } from './interpreter/resume.ts';
import { historyOf } from './interpreter/run.ts';
import type { ExecutionRecord } from './records.ts';

const redrivablePeriod = 14 * 24 * 3_600_000;
/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const mostRedrives = 1_000;

/** Why this execution cannot be redriven now; undefined if it can. https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html */
export function reasonNotToRedrive(engine: Engine, execution: ExecutionRecord): string | undefined {
  const { status, startDate, stopDate = 0, redriveCount, arn, machineArn } = execution;
  const now = engine.world.clock.now();
  if (status === 'RUNNING' || status === 'SUCCEEDED') return `Execution is ${status} and cannot be redriven`;
  if (engine.machines.get(machineArn)?.status !== 'ACTIVE') return 'State machine is in DELETING status';
  if (historyOf(engine, arn).size >= mostEvents - 1) return 'Execution history event limit exceeded';
  if (now - startDate >= longestExecution) return 'Execution has exceeded the max execution time';
  if (now - stopDate > redrivablePeriod) return 'Execution redrivable period exceeded';
  if (redriveCount >= mostRedrives) return 'Execution redrive limit exceeded';
  return undefined;
}
