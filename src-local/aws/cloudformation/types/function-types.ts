import { isDeepStrictEqual } from 'node:util';
import type { PropertyShape } from '../property-shapes.ts';
import {
  callUnlessRefused,
  compareTags,
  generateName,
  generateUuid,
  hashText,
  pick,
  readTags,
  readText,
  tagsShape,
  toTagMap,
  type CallService,
  type Identity,
  type Properties,
  type ResourceType,
  type Wanted,
} from '../resource-type.ts';

const configuration = [
  'Role',
  'Handler',
  'Runtime',
  'Timeout',
  'MemorySize',
  'Environment',
  'TracingConfig',
  'LoggingConfig',
  'EphemeralStorage',
  'DeadLetterConfig',
  'Description',
];

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-function.html */
const lambdaFunction: ResourceType = {
  properties: {
    FunctionName: 'text',
    Role: 'text',
    Handler: 'text',
    Runtime: 'text',
    Timeout: 'number',
    MemorySize: 'number',
    Architectures: ['text'],
    Environment: { Variables: { '*': 'text' } },
    TracingConfig: { Mode: 'text' },
    LoggingConfig: {
      LogGroup: 'text',
      LogFormat: 'text',
      ApplicationLogLevel: 'text',
      SystemLogLevel: 'text',
    },
    EphemeralStorage: { Size: 'number' },
    DeadLetterConfig: { TargetArn: 'text' },
    Description: 'text',
    PackageType: 'text',
    Code: { S3Bucket: 'text', S3Key: 'text', S3ObjectVersion: 'text', ZipFile: 'text' },
    Tags: tagsShape,
  },
  required: ['Code', 'Role'],
  fixed: ['FunctionName', 'PackageType'],
  attributes: ['Arn'],
  identify(wanted) {
    const name = readText(wanted.properties, 'FunctionName') ?? generateName(wanted);
    const Arn = `arn:aws:lambda:${wanted.region}:${wanted.account}:function:${name}`;
    return { physicalId: name, attributes: { Arn } };
  },
  engine: {
    service: 'lambda',
    async make(call, { physicalId: FunctionName, properties }) {
      const made = await callUnlessRefused(
        ['ResourceConflictException'],
        call('lambda', 'CreateFunction', {
          FunctionName,
          ...pick(properties, [...configuration, 'Architectures', 'PackageType', 'Code']),
          ...(readTags(properties).length > 0 && { Tags: toTagMap(readTags(properties)) }),
        }),
      );
      if (!made) {
        await updateCode(call, FunctionName, properties);
        await updateConfiguration(call, FunctionName, properties);
      }
    },
    async change(call, { physicalId: FunctionName, properties, attributes }, before) {
      const isChanged = (name: string) => !isDeepStrictEqual(before[name], properties[name]);
      if (isChanged('Code') || isChanged('Architectures')) await updateCode(call, FunctionName, properties);
      if (configuration.some(isChanged)) await updateConfiguration(call, FunctionName, properties);
      const { set, remove } = compareTags(before, properties);
      const Resource = attributes['Arn'];
      if (set.length > 0) await call('lambda', 'TagResource', { Resource, Tags: toTagMap(set) });
      if (remove.length > 0) await call('lambda', 'UntagResource', { Resource, TagKeys: remove });
    },
    async remove(call, { physicalId: FunctionName }) {
      await callUnlessRefused(
        ['ResourceNotFoundException'],
        call('lambda', 'DeleteFunction', { FunctionName }),
      );
    },
  },
};

function updateCode(call: CallService, FunctionName: string, properties: Properties): Promise<unknown> {
  const code = properties['Code'] as Properties;
  return call('lambda', 'UpdateFunctionCode', {
    FunctionName,
    ...code,
    ...pick(properties, ['Architectures']),
  });
}

/** Lambda keeps a setting that a call leaves out, so one that left the template is put to its default. */
const configurationDefaults: Properties = {
  Timeout: 3,
  MemorySize: 128,
  Environment: { Variables: {} },
  TracingConfig: { Mode: 'PassThrough' },
  Description: '',
};

function updateConfiguration(
  call: CallService,
  FunctionName: string,
  properties: Properties,
): Promise<unknown> {
  return call('lambda', 'UpdateFunctionConfiguration', {
    FunctionName,
    ...configurationDefaults,
    ...pick(properties, configuration),
  });
}

const permissionMembers = [
  'Action',
  'Principal',
  'SourceArn',
  'SourceAccount',
  'EventSourceToken',
  'FunctionUrlAuthType',
];

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-permission.html */
const permission: ResourceType = {
  properties: {
    FunctionName: 'text',
    ...Object.fromEntries(permissionMembers.map((name) => [name, 'text' as const])),
  },
  required: ['Action', 'FunctionName', 'Principal'],
  fixed: ['FunctionName'],
  attributes: ['Id'],
  identify(wanted) {
    const id = generateName(wanted, 100);
    return { physicalId: id, attributes: { Id: id } };
  },
  engine: {
    service: 'lambda',
    make: addPermission,
    async change(call, wanted) {
      await removePermission(call, wanted);
      await addPermission(call, wanted);
    },
    remove: removePermission,
  },
};

type NamedResource = { readonly physicalId: string; readonly properties: Properties };

/** The id of the statement is this resource's own, so one that is there already is this one. */
async function addPermission(call: CallService, { physicalId, properties }: NamedResource): Promise<void> {
  await callUnlessRefused(
    ['ResourceConflictException'],
    call('lambda', 'AddPermission', {
      FunctionName: properties['FunctionName'],
      StatementId: physicalId,
      ...pick(properties, permissionMembers),
    }),
  );
}

async function removePermission(call: CallService, { physicalId, properties }: NamedResource): Promise<void> {
  const asked = { FunctionName: properties['FunctionName'], StatementId: physicalId };
  await callUnlessRefused(['ResourceNotFoundException'], call('lambda', 'RemovePermission', asked));
}

const changeableMapping = [
  'FunctionName',
  'BatchSize',
  'MaximumBatchingWindowInSeconds',
  'Enabled',
  'FunctionResponseTypes',
  'ScalingConfig',
  'FilterCriteria',
  'MaximumRetryAttempts',
  'MaximumRecordAgeInSeconds',
  'BisectBatchOnFunctionError',
  'DestinationConfig',
];

const destination: PropertyShape = { Destination: 'text' };

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-eventsourcemapping.html */
const eventSourceMapping: ResourceType = {
  properties: {
    EventSourceArn: 'text',
    FunctionName: 'text',
    BatchSize: 'number',
    MaximumBatchingWindowInSeconds: 'number',
    Enabled: 'flag',
    FunctionResponseTypes: ['text'],
    ScalingConfig: { MaximumConcurrency: 'number' },
    FilterCriteria: { Filters: [{ Pattern: 'text' }] },
    StartingPosition: 'text',
    MaximumRetryAttempts: 'number',
    MaximumRecordAgeInSeconds: 'number',
    BisectBatchOnFunctionError: 'flag',
    DestinationConfig: { OnFailure: destination },
  },
  required: ['FunctionName', 'EventSourceArn'],
  fixed: ['EventSourceArn', 'StartingPosition'],
  attributes: ['Id', 'EventSourceMappingArn'],
  identify: (wanted, previous) => previous ?? nameMapping(wanted, generateUuid(wanted)),
  engine: {
    service: 'lambda',
    async make(call, wanted) {
      const { EventSourceArn, FunctionName } = wanted.properties;
      const made = (await callUnlessRefused(
        ['ResourceConflictException'],
        call('lambda', 'CreateEventSourceMapping', {
          EventSourceArn,
          ...pick(wanted.properties, [...changeableMapping, 'StartingPosition']),
        }),
      )) as { UUID: string } | undefined;
      if (made) return nameMapping(wanted, made.UUID);
      const { EventSourceMappings: [there] = [] } = (await call('lambda', 'ListEventSourceMappings', {
        EventSourceArn,
        FunctionName,
      })) as { EventSourceMappings?: readonly { readonly UUID: string }[] };
      if (!there) throw new Error(`The mapping from ${String(EventSourceArn)} is neither new nor there`);
      await updateMapping(call, there.UUID, wanted.properties);
      return nameMapping(wanted, there.UUID);
    },
    change: (call, { physicalId, properties }) => updateMapping(call, physicalId, properties),
    async remove(call, { physicalId: UUID }) {
      await callUnlessRefused(
        ['ResourceNotFoundException'],
        call('lambda', 'DeleteEventSourceMapping', { UUID }),
      );
    },
  },
};

async function updateMapping(call: CallService, UUID: string, properties: Properties): Promise<void> {
  await call('lambda', 'UpdateEventSourceMapping', { UUID, ...pick(properties, changeableMapping) });
}

function nameMapping({ region, account }: Wanted, id: string): Identity {
  const EventSourceMappingArn = `arn:aws:lambda:${region}:${account}:event-source-mapping:${id}`;
  return { physicalId: id, attributes: { Id: id, EventSourceMappingArn } };
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-lambda-eventinvokeconfig.html */
const eventInvokeConfig: ResourceType = {
  properties: {
    FunctionName: 'text',
    Qualifier: 'text',
    MaximumRetryAttempts: 'number',
    MaximumEventAgeInSeconds: 'number',
    DestinationConfig: { OnSuccess: destination, OnFailure: destination },
  },
  required: ['FunctionName', 'Qualifier'],
  fixed: ['FunctionName', 'Qualifier'],
  identify: (wanted) => ({
    physicalId: `${wanted.stack}-${wanted.logicalId}-${hashText(wanted.stack + wanted.logicalId).slice(0, 12)}`,
    attributes: {},
  }),
  engine: {
    service: 'lambda',
    make: async (call, { properties }) => {
      await call('lambda', 'PutFunctionEventInvokeConfig', properties);
    },
    change: async (call, { properties }) => {
      await call('lambda', 'PutFunctionEventInvokeConfig', properties);
    },
    async remove(call, { properties }) {
      const named = pick(properties, ['FunctionName', 'Qualifier']);
      await callUnlessRefused(
        ['ResourceNotFoundException'],
        call('lambda', 'DeleteFunctionEventInvokeConfig', named),
      );
    },
  },
};

export const functionTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::Lambda::Function': lambdaFunction,
  'AWS::Lambda::Permission': permission,
  'AWS::Lambda::EventSourceMapping': eventSourceMapping,
  'AWS::Lambda::EventInvokeConfig': eventInvokeConfig,
};
