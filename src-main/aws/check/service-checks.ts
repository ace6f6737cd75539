import { HeadBucketCommand, type HeadBucketCommandInput, type S3Client } from '@aws-sdk/client-s3';
import { DescribeStateMachineCommand, type DescribeStateMachineCommandOutput } from '@aws-sdk/client-sfn';
import { z } from 'zod';
import {
  bucketArn,
  childExecutionsArn,
  executionsArn,
  isPlainName,
  mapRunsArn,
  stateMachineArn,
} from '#shared/catalogue/iam/arns.ts';
import { literal } from '#shared/catalogue/iam/policy-statements.ts';
import { withoutPromise } from '#shared/domain/connection-promises.ts';
import { fileLook } from '../document-files.ts';
import { executionLooks } from '../executions.ts';
import { readStatus } from '../middleware.ts';
import { agesAsked, alarmHistoryCommand, alarmsCommand, metricData } from '../open-queue-alarms.ts';
import type { Asked } from './asking.ts';
import type { CheckScope } from './check-clients.ts';
import {
  compared,
  leftOut,
  notWorking,
  toOutcome,
  listUntriedChecks,
  type Difference,
  type Outcome,
  type PlannedCheck,
  type Telling,
} from './planned-check.ts';

/**
 * Checks the state machine without its definition, and tests the right to read executions with one that cannot
 * exist.
 */
export function runChecks(scope: CheckScope): readonly PlannedCheck[] {
  const name = scope.names.extraction.stateMachine;
  if (scope.role === 'reviewer') return [leaveOutRuns('reviewers have no screen that shows executions.')];
  if (scope.tenant !== null)
    return [leaveOutRuns('an execution name does not show the tenant of its batch.')];
  if (name === '' || !isPlainName(name)) {
    return [leaveOutRuns('the connection has no state machine name and no stage to derive it from.')];
  }
  const { sfn } = scope.clients;
  const machine = stateMachineArn(scope.place, name);
  const runs = executionsArn(scope.place, name);
  const mapRuns = mapRunsArn(scope.place, name);
  const children = childExecutionsArn(scope.place, name);
  const absentMapRun = mapRuns.replace(/\*$/, `${absentRun}:${absentRun}`);
  const executionArn = runs.replace(/\*$/, absentRun);
  return [
    {
      id: 'workflows:DescribeStateMachine',
      area: 'workflows',
      title: `State machine ${name}`,
      action: 'states:DescribeStateMachine',
      resource: machine,
      async run(ask) {
        const asked = await ask('Step Functions', (abortSignal) =>
          sfn.send(
            new DescribeStateMachineCommand({ stateMachineArn: machine, includedData: 'METADATA_ONLY' }),
            { abortSignal },
          ),
        );
        if (!asked.ok) {
          return notWorking(asked, {
            action: 'states:DescribeStateMachine',
            place: `the state machine ${name}`,
            works: '',
            without: 'Could not check whether it is the one that runs batches.',
            lack: 'Its type is unknown; the rest works.',
          });
        }
        return compared(
          'It exists, is a standard state machine, and accepts executions.',
          findDifferences(asked.value),
        );
      },
    },
    {
      id: 'workflows:DescribeExecution',
      area: 'workflows',
      title: `Executions of ${name}`,
      action: 'states:DescribeExecution',
      resource: runs,
      run: async (ask) =>
        judgeAbsentRun(
          await ask('Step Functions', (abortSignal) =>
            sfn.send(executionLooks.describe(executionArn), { abortSignal }),
          ),
          describeRunCheck('states:DescribeExecution', name, 'Execution status is not shown.'),
        ),
    },
    {
      id: 'workflows:GetExecutionHistory',
      area: 'workflows',
      title: `Execution histories of ${name}`,
      action: 'states:GetExecutionHistory',
      resource: runs,
      run: async (ask) =>
        judgeAbsentRun(
          await ask('Step Functions', (abortSignal) =>
            sfn.send(
              executionLooks.history(executionArn, {
                includeExecutionData: false,
                maxResults: 1,
                reverseOrder: true,
              }),
              { abortSignal },
            ),
          ),
          describeRunCheck('states:GetExecutionHistory', name, 'The timeline of an execution is not shown.'),
        ),
    },
    {
      id: 'workflows:ListMapRuns',
      area: 'workflows',
      title: `Map Runs of executions of ${name}`,
      action: 'states:ListMapRuns',
      resource: runs,
      run: async (ask) =>
        judgeAbsentRun(
          await ask('Step Functions', (abortSignal) =>
            sfn.send(executionLooks.mapRuns(executionArn), { abortSignal }),
          ),
          describeRunCheck('states:ListMapRuns', name, noCounts),
        ),
    },
    {
      id: 'workflows:DescribeMapRun',
      area: 'workflows',
      title: `Counts of Map Runs of ${name}`,
      action: 'states:DescribeMapRun',
      resource: mapRuns,
      run: async (ask) =>
        judgeAbsentRun(
          await ask('Step Functions', (abortSignal) =>
            sfn.send(executionLooks.mapRun(absentMapRun), { abortSignal }),
          ),
          describeRunCheck('states:DescribeMapRun', name, noCounts),
        ),
    },
    {
      id: 'workflows:ListExecutions',
      area: 'workflows',
      title: `Documents of Map Runs of ${name}`,
      action: 'states:ListExecutions',
      resource: mapRuns,
      run: async (ask) =>
        judgeAbsentRun(
          await ask('Step Functions', (abortSignal) =>
            sfn.send(executionLooks.children(absentMapRun, { maxResults: 1 }), { abortSignal }),
          ),
          describeRunCheck('states:ListExecutions', name, noChildren),
        ),
    },
    {
      id: 'workflows:DescribeExecution:children',
      area: 'workflows',
      title: `Executions of single documents of ${name}`,
      action: 'states:DescribeExecution',
      resource: children,
      run: async (ask) =>
        judgeAbsentRun(
          await ask('Step Functions', (abortSignal) =>
            sfn.send(executionLooks.child(children.replace(/\*$/, `${absentRun}:${absentRun}`)), {
              abortSignal,
            }),
          ),
          describeRunCheck('states:DescribeExecution', name, noChildren),
        ),
    },
    ...listUntriedChecks('runs', { name, arn: runs }, scope.role),
  ];
}

const noChildren = 'A batch that runs as a Map Run does not lead to the executions of its documents.';
const noCounts = 'The documents of a batch that runs as a Map Run are not counted.';

/** No batch has this id, and the name of a run always ends with its number. */
const absentRun = 'SLUICE-CHECK';

function leaveOutRuns(why: string): PlannedCheck {
  const title = 'State machine and its executions';
  return leftOut({ id: 'workflows', area: 'workflows', title }, `Not checked: ${why}`);
}

const absences: ReadonlySet<string> = new Set(['ExecutionDoesNotExist', 'ResourceNotFound']);

/** Step Functions reports a missing execution only to a caller with the right to read it. */
function judgeAbsentRun(asked: Asked<unknown>, words: Telling): Outcome {
  if (asked.ok || absences.has(asked.refusal.name)) return { state: 'works', told: words.works };
  return notWorking(asked, words);
}

function describeRunCheck(action: string, name: string, without: string): Telling {
  const works = 'Looked up an execution that cannot exist. Step Functions answered as expected.';
  const lack = withoutPromise('execution-history');
  return { action, place: `the executions of ${name}`, works, without, lack };
}

function findDifferences({ type, status }: DescribeStateMachineCommandOutput): readonly Difference[] {
  const kind: Difference = {
    where: 'kind of the state machine',
    expected: 'STANDARD',
    found: type ?? 'nothing',
    means: 'It keeps no history, so its executions have no timeline and cannot be redriven.',
    matters: true,
  };
  const standing: Difference = {
    where: 'status of the state machine',
    expected: 'ACTIVE',
    found: status ?? 'nothing',
    means: 'It accepts no new executions, so reprocessed documents would not run.',
    matters: true,
  };
  return [...(type === 'STANDARD' ? [] : [kind]), ...(status === 'ACTIVE' ? [] : [standing])];
}

/**
 * Checks that the bucket exists in this region and account, and tests the right to read files with one that does
 * not exist.
 */
export function fileChecks(scope: CheckScope): readonly PlannedCheck[] {
  const Bucket = scope.names.extraction.documentsBucket;
  if (Bucket === '' || !isPlainName(Bucket)) {
    const not =
      'The connection has no bucket name and no stage to derive it from, so page images are not shown.';
    return [leftOut({ id: 'files', area: 'files', title: 'Document bucket' }, not)];
  }
  const { s3 } = scope.clients;
  const { region, accountId: ExpectedBucketOwner } = scope.place;
  const arn = bucketArn(scope.place, Bucket);
  const file: Telling = {
    action: 's3:GetObject',
    place: `the files of ${Bucket}`,
    works: 'Looked up a file that cannot exist. S3 answered as expected.',
    without: 'Page images and long results are not shown.',
    missing: `There is no bucket ${Bucket}, or it belongs to another account.`,
  };
  return [
    ...(scope.tenant === null
      ? [
          {
            id: 'files:HeadBucket',
            area: 'files',
            title: `Bucket ${Bucket}`,
            action: 's3:ListBucket',
            resource: arn,
            async run(ask) {
              const asked = await ask('S3', (signal) =>
                readRegion(s3, { Bucket, ExpectedBucketOwner }, signal),
              );
              return asked.ok ? ofBucket(asked.value, region) : noBucket(asked, Bucket);
            },
          } satisfies PlannedCheck,
        ]
      : []),
    // Customers upload to the first folder, and the readers write to the second.
    ...['documents', 'results'].map((kind): PlannedCheck => {
      const folder = [kind, ...(scope.tenant === null ? [] : [scope.tenant])].join('/');
      const Key = `${folder}/SLUICE-CHECK`;
      return {
        id: `files:GetObject:${kind}`,
        area: 'files',
        title: `Files of ${Bucket}, ${folder}`,
        action: 's3:GetObject',
        resource: [arn, kind, ...(scope.tenant === null ? [] : [literal(scope.tenant)]), '*'].join('/'),
        async run(ask) {
          const asked = await ask('S3', async (abortSignal) => {
            const { Body } = await s3.send(fileLook({ Bucket, Key, ExpectedBucketOwner }), { abortSignal });
            // A file with this name may exist by accident; its content is not read.
            (Body as { destroy?: () => void } | undefined)?.destroy?.();
          });
          return ofFile(asked, file);
        },
      };
    }),
  ];
}

/**
 * Finds the region even when S3 refuses to answer here for a bucket elsewhere: a HEAD gives it only in its headers.
 */
async function readRegion(
  client: S3Client,
  input: HeadBucketCommandInput,
  abortSignal: AbortSignal,
): Promise<string | undefined> {
  try {
    return (await client.send(new HeadBucketCommand(input), { abortSignal })).BucketRegion;
  } catch (error) {
    const status = error instanceof Error ? readStatus(error) : undefined;
    const region = status === 301 || status === 400 ? regionIn(error) : undefined;
    if (region === undefined) throw error;
    return region;
  }
}

function regionIn(error: unknown): string | undefined {
  const told = answerSchema.safeParse(error);
  return told.success ? told.data.$response.headers['x-amz-bucket-region'] : undefined;
}

const answerSchema = z.object({
  $response: z.object({ headers: z.object({ 'x-amz-bucket-region': z.string() }) }),
});

function ofBucket(found: string | undefined, region: string): Outcome {
  const works = 'It exists and belongs to this account.';
  return compared(works, found === undefined || found === region ? [] : [elsewhere(found, region)]);
}

function noBucket(asked: Extract<Asked<unknown>, { ok: false }>, bucket: string): Outcome {
  return notWorking(asked, {
    action: 's3:ListBucket',
    place: `the bucket ${bucket}`,
    works: '',
    lack: 'Could not check whether the bucket is in this region; the rest works.',
    without:
      asked.refusal.state === 'denied'
        ? 'S3 gives the same answer for a bucket of another account. Files may still be readable; a missing one reads as denied.'
        : 'Page images and long results are not shown.',
    missing: `There is no bucket ${bucket}.`,
  });
}

function elsewhere(found: string, region: string): Difference {
  return {
    where: 'region of the bucket',
    expected: region,
    found,
    means: 'S3 does not serve its files from here, so page images and long results are not shown.',
    matters: true,
  };
}

/**
 * Without the right to list, S3 denies the listing instead of reporting a missing file; the read itself was
 * allowed.
 */
function ofFile(asked: Asked<unknown>, telling: Telling): Outcome {
  if (asked.ok || asked.refusal.name === 'NoSuchKey') return { state: 'works', told: telling.works };
  if (asked.refusal.denial?.action === 's3:ListBucket') {
    return {
      state: 'works',
      told: 'Files can be read, but this sign-in cannot tell when one is missing.',
    };
  }
  return notWorking(asked, telling);
}

/** Asks for the first page of alarms, the history of a missing alarm and one figure; nothing is kept. */
export function alarmChecks(scope: CheckScope): readonly PlannedCheck[] {
  if (scope.role === 'reviewer') return [leaveOutAlarms('reviewers have no screen that shows alarms.')];
  if (scope.tenant !== null) return [leaveOutAlarms('alarms and metrics cover all tenants.')];
  const { now, names, clients } = scope;
  const { cloudwatch } = clients;
  const { documentDeadLetterQueue } = names.extraction;
  const queue = documentDeadLetterQueue === '' ? 'sluice-check' : documentDeadLetterQueue;
  return [
    made('DescribeAlarms', 'Alarms', 'Alarms are not shown and send no notices.', (abortSignal) =>
      cloudwatch.send(alarmsCommand(), { abortSignal }),
    ),
    made('DescribeAlarmHistory', 'History of alarms', 'Alarm history is not shown.', (abortSignal) =>
      cloudwatch.send(alarmHistoryCommand('sluice-check'), { abortSignal }),
    ),
    made('GetMetricData', 'Metrics', 'Monitor has no figures, and queues show no age.', (abortSignal) =>
      metricData(cloudwatch, agesAsked([queue], now()), abortSignal),
    ),
  ];
}

function made(operation: string, title: string, without: string, send: Send): PlannedCheck {
  const action = `cloudwatch:${operation}`;
  return {
    id: `alarms:${operation}`,
    area: 'alarms',
    title,
    action,
    // CloudWatch has no narrower resource for these actions.
    resource: '*',
    run: async (ask) => {
      const telling = {
        action,
        place: 'CloudWatch',
        works: 'CloudWatch answers.',
        without,
        lack: withoutPromise(operation === 'GetMetricData' ? 'metrics' : 'alarms'),
      };
      return toOutcome(await ask('CloudWatch', send), telling);
    },
  };
}

type Send = (signal: AbortSignal) => Promise<unknown>;

function leaveOutAlarms(why: string): PlannedCheck {
  return leftOut({ id: 'alarms', area: 'alarms', title: 'Alarms and metrics' }, `Not checked: ${why}`);
}
