import type { Timer } from '../../world/clock.ts';
import { matchesEvent, parseEventPattern } from '../protocol/event-pattern.ts';
import type { Held } from './follow-queue.ts';
import { functionArn, type LambdaEngine, type MappingRecord, type StreamSource } from './lambda-engine.ts';
import { refuseByFault, runFunction, type FunctionOutcome } from './run-function.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
export const streamActions = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'] as const;

/** In milliseconds, between two tries of a batch that failed. */
const firstPause = 1_000;
const longestPause = 60_000;

interface StreamRecord {
  readonly dynamodb: { readonly SequenceNumber: string; readonly ApproximateCreationDateTime: number };
}

/** Where a mapping stands in its stream, and how often it has tried what comes next. */
export interface StreamPosition {
  readonly after: string;
  readonly tries: number;
  /** A batch that failed is tried again in halves; this many of its records at most. */
  readonly most?: number;
}

/**
 * Gives a function the changes of a table in their order. A batch that fails is tried again, and nothing after it is
 * given before it has succeeded, has become too old or was tried often enough.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-errors.html
 */
export function followStream(engine: LambdaEngine, mapping: MappingRecord, source: StreamSource): () => void {
  const { clock, ended, writtenStreams } = engine.world;
  let isStopped = false;
  let isReading = false;
  let isMoreWritten = false;
  let timer: Timer | undefined;
  const hasStopped = (): boolean => isStopped || ended.aborted;

  const readAfter = (ms: number): void => {
    if (hasStopped() || isReading || timer !== undefined) return;
    timer = clock.after(ms, read);
  };
  const read = (): void => {
    timer = undefined;
    isReading = true;
    isMoreWritten = false;
    const held: Held = { release: clock.hold() };
    let pause: number | undefined;
    void useUp(engine, { mapping, source, held, hasStopped })
      .then((until) => (pause = until))
      // The stream is gone, or the world is.
      .catch(() => undefined)
      .finally(() => {
        isReading = false;
        if (pause !== undefined) readAfter(pause);
        else if (isMoreWritten) readAfter(source.windowSeconds * 1_000);
        held.release();
      });
  };

  writtenStreams.listen((arn) => {
    if (arn !== source.arn) return;
    isMoreWritten = true;
    readAfter(source.windowSeconds * 1_000);
  });
  readAfter(source.windowSeconds * 1_000);
  return () => {
    isStopped = true;
    timer?.cancel();
  };
}

interface Following {
  readonly mapping: MappingRecord;
  readonly source: StreamSource;
  readonly held: Held;
  readonly hasStopped: () => boolean;
}

/** Reads until there is no more. Returns the pause in milliseconds before a batch that failed is tried again. */
async function useUp(engine: LambdaEngine, following: Following): Promise<number | undefined> {
  const { world, positions } = engine;
  const { mapping, source, held, hasStopped } = following;
  while (!hasStopped() && mayRead(engine, mapping, source)) {
    const position = positions.get(mapping.uuid) ?? { after: '', tries: 0 };
    const records = await readRecords(engine, source, { most: mapping.batchSize, ...position });
    const last = records.at(-1)?.dynamodb.SequenceNumber;
    if (last === undefined || hasStopped()) return undefined;
    const running = runOnBatch(engine, mapping, records.filter(isWanted(source)), source);
    held.release();
    const outcome = await running;
    held.release = world.clock.hold();
    if (hasStopped()) return undefined;
    const failedAt = outcome === 'succeeded' ? undefined : findFailed(mapping, records, outcome);
    if (failedAt === undefined) {
      positions.set(mapping.uuid, { after: last, tries: 0 });
      continue;
    }
    // Records before the first failure have succeeded, and are not given again.
    const after = records[failedAt - 1]?.dynamodb.SequenceNumber ?? position.after;
    const tries = failedAt === 0 ? position.tries + 1 : 1;
    const failed = records.slice(failedAt);
    if (isGivenUp(engine, source, failed, tries)) {
      await reportFailure(engine, mapping, source, failed);
      positions.set(mapping.uuid, { after: last, tries: 0 });
      continue;
    }
    const isHalved = source.bisects && failed.length > 1;
    positions.set(mapping.uuid, { after, tries, ...(isHalved && { most: Math.ceil(failed.length / 2) }) });
    if (!isHalved) return Math.min(longestPause, firstPause * 2 ** (tries - 1));
  }
  return undefined;
}

/** Returns what follows a place, or what is oldest where that is not kept any more. */
export async function readRecords(
  { world }: LambdaEngine,
  { arn }: Pick<StreamSource, 'arn'>,
  { after, most }: { readonly after: string; readonly most: number },
): Promise<readonly StreamRecord[]> {
  const { StreamDescription } = (await world.call('dynamodbstreams', 'DescribeStream', {
    StreamArn: arn,
  })) as { StreamDescription: { Shards: readonly { ShardId: string }[] } };
  const ShardId = StreamDescription.Shards[0]?.ShardId;
  const at = (place: object): Promise<unknown> =>
    world.call('dynamodbstreams', 'GetShardIterator', { StreamArn: arn, ShardId, ...place });
  const fromOldest = { ShardIteratorType: 'TRIM_HORIZON' };
  const { ShardIterator } = (await (after === ''
    ? at(fromOldest)
    : at({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'TrimmedDataAccessException') return at(fromOldest);
        throw error;
      }))) as { ShardIterator: string };
  const { Records } = (await world.call('dynamodbstreams', 'GetRecords', {
    ShardIterator,
    Limit: Math.min(1_000, most),
  })) as { Records: readonly StreamRecord[] };
  return Records;
}

/** Lambda reads the stream with the role of the function. */
function mayRead(
  { functions, access }: LambdaEngine,
  { functionName }: MappingRecord,
  { arn }: StreamSource,
) {
  const record = functions.get(functionName);
  return streamActions.every(
    (name) => !record || access.isAllowed(record.roleArn, { action: `dynamodb:${name}`, resource: arn }),
  );
}

function isWanted({ filters }: StreamSource): (record: StreamRecord) => boolean {
  const patterns = filters.map(parseEventPattern);
  return (record) => patterns.length === 0 || patterns.some((pattern) => matchesEvent(pattern, record));
}

async function runOnBatch(
  engine: LambdaEngine,
  { functionName }: MappingRecord,
  records: readonly StreamRecord[],
  { arn: eventSourceARN }: StreamSource,
): Promise<'succeeded' | FunctionOutcome> {
  if (records.length === 0) return 'succeeded';
  const record = engine.functions.get(functionName);
  try {
    if (!record) throw new Error(`There is no function ${functionName}`);
    refuseByFault(engine, functionName);
  } catch (error) {
    return { error: { errorType: 'NotStarted', errorMessage: String(error) } };
  }
  return runFunction(engine, record, {
    requestId: engine.world.random.uuid(),
    payload: JSON.stringify({ Records: records.map((one) => ({ ...one, eventSourceARN })) }),
  });
}

/** Returns the place of the first record that has to be given again, or undefined where there is none. */
function findFailed(
  { reportsItemFailures }: MappingRecord,
  records: readonly StreamRecord[],
  outcome: FunctionOutcome,
): number | undefined {
  if (!('payload' in outcome)) return 0;
  if (!reportsItemFailures) return undefined;
  const answer: unknown = JSON.parse(outcome.payload);
  const { batchItemFailures } = Object(answer) as { batchItemFailures?: unknown };
  if (batchItemFailures === undefined || batchItemFailures === null) return undefined;
  if (!Array.isArray(batchItemFailures)) return 0;
  const places = batchItemFailures.map((failure: unknown) => {
    const { itemIdentifier } = Object(failure) as { itemIdentifier?: unknown };
    return records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier);
  });
  // A list that names a record which was not given says that all have failed.
  return places.length === 0 ? undefined : Math.max(0, Math.min(...places));
}

function isGivenUp(
  { world }: LambdaEngine,
  { maximumRetries, maximumAgeSeconds }: StreamSource,
  failed: readonly StreamRecord[],
  tries: number,
): boolean {
  if (maximumRetries >= 0 && tries > maximumRetries) return true;
  const oldest = failed[0]?.dynamodb.ApproximateCreationDateTime ?? 0;
  return maximumAgeSeconds >= 0 && world.clock.now() / 1_000 - oldest > maximumAgeSeconds;
}

/** Says in the queue for failures which records were given up; the records themselves stay in the stream. */
async function reportFailure(
  { world }: LambdaEngine,
  { functionName }: MappingRecord,
  { arn, onFailure }: StreamSource,
  failed: readonly StreamRecord[],
): Promise<void> {
  if (onFailure === undefined) return;
  const [first, last] = [failed[0], failed.at(-1)];
  await world.call('sqs', 'SendMessage', {
    QueueUrl: onFailure.split(':').at(-1) ?? '',
    MessageBody: JSON.stringify({
      requestContext: {
        requestId: world.random.uuid(),
        functionArn: functionArn(world, functionName),
        condition: 'RetryAttemptsExhausted',
      },
      version: '1.0',
      timestamp: new Date(world.clock.now()).toISOString(),
      DDBStreamBatchInfo: {
        startSequenceNumber: first?.dynamodb.SequenceNumber,
        endSequenceNumber: last?.dynamodb.SequenceNumber,
        batchSize: failed.length,
        streamArn: arn,
      },
    }),
  });
}
