import { AwsError, validationException } from '../../protocol/aws-error.ts';
import { JsonText } from '../../protocol/operation.ts';
import { integer, number, required, string, structure } from '../../protocol/shapes.ts';
import type { MapRunRecord } from '../execution-records.ts';
import { queueMapRun } from '../interpreter/leave-state.ts';
import { changeMapRun } from '../map-runs.ts';
import { checkArn, findExecution } from '../state-machines.ts';
import type { Engine } from '../step-functions-engine.ts';
import { arnShape, maxResults, operation, pageToken, seconds, takePage } from './sfn-operation.ts';

export const mapRunArnShape = string({ min: 1, max: 2_000 });

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeMapRun.html */
export const describeMapRun = operation({
  name: 'DescribeMapRun',
  input: structure({ mapRunArn: required(mapRunArnShape) }),
  run(engine, input) {
    const mapRun = findMapRun(engine, input.mapRunArn);
    const { stopDate, redriveDate } = mapRun;
    const counts = countChildren(mapRun);
    const answer = {
      mapRunArn: mapRun.arn,
      executionArn: mapRun.executionArn,
      status: mapRun.status,
      startDate: seconds(mapRun.startDate),
      ...(stopDate !== undefined && { stopDate: seconds(stopDate) }),
      maxConcurrency: mapRun.maxConcurrency,
      toleratedFailurePercentage: mapRun.toleratedFailurePercentage ?? 0,
      toleratedFailureCount: mapRun.toleratedFailureCount ?? 0,
      // Each child has one item: there are no batches of items here.
      itemCounts: counts,
      executionCounts: counts,
      ...(redriveDate !== undefined && {
        redriveCount: mapRun.redriveCount,
        redriveDate: seconds(redriveDate),
      }),
    };
    // A strict client takes a whole number for another type than the double that it expects.
    return new JsonText(JSON.stringify(answer).replace(/("toleratedFailurePercentage":\d+)(?=,)/, '$1.0'));
  },
});

function countChildren(mapRun: MapRunRecord): object {
  const { total = 0, next, running, succeeded, failed, timedOut, aborted, pendingRedrive } = mapRun;
  return {
    pending: total - next,
    running,
    succeeded,
    failed,
    timedOut,
    aborted,
    total,
    resultsWritten: mapRun.resultsWritten,
    ...(pendingRedrive > 0 && { pendingRedrive }),
  };
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListMapRuns.html */
export const listMapRuns = operation({
  name: 'ListMapRuns',
  input: structure({ executionArn: required(arnShape), maxResults, nextToken: pageToken }),
  run(engine, input) {
    const execution = findExecution(engine, input.executionArn);
    const all = [...engine.mapRuns.values()].filter(({ executionArn }) => executionArn === execution.arn);
    // The later of two that began in the same moment was set last.
    const newestFirst = all.toReversed().toSorted((one, other) => other.startDate - one.startDate);
    const now = engine.world.clock.now();
    const how = { key: ({ arn }: MapRunRecord) => arn, question: execution.arn, now };
    const { items, nextToken } = takePage(newestFirst, input, how);
    return {
      mapRuns: items.map(({ arn, executionArn, machineArn, startDate, stopDate }) => ({
        executionArn,
        mapRunArn: arn,
        stateMachineArn: machineArn,
        startDate: seconds(startDate),
        ...(stopDate !== undefined && { stopDate: seconds(stopDate) }),
      })),
      ...(nextToken !== undefined && { nextToken }),
    };
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_UpdateMapRun.html */
export const updateMapRun = operation({
  name: 'UpdateMapRun',
  input: structure({
    mapRunArn: required(mapRunArnShape),
    maxConcurrency: integer({ min: 0 }),
    toleratedFailureCount: integer({ min: 0 }),
    toleratedFailurePercentage: number(),
  }),
  run(engine, input) {
    const { mapRunArn, maxConcurrency, toleratedFailureCount, toleratedFailurePercentage } = input;
    const mapRun = findMapRun(engine, mapRunArn);
    if (mapRun.status !== 'RUNNING') throw validationException('Only a running Map Run can be updated');
    if (
      toleratedFailurePercentage !== undefined &&
      (toleratedFailurePercentage < 0 || toleratedFailurePercentage > 100)
    ) {
      throw validationException('toleratedFailurePercentage must be between 0 and 100');
    }
    changeMapRun(engine, mapRunArn, {
      ...(maxConcurrency !== undefined && { maxConcurrency }),
      ...(toleratedFailureCount !== undefined && { toleratedFailureCount }),
      ...(toleratedFailurePercentage !== undefined && { toleratedFailurePercentage }),
    });
    const run = engine.runs.get(mapRun.executionArn);
    const frame = run?.frames.get(mapRun.frame);
    if (!run || !frame) return;
    queueMapRun(run, frame);
    engine.drain(run);
  },
});

export function findMapRun(engine: Engine, arn: string): MapRunRecord {
  checkArn(arn, 'mapRun');
  const mapRun = engine.mapRuns.get(arn);
  if (!mapRun) throw new AwsError('ResourceNotFound', `Resource not found: '${arn}'`);
  return mapRun;
}
