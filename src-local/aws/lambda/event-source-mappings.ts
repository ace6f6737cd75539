import { boolean, integer, list, required, string, structure, type Infer } from '../protocol/shapes.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { parseEventPattern } from '../protocol/event-pattern.ts';
import { followQueue, pollingActions } from './follow-queue.ts';
import { followStream, readRecords, streamActions } from './follow-stream.ts';
import {
  functionArn,
  invalidParameter,
  operation,
  parseFunctionName,
  requireFunction,
  resourceConflict,
  resourceNotFound,
  type FunctionRecord,
  type LambdaEngine,
  type MappingRecord,
  type StreamSource,
} from './lambda-engine.ts';

const settings = {
  BatchSize: integer({ min: 1, max: 10_000 }),
  Enabled: boolean(),
  FunctionResponseTypes: list(string({ oneOf: ['ReportBatchItemFailures'] }), { max: 1 }),
  ScalingConfig: structure({ MaximumConcurrency: integer({ min: 2, max: 1_000 }) }),
  FilterCriteria: structure({
    Filters: list(structure({ Pattern: required(string({ max: 4096 })) }), { max: 5 }),
  }),
  MaximumBatchingWindowInSeconds: integer({ min: 0, max: 300 }),
  MaximumRetryAttempts: integer({ min: -1, max: 10_000 }),
  MaximumRecordAgeInSeconds: integer({ min: -1, max: 604_800 }),
  BisectBatchOnFunctionError: boolean(),
  DestinationConfig: structure({ OnFailure: structure({ Destination: string({ max: 350 }) }) }),
};
type Settings = Infer<ReturnType<typeof structure<typeof settings>>>;
const queueOrStream =
  /^arn:aws[a-z-]*:(?:sqs:[^:]*:\d{12}:[A-Za-z0-9_-]+(?:\.fifo)?|dynamodb:[^:]*:\d{12}:table\/[A-Za-z0-9_.-]+\/stream\/.+)$/;
const oneMapping = structure({ UUID: required(string()) });

/** https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html */
export const createEventSourceMapping = operation({
  name: 'CreateEventSourceMapping',
  input: structure({
    ...settings,
    FunctionName: required(string()),
    EventSourceArn: required(string({ pattern: queueOrStream })),
    StartingPosition: string({ oneOf: ['TRIM_HORIZON', 'LATEST'] }),
  }),
  async run(engine, input) {
    const record = requireFunction(engine, input.FunctionName);
    const { world, mappings } = engine;
    const sourceArn = input.EventSourceArn;
    const isStream = sourceArn.includes(':dynamodb:');
    const source = isStream
      ? readStreamSettings(input, { ...unlimited, arn: sourceArn })
      : readQueueSettings(input, sourceArn);
    for (const other of mappings.values()) {
      if (findSourceArn(other) !== sourceArn || other.functionName !== record.name) continue;
      const kind = isStream ? 'DynamoDB' : 'SQS';
      throw resourceConflict(
        `An event source mapping with ${kind} arn (" ${sourceArn} ") and function (" ${record.name} ") already exists. Please update or delete the existing mapping with UUID ${other.uuid}`,
      );
    }
    const uuid = world.random.uuid();
    if (isStream) await startStream(engine, { uuid, record, sourceArn, from: input.StartingPosition });
    else {
      requirePermissions(engine, record, sourceArn);
      await requireLongVisibility(engine, record, sourceArn);
    }
    const mapping: MappingRecord = {
      uuid,
      functionName: record.name,
      ...source,
      isEnabled: input.Enabled ?? true,
      reportsItemFailures: input.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
      ...(input.ScalingConfig?.MaximumConcurrency !== undefined && {
        maximumConcurrency: input.ScalingConfig.MaximumConcurrency,
      }),
      modifiedAt: world.clock.now(),
    };
    mappings.set(mapping.uuid, mapping);
    follow(engine, mapping);
    return describeMapping(engine, mapping, mapping.isEnabled ? 'Creating' : 'Disabled');
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_UpdateEventSourceMapping.html */
export const updateEventSourceMapping = operation({
  name: 'UpdateEventSourceMapping',
  input: structure({ ...settings, UUID: required(string()), FunctionName: string() }),
  run(engine, input) {
    const before = requireMapping(engine, input.UUID);
    const { FunctionName, Enabled, FunctionResponseTypes, ScalingConfig } = input;
    const maximumConcurrency = ScalingConfig?.MaximumConcurrency ?? before.maximumConcurrency;
    const mapping: MappingRecord = {
      ...before,
      functionName:
        FunctionName === undefined ? before.functionName : requireFunction(engine, FunctionName).name,
      ...(before.stream
        ? readStreamSettings({ BatchSize: before.batchSize, ...input }, before.stream)
        : readQueueSettings({ BatchSize: before.batchSize, ...input }, before.queueArn ?? '')),
      isEnabled: Enabled ?? before.isEnabled,
      reportsItemFailures: FunctionResponseTypes
        ? FunctionResponseTypes.includes('ReportBatchItemFailures')
        : before.reportsItemFailures,
      ...(maximumConcurrency !== undefined && { maximumConcurrency }),
      modifiedAt: engine.world.clock.now(),
    };
    engine.mappings.set(mapping.uuid, mapping);
    stopFollowing(engine, mapping.uuid);
    follow(engine, mapping);
    return describeMapping(engine, mapping, 'Updating');
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetEventSourceMapping.html */
export const getEventSourceMapping = operation({
  name: 'GetEventSourceMapping',
  input: oneMapping,
  run: (engine, { UUID }) => describeMapping(engine, requireMapping(engine, UUID)),
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_ListEventSourceMappings.html */
export const listEventSourceMappings = operation({
  name: 'ListEventSourceMappings',
  input: structure({
    FunctionName: string(),
    EventSourceArn: string(),
    MaxItems: integer({ min: 1, max: 10_000 }),
    Marker: string(),
  }),
  run(engine, { FunctionName, EventSourceArn, MaxItems = 100, Marker = '' }) {
    const name = FunctionName === undefined ? undefined : parseFunctionName(FunctionName);
    const matching = [...engine.mappings.values()]
      .filter(({ functionName }) => name === undefined || functionName === name)
      .filter((mapping) => EventSourceArn === undefined || findSourceArn(mapping) === EventSourceArn)
      .filter(({ uuid }) => uuid > Marker)
      .toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1));
    const page = matching.slice(0, Math.min(100, MaxItems));
    return {
      EventSourceMappings: page.map((mapping) => describeMapping(engine, mapping)),
      ...(page.length < matching.length && { NextMarker: page.at(-1)?.uuid }),
    };
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_DeleteEventSourceMapping.html */
export const deleteEventSourceMapping = operation({
  name: 'DeleteEventSourceMapping',
  input: oneMapping,
  run(engine, { UUID }) {
    const mapping = requireMapping(engine, UUID);
    engine.mappings.delete(UUID);
    engine.positions.delete(UUID);
    stopFollowing(engine, UUID);
    return describeMapping(engine, mapping, 'Deleting');
  },
});

/** Continues all mappings when a world is opened. */
export function followMappings(engine: LambdaEngine): void {
  for (const mapping of engine.mappings.values()) follow(engine, mapping);
}

function follow(engine: LambdaEngine, mapping: MappingRecord): void {
  if (!mapping.isEnabled) return;
  const { uuid, queueArn, stream } = mapping;
  if (stream) engine.followed.set(uuid, followStream(engine, mapping, stream));
  else if (queueArn !== undefined) engine.followed.set(uuid, followQueue(engine, { ...mapping, queueArn }));
}

function stopFollowing({ followed }: LambdaEngine, uuid: string): void {
  followed.get(uuid)?.();
  followed.delete(uuid);
}

function requireMapping({ mappings }: LambdaEngine, uuid: string): MappingRecord {
  const mapping = mappings.get(uuid);
  if (!mapping) throw resourceNotFound('The resource you requested does not exist.');
  return mapping;
}

function findSourceArn({ queueArn, stream }: MappingRecord): string {
  return stream?.arn ?? queueArn ?? '';
}

type SourceSettings = Pick<MappingRecord, 'batchSize' | 'queueArn' | 'stream'>;

function readQueueSettings(input: Settings, queueArn: string): SourceSettings {
  for (const name of onlyOfStreams) {
    if (input[name] === undefined || input[name] === 0) continue;
    throw invalidParameter(`${name} of a mapping from a queue is not supported here`);
  }
  return { queueArn, batchSize: checkBatchSize(input.BatchSize ?? 10) };
}

const onlyOfStreams = [
  'FilterCriteria',
  'MaximumBatchingWindowInSeconds',
  'MaximumRetryAttempts',
  'MaximumRecordAgeInSeconds',
  'BisectBatchOnFunctionError',
  'DestinationConfig',
] as const;

/** AWS tries again until the records leave the stream. */
const unlimited: Omit<StreamSource, 'arn'> = {
  windowSeconds: 0,
  maximumRetries: -1,
  maximumAgeSeconds: -1,
  bisects: false,
  filters: [],
};

function readStreamSettings(input: Settings, before: StreamSource): SourceSettings {
  const { Destination } = input.DestinationConfig?.OnFailure ?? {};
  const filters = input.FilterCriteria?.Filters?.map(({ Pattern }) => Pattern);
  filters?.forEach(checkFilter);
  const onFailure = Destination ?? before.onFailure;
  if (onFailure !== undefined && !onFailure.includes(':sqs:')) {
    throw invalidParameter('Only a queue can be the destination of a failure here');
  }
  return {
    batchSize: input.BatchSize ?? 100,
    stream: {
      arn: before.arn,
      windowSeconds: input.MaximumBatchingWindowInSeconds ?? before.windowSeconds,
      maximumRetries: input.MaximumRetryAttempts ?? before.maximumRetries,
      maximumAgeSeconds: input.MaximumRecordAgeInSeconds ?? before.maximumAgeSeconds,
      bisects: input.BisectBatchOnFunctionError ?? before.bisects,
      filters: filters ?? before.filters,
      ...(onFailure !== undefined && { onFailure }),
    },
  };
}

function checkFilter(pattern: string): void {
  try {
    parseEventPattern(pattern);
  } catch {
    throw invalidParameter('Invalid filter pattern definition.');
  }
}

interface NewStreamMapping {
  readonly uuid: string;
  readonly record: FunctionRecord;
  readonly sourceArn: string;
  readonly from: 'TRIM_HORIZON' | 'LATEST' | undefined;
}

async function startStream(
  engine: LambdaEngine,
  { uuid, record, sourceArn, from }: NewStreamMapping,
): Promise<void> {
  const { world, access, positions } = engine;
  if (from === undefined)
    throw invalidParameter('1 validation error detected: Value null at StartingPosition');
  const mayRead = streamActions.every((name) =>
    access.isAllowed(record.roleArn, { action: `dynamodb:${name}`, resource: sourceArn }),
  );
  if (!mayRead) {
    throw invalidParameter(
      `Cannot access stream ${sourceArn}. Please ensure the role can perform the GetRecords, GetShardIterator, DescribeStream, and ListStreams Actions on your stream in IAM.`,
    );
  }
  await world.call('dynamodbstreams', 'DescribeStream', { StreamArn: sourceArn }).catch((error: unknown) => {
    if (!(error instanceof AwsError)) throw error;
    throw invalidParameter(`Stream not found: ${sourceArn}`);
  });
  if (from === 'LATEST') positions.set(uuid, { after: await readLatest(engine, sourceArn), tries: 0 });
}

/** Finds the place after which the records come that are written from now on. */
async function readLatest(engine: LambdaEngine, arn: string): Promise<string> {
  let after = '';
  for (;;) {
    const records = await readRecords(engine, { arn }, { after, most: 1_000 });
    const last = records.at(-1)?.dynamodb.SequenceNumber;
    if (last === undefined) return after;
    after = last;
  }
}

/** A larger batch of a queue needs a window in which it is collected, which is not supported here. */
function checkBatchSize(size: number): number {
  if (size <= 10) return size;
  throw invalidParameter(
    'Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than 10',
  );
}

function requirePermissions({ access }: LambdaEngine, { roleArn }: FunctionRecord, resource: string): void {
  for (const name of pollingActions) {
    if (access.isAllowed(roleArn, { action: `sqs:${name}`, resource })) continue;
    throw invalidParameter(`The provided execution role does not have permissions to call ${name} on SQS`);
  }
}

/** A message must not come back while its function may still be at work. */
async function requireLongVisibility(
  { world }: LambdaEngine,
  { timeoutSeconds }: FunctionRecord,
  queueArn: string,
): Promise<void> {
  const QueueUrl = queueArn.split(':').at(-1) ?? '';
  const answer = await world.call('sqs', 'GetQueueAttributes', {
    QueueUrl,
    AttributeNames: ['VisibilityTimeout'],
  });
  const { Attributes = {} } = answer as { Attributes?: Readonly<Record<string, string>> };
  const visibility = Number(Attributes['VisibilityTimeout']);
  if (visibility >= timeoutSeconds) return;
  throw invalidParameter(
    `Queue visibility timeout: ${visibility} seconds is less than Function timeout: ${timeoutSeconds} seconds`,
  );
}

function describeMapping(
  { world }: LambdaEngine,
  mapping: MappingRecord,
  state = mapping.isEnabled ? 'Enabled' : 'Disabled',
): object {
  return {
    UUID: mapping.uuid,
    EventSourceArn: findSourceArn(mapping),
    EventSourceMappingArn: `arn:aws:lambda:${world.region}:${world.account}:event-source-mapping:${mapping.uuid}`,
    FunctionArn: functionArn(world, mapping.functionName),
    BatchSize: mapping.batchSize,
    MaximumBatchingWindowInSeconds: mapping.stream?.windowSeconds ?? 0,
    ...(mapping.stream && describeStreamSettings(mapping.stream)),
    FunctionResponseTypes: mapping.reportsItemFailures ? ['ReportBatchItemFailures'] : [],
    ...(mapping.maximumConcurrency !== undefined && {
      ScalingConfig: { MaximumConcurrency: mapping.maximumConcurrency },
    }),
    State: state,
    StateTransitionReason: 'USER_INITIATED',
    LastModified: Math.floor(mapping.modifiedAt / 1_000),
  };
}

function describeStreamSettings(source: StreamSource): object {
  return {
    MaximumRetryAttempts: source.maximumRetries,
    MaximumRecordAgeInSeconds: source.maximumAgeSeconds,
    BisectBatchOnFunctionError: source.bisects,
    ...(source.filters.length > 0 && {
      FilterCriteria: { Filters: source.filters.map((Pattern) => ({ Pattern })) },
    }),
    DestinationConfig: { OnFailure: source.onFailure === undefined ? {} : { Destination: source.onFailure } },
  };
}
