import { selectExecutions } from '../map-runs.ts';
import type { ExecutionRecord } from '../execution-records.ts';
import type { Engine, Run } from '../step-functions-engine.ts';
import { act } from './act.ts';
import { report, timeOutExecution } from './leave-state.ts';
import { emit, isLive, openRun, startFrom } from './run.ts';

type NewExecution = Pick<
  ExecutionRecord,
  'arn' | 'name' | 'input' | 'machineArn' | 'revision' | 'order' | 'mapRun'
>;

/** Starts an execution: one that was asked for, or the child of a Map Run. */
export function beginExecution(engine: Engine, what: NewExecution): ExecutionRecord {
  const record: ExecutionRecord = {
    ...what,
    startDate: engine.world.clock.now(),
    status: 'RUNNING',
    redriveCount: 0,
    redriveTokens: [],
  };
  selectExecutions(engine, record.arn).set(record.arn, record);
  const run = openRun(engine, record);
  engine.runs.set(record.arn, run);
  emit(run, 'ExecutionStarted', 0, { text: record.input, roleArn: run.revision.roleArn });
  report(run, 'ExecutionsStarted', 'Count', 1);
  armDeadline(run);
  act(run, () => {
    startFrom(run, 0);
  });
  return record;
}

/** A year. https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
export const longestExecution = 365 * 24 * 3_600_000;

/**
 * The deadline of the whole execution: TimeoutSeconds of the machine, which starts again with a redrive, and at
 * most one year.
 */
export function armDeadline(run: Run): void {
  const { record, definition, engine } = run;
  const { TimeoutSeconds } = definition;
  const year = record.startDate + longestExecution;
  const began = record.redriveDate ?? record.startDate;
  const end = TimeoutSeconds === undefined ? year : Math.min(year, began + TimeoutSeconds * 1_000);
  run.deadline?.cancel();
  run.deadline = engine.world.clock.at(end, () => {
    if (isLive(run)) timeOutExecution(run);
  });
}
