import { namesByConvention } from '#shared/domain/naming-convention.ts';
import type { ExecutionRecord, HistoryRecord, RevisionRecord } from '../../aws/sfn/records.ts';
import { executions, framesOf, historyOf, revisions } from '../../aws/sfn/told-executions.ts';
import type { PastFacts, Told } from '../../journal/told.ts';
import { executionNameOf } from '../../pipelines/extraction/run-name.ts';
import { stateMachineDefinition } from '../../pipelines/extraction/state-machine-definition.ts';
import type { BatchCourse } from './course/batch-course.ts';
import { executionInput, failureOf, outputOf } from './executions/ending.ts';
import { standingFrame } from './executions/standing-frame.ts';
import { toldHistory } from './executions/told-history.ts';
import type { ToldRun, WebhookSent } from './executions/told-run.ts';
import { stateMachineArn } from './told-metrics.ts';

/** What Step Functions knows of the runs. A history is written when somebody looks at it. */
export function toldExecutions(
  facts: PastFacts,
  courses: readonly BatchCourse[],
  webhookOf: (batchId: string, run: number) => WebhookSent | undefined,
): Told {
  const names = namesByConvention('sandbox');
  const machineArn = stateMachineArn(facts);
  const common = {
    region: facts.region,
    roleArn: `arn:aws:iam::${facts.account}:role/${names.extraction.stateMachine}`,
    webhookQueueUrl: `${facts.endpoint}/${facts.account}/${names.extraction.webhookQueue}`,
  };
  const runs = courses
    .flatMap((course) =>
      course.runs.map((run): ToldRun => {
        const { batchId } = course.batch;
        const executionName = executionNameOf(batchId, run.run);
        return { ...common, course, run, executionName, webhook: () => webhookOf(batchId, run.run) };
      }),
    )
    .toSorted((one, other) => one.run.startedAt - other.run.startedAt);
  const arnOf = ({ executionName }: ToldRun): string =>
    `${machineArn.replace(':stateMachine:', ':execution:')}:${executionName}`;

  return new Map<string, () => Iterable<readonly [string, unknown]>>([
    [revisions, () => [[revision, revisionOf(common, facts.anchor)]]],
    [
      executions,
      () => runs.map((told, order) => [arnOf(told), recordOf(told, machineArn, arnOf(told), order)]),
    ],
    ...runs.map((told): [string, () => Iterable<readonly [string, HistoryRecord]>] => [
      historyOf(arnOf(told)),
      () => toldHistory(told).map((record, index) => [String(index + 1), record]),
    ]),
    ...runs
      .filter(({ run }) => run.status !== 'SUCCEEDED')
      .map((told): [string, () => Iterable<readonly [string, unknown]>] => [
        framesOf(arnOf(told)),
        () => [['0', standingFrame(told)]],
      ]),
  ]);
}

/** Executions go on with the definition they began with. */
const revision = 'told';

function revisionOf(
  { roleArn, webhookQueueUrl }: Pick<ToldRun, 'roleArn' | 'webhookQueueUrl'>,
  anchor: number,
): RevisionRecord {
  const definition = stateMachineDefinition(namesByConvention('sandbox'), webhookQueueUrl);
  return { definition, roleArn, updateDate: anchor - 90 * 86_400_000 };
}

function recordOf(told: ToldRun, machineArn: string, arn: string, order: number): ExecutionRecord {
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
    // That it ran out of time is its status; an error it has none.
    ...(run.status === 'FAILED' && failureOf(told)),
    redriveCount: 0,
    redriveTokens: [],
  };
  if (run.status !== 'SUCCEEDED') return record;
  return Object.defineProperty(record, 'output', {
    configurable: true,
    enumerable: true,
    get: () => outputOf(told),
  });
}
