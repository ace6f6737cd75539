import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import {
  executions,
  nameFramesCollection,
  nameHistoryCollection,
  revisions,
  type ExecutionRecord,
} from '../../aws/sfn/execution-records.ts';
import type { Entry, PastFacts, Shelves, Tell, Told } from '../../journal/told.ts';
import { buildExecutionName, parseExecutionName } from '#pipelines/extraction/state-machine.ts';
import type { BatchCourse, Courses } from './batch-course.ts';
import type { RunCourse } from './run-course.ts';
import {
  buildRecord,
  buildRevision,
  findStandingFrame,
  writeExecution,
  writeHistory,
  type RunExecution,
  type WebhookSent,
} from './execution-history.ts';
import { findInFleet, type Fleet } from './fleet.ts';
import { once, tellByName, tellTogether } from './lazy-telling.ts';
import { stateMachineArn } from './metrics.ts';

/** Tells the executions that Step Functions knows. A history is written only when it is read. */
export function tellExecutions(
  facts: PastFacts,
  courses: Courses,
  fleet: Fleet,
  findWebhook: (batchId: string, run: number) => WebhookSent | undefined,
): Told {
  const { region, account, endpoint, anchor } = facts;
  const { webhookQueue } = namesByConvention('sandbox').extraction;
  const common = { region, account, webhookQueueUrl: `${endpoint}/${account}/${webhookQueue}` };
  const toRunExecution = (course: BatchCourse, run: RunCourse): RunExecution => {
    const { batchId } = course.batch;
    const executionName = buildExecutionName(batchId, run.run);
    return { ...common, course, run, executionName, webhook: () => findWebhook(batchId, run.run) };
  };
  const all = once(() =>
    courses
      .all()
      .flatMap((course) => course.runs.map((run) => toRunExecution(course, run)))
      .toSorted((one, other) => one.run.startedAt - other.run.startedAt),
  );
  const arns = `${stateMachineArn(facts).replace(':stateMachine:', ':execution:')}:`;
  const byId = once(() => new Map(courses.batches.map((batch) => [batch.batchId, batch])));
  const find = (executionName: string): RunExecution | undefined => {
    const named = parseExecutionName(executionName);
    const batch = named && (byId().get(named.batchId) ?? findInFleet(fleet, named.batchId));
    const course = batch && courses.of(batch);
    const run = course?.runs.find((one) => one.run === named?.run);
    return course && run && toRunExecution(course, run);
  };
  /** Each run has a collection of its own. */
  const ofRuns = (
    toName: (arn: string) => string,
    wants: (run: RunExecution) => boolean,
    tell: (run: RunExecution) => Iterable<readonly [string, unknown]>,
  ): Told => {
    const begin = toName(arns);
    return tellByName(
      () => all().flatMap((run) => (wants(run) ? [begin + run.executionName] : [])),
      (name) => {
        const run = name.startsWith(begin) ? find(name.slice(begin.length)) : undefined;
        return run && wants(run) ? () => tell(run) : undefined;
      },
    );
  };

  const whole = (): Entry[] =>
    all().map((told, order) => [arns + told.executionName, tellRecord(told, order)]);
  /** Executions of the fleet are told by their batch; a list has only those in which something went wrong. */
  const tellRecords = (): Tell => {
    const shelves: Shelves = {
      names: () => fleet.troubled().map(({ batchId }) => batchId),
      shelfOf(arn) {
        const batchId = parseExecutionName(arn.slice(arns.length))?.batchId;
        return batchId === undefined ? undefined : findInFleet(fleet, batchId)?.batchId;
      },
      *tell(batchId) {
        if (batchId === undefined) yield* whole();
        const batch = batchId === undefined ? undefined : findInFleet(fleet, batchId);
        const course = batch && courses.of(batch);
        for (const run of course?.runs ?? []) {
          const told = toRunExecution(course as BatchCourse, run);
          yield [arns + told.executionName, tellRecord(told, run.run)];
        }
      },
      holding: () => [],
      sizeOf: () => ({ entries: 0, bytes: 0 }),
    };
    return fleet.size === 0 ? whole : Object.assign(whole, { shelves });
  };

  return tellTogether([
    new Map<string, Tell>([
      [revisions, () => [['told', buildRevision(common, anchor - 90 * 86_400_000)]]],
      [executions, tellRecords()],
    ]),
    ofRuns(
      nameHistoryCollection,
      () => true,
      (run) => writeHistory(run).map((record, index) => [String(index + 1), record]),
    ),
    ofRuns(
      nameFramesCollection,
      ({ run }) => run.status !== 'SUCCEEDED',
      (run) => [['0', findStandingFrame(run)]],
    ),
  ]);
}

/** A list shows no outputs and no errors, so a run is walked through only when one of these is read. */
function tellRecord(told: RunExecution, order: number): ExecutionRecord {
  const { status, endedAt } = told.run;
  const record = { ...buildRecord(told), order, status, stopDate: endedAt };
  const ended = once(() => writeExecution(told).record);
  // A timeout has a status but no error.
  const results = { SUCCEEDED: ['output'], FAILED: ['error', 'cause'], TIMED_OUT: [] } as const;
  for (const name of results[status]) {
    Object.defineProperty(record, name, {
      configurable: true,
      enumerable: true,
      get: () => ended()[name],
    });
  }
  return record;
}
