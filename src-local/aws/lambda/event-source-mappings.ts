import { boolean, integer, list, required, string, structure } from '../protocol/shapes.ts';
import { followQueue, pollingActions } from './follow-queue.ts';
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
} from './lambda-engine.ts';

const settings = {
  BatchSize: integer({ min: 1, max: 10_000 }),
  Enabled: boolean(),
  FunctionResponseTypes: list(string({ oneOf: ['ReportBatchItemFailures'] }), { max: 1 }),
  ScalingConfig: structure({ MaximumConcurrency: integer({ min: 2, max: 1_000 }) }),
};
const oneMapping = structure({ UUID: required(string()) });

/** https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html */
export const createEventSourceMapping = operation({
  name: 'CreateEventSourceMapping',
  input: structure({
    ...settings,
    FunctionName: required(string()),
    EventSourceArn: required(
      string({ pattern: /^arn:aws[a-z-]*:sqs:[^:]*:\d{12}:[A-Za-z0-9_-]+(?:\.fifo)?$/ }),
    ),
  }),
  async run(engine, input) {
    const record = requireFunction(engine, input.FunctionName);
    const { world, mappings } = engine;
    const queueArn = input.EventSourceArn;
    const batchSize = checkBatchSize(input.BatchSize ?? 10);
    for (const other of mappings.values()) {
      if (other.queueArn !== queueArn || other.functionName !== record.name) continue;
      throw resourceConflict(
        `An event source mapping with SQS arn (" ${queueArn} ") and function (" ${record.name} ") already exists. Please update or delete the existing mapping with UUID ${other.uuid}`,
      );
    }
    requirePermissions(engine, record, queueArn);
    await requireLongVisibility(engine, record, queueArn);
    const mapping: MappingRecord = {
      uuid: world.random.uuid(),
      functionName: record.name,
      queueArn,
      batchSize,
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
    const { FunctionName, BatchSize, Enabled, FunctionResponseTypes, ScalingConfig } = input;
    const maximumConcurrency = ScalingConfig?.MaximumConcurrency ?? before.maximumConcurrency;
    const mapping: MappingRecord = {
      ...before,
      functionName:
        FunctionName === undefined ? before.functionName : requireFunction(engine, FunctionName).name,
      batchSize: BatchSize === undefined ? before.batchSize : checkBatchSize(BatchSize),
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
      .filter(({ queueArn }) => EventSourceArn === undefined || queueArn === EventSourceArn)
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
    stopFollowing(engine, UUID);
    return describeMapping(engine, mapping, 'Deleting');
  },
});

/** Continues all mappings when a world is opened. */
export function followMappings(engine: LambdaEngine): void {
  for (const mapping of engine.mappings.values()) follow(engine, mapping);
}

function follow(engine: LambdaEngine, mapping: MappingRecord): void {
  if (mapping.isEnabled) engine.followed.set(mapping.uuid, followQueue(engine, mapping));
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

/** A larger batch needs a window in which it is collected, which is not supported here. */
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
    EventSourceArn: mapping.queueArn,
    EventSourceMappingArn: `arn:aws:lambda:${world.region}:${world.account}:event-source-mapping:${mapping.uuid}`,
    FunctionArn: functionArn(world, mapping.functionName),
    BatchSize: mapping.batchSize,
    MaximumBatchingWindowInSeconds: 0,
    FunctionResponseTypes: mapping.reportsItemFailures ? ['ReportBatchItemFailures'] : [],
    ...(mapping.maximumConcurrency !== undefined && {
      ScalingConfig: { MaximumConcurrency: mapping.maximumConcurrency },
    }),
    State: state,
    StateTransitionReason: 'USER_INITIATED',
    LastModified: Math.floor(mapping.modifiedAt / 1_000),
  };
}
