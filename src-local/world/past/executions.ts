import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import {
  executions,
  nameFramesCollection,
  nameHistoryCollection,
  revisions,
  type ExecutionRecord,
  type HistoryRecord,
  type RevisionRecord,
} from '../../aws/sfn/execution-records.ts';
import type { PastFacts, Tell, Told } from '../../journal/told.ts';
import {
  buildExecutionName,
  parseExecutionName,
  stateMachineDefinition,
} from '../../pipelines/extraction/state-machine.ts';
import type { BatchCourse, Courses } from './batch-course.ts';
import type { RunCourse } from './run-course.ts';
import {
  executionInput,
  findExecutionFailure,
  buildOutput,
  findStandingFrame,
  writeHistory,
  type RunExecution,
  type WebhookSent,
} from './execution-history.ts';
import { once, tellByName, tellTogether } from './lazy-telling.ts';
import { stateMachineArn } from './metrics.ts';

/** Tells the executions that Step Functions knows. A history is written only when it is read. */
export function tellExecutions(
  facts: PastFacts,
  courses: Courses,
  findWebhook: (batchId: string, run: number) => WebhookSent | undefined,
): Told {
  const names = namesByConvention('sandbox');
  const machineArn = stateMachineArn(facts);
  const common = {
    region: facts.region,
    roleArn: `arn:aws:iam::${facts.account}:role/${names.extraction.stateMachine}`,
    webhookQueueUrl: `${facts.endpoint}/${facts.account}/${names.extraction.webhookQueue}`,
  };
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
  const arns = `${machineArn.replace(':stateMachine:', ':execution:')}:`;
  const buildArn = ({ executionName }: RunExecution): string => arns + executionName;
  const byId = once(() => new Map(courses.batches.map((batch) => [batch.batchId, batch])));
  const find = (executionName: string): RunExecution | undefined => {
    const named = parseExecutionName(executionName);
    const batch = named && byId().get(named.batchId);
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
      () => all().flatMap((run) => (wants(run) ? [toName(buildArn(run))] : [])),
      (name) => {
        const run = name.startsWith(begin) ? find(name.slice(begin.length)) : undefined;
        return run && wants(run) ? () => tell(run) : undefined;
      },
    );
  };

  return tellTogether([
    new Map<string, Tell>([
      [revisions, () => [[revision, buildRevision(common, facts.anchor)]]],
      [
        executions,
        () =>
          all().map((told, order) => [buildArn(told), buildRecord(told, machineArn, buildArn(told), order)]),
      ],
    ]),
    ofRuns(
      nameHistoryCollection,
      () => true,
      (run) => writeHistory(run).map((record: HistoryRecord, index) => [String(index + 1), record]),
    ),
    ofRuns(
      nameFramesCollection,
      ({ run }) => run.status !== 'SUCCEEDED',
      (run) => [['0', findStandingFrame(run)]],
    ),
  ]);
}

/** Executions go on with the definition they began with. */
const revision = 'told';

function buildRevision(
  { roleArn, webhookQueueUrl }: Pick<RunExecution, 'roleArn' | 'webhookQueueUrl'>,
  anchor: number,
): RevisionRecord {
  const definition = stateMachineDefinition(namesByConvention('sandbox'), webhookQueueUrl);
  return { definition, roleArn, updateDate: anchor - 90 * 86_400_000 };
}

function buildRecord(told: RunExecution, machineArn: string, arn: string, order: number): ExecutionRecord {
  const { course, run, executionName } = told;
  const record: ExecutionRecord = {
    arn,
    name: executionName,
    machineArn,
    revision,
    input: executionInput(course.batch.batchId),
    startDate: run.startedAt,
    order,
    status: run.status,
    stopDate: run.endedAt,
    // A timeout has a status but no error.
    ...(run.status === 'FAILED' && findExecutionFailure(told)),
    redriveCount: 0,
    redriveTokens: [],
  };
  if (run.status !== 'SUCCEEDED') return record;
  return Object.defineProperty(record, 'output', {
    configurable: true,
    enumerable: true,
    get: () => buildOutput(told),
  });
}
