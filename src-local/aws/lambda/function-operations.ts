import { AwsError } from '../protocol/aws-error.ts';
import { integer, list, map, required, string, structure } from '../protocol/shapes.ts';
import {
  functionArn,
  invalidParameter,
  operation,
  parseFunctionName,
  requireFunction,
  requireLatest,
  resourceConflict,
  resourceNotFound,
  type FunctionRecord,
  type LambdaEngine,
} from './lambda-engine.ts';

const roleArn = string({ pattern: /^arn:aws[a-z-]*:iam::\d{12}:role\/?[a-zA-Z_0-9+=,.@\-_/]+$/ });
const settings = {
  Role: roleArn,
  Handler: string({ max: 128, pattern: /^\S+$/ }),
  Runtime: string({ oneOf: ['nodejs20.x', 'nodejs22.x', 'nodejs24.x'] }),
  Description: string({ max: 256 }),
  Timeout: integer({ min: 1, max: 900 }),
  MemorySize: integer({ min: 128, max: 10_240 }),
  Environment: structure({ Variables: map(string()) }),
  TracingConfig: structure({ Mode: string({ oneOf: ['Active', 'PassThrough'] }) }),
  LoggingConfig: structure({ LogGroup: string(), LogFormat: string({ oneOf: ['Text'] }) }),
  DeadLetterConfig: structure({ TargetArn: string({ pattern: /^$|^arn:aws[a-z-]*:sqs:/ }) }),
};
const architectures = list(string({ oneOf: ['x86_64', 'arm64'] }), { min: 1, max: 1 });
const oneFunction = structure({ FunctionName: required(string()), Qualifier: string() });

/** https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html */
export const createFunction = operation({
  name: 'CreateFunction',
  input: structure({
    ...settings,
    FunctionName: required(string()),
    Role: required(roleArn),
    Handler: required(settings.Handler),
    Runtime: required(settings.Runtime),
    Code: required(structure({ S3Bucket: required(string()), S3Key: required(string()) })),
    PackageType: string({ oneOf: ['Zip'] }),
    Architectures: architectures,
    Tags: map(string()),
  }),
  run(engine, input) {
    const { world, functions } = engine;
    const name = parseFunctionName(input.FunctionName);
    if (functions.has(name)) throw resourceConflict(`Function already exist: ${name}`);
    const variables = input.Environment?.Variables ?? {};
    checkVariables(variables);
    const record: FunctionRecord = {
      name,
      roleArn: input.Role,
      runtime: input.Runtime,
      handler: input.Handler,
      codeBucket: input.Code.S3Bucket,
      codeKey: input.Code.S3Key,
      timeoutSeconds: input.Timeout ?? 3,
      memoryMegabytes: input.MemorySize ?? 128,
      variables,
      architecture: input.Architectures?.[0] ?? 'x86_64',
      tracing: input.TracingConfig?.Mode ?? 'PassThrough',
      description: input.Description ?? '',
      logGroup: input.LoggingConfig?.LogGroup ?? `/aws/lambda/${name}`,
      tags: input.Tags ?? {},
      deadLetterArn: input.DeadLetterConfig?.TargetArn ?? '',
      modifiedAt: world.clock.now(),
      revisionId: world.random.uuid(),
      permissions: {},
    };
    functions.set(name, record);
    return describeFunction(engine, record);
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_UpdateFunctionConfiguration.html */
export const updateFunctionConfiguration = operation({
  name: 'UpdateFunctionConfiguration',
  input: structure({ ...settings, FunctionName: required(string()), RevisionId: string() }),
  run(engine, input) {
    const record = requireFunction(engine, input.FunctionName);
    requireRevision(record, input.RevisionId);
    const variables = input.Environment?.Variables ?? record.variables;
    checkVariables(variables);
    return change(engine, record, {
      variables,
      roleArn: input.Role ?? record.roleArn,
      runtime: input.Runtime ?? record.runtime,
      handler: input.Handler ?? record.handler,
      timeoutSeconds: input.Timeout ?? record.timeoutSeconds,
      memoryMegabytes: input.MemorySize ?? record.memoryMegabytes,
      tracing: input.TracingConfig?.Mode ?? record.tracing,
      description: input.Description ?? record.description,
      logGroup: input.LoggingConfig?.LogGroup ?? record.logGroup,
      deadLetterArn: input.DeadLetterConfig?.TargetArn ?? record.deadLetterArn ?? '',
    });
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_UpdateFunctionCode.html */
export const updateFunctionCode = operation({
  name: 'UpdateFunctionCode',
  input: structure({
    FunctionName: required(string()),
    S3Bucket: required(string()),
    S3Key: required(string()),
    Architectures: architectures,
    RevisionId: string(),
  }),
  run(engine, input) {
    const record = requireFunction(engine, input.FunctionName);
    requireRevision(record, input.RevisionId);
    return change(engine, record, {
      codeBucket: input.S3Bucket,
      codeKey: input.S3Key,
      architecture: input.Architectures?.[0] ?? record.architecture,
    });
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetFunction.html */
export const getFunction = operation({
  name: 'GetFunction',
  input: oneFunction,
  run(engine, input) {
    const record = requireNamed(engine, input);
    const Code = { RepositoryType: 'S3', Location: `s3://${record.codeBucket}/${record.codeKey}` };
    const Tags = Object.keys(record.tags).length > 0 ? { Tags: record.tags } : {};
    return { Configuration: describeFunction(engine, record), Code, ...Tags };
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetFunctionConfiguration.html */
export const getFunctionConfiguration = operation({
  name: 'GetFunctionConfiguration',
  input: oneFunction,
  run: (engine, input) => describeFunction(engine, requireNamed(engine, input)),
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_ListFunctions.html */
export const listFunctions = operation({
  name: 'ListFunctions',
  input: structure({ MaxItems: integer({ min: 1, max: 10_000 }), Marker: string() }),
  run(engine, { MaxItems = 50, Marker = '' }) {
    const names = [...engine.functions.keys()].toSorted().filter((name) => name > Marker);
    const page = names.slice(0, Math.min(MaxItems, 50));
    const Functions = page.flatMap((name) => {
      const record = engine.functions.get(name);
      return record ? [describeFunction(engine, record)] : [];
    });
    return { Functions, ...(page.length < names.length && { NextMarker: page.at(-1) }) };
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_DeleteFunction.html */
export const deleteFunction = operation({
  name: 'DeleteFunction',
  input: oneFunction,
  run(engine, input) {
    engine.functions.delete(requireNamed(engine, input).name);
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_PutFunctionEventInvokeConfig.html */
export const putFunctionEventInvokeConfig = operation({
  name: 'PutFunctionEventInvokeConfig',
  input: structure({
    FunctionName: required(string()),
    Qualifier: string(),
    MaximumRetryAttempts: integer({ min: 0, max: 2 }),
    MaximumEventAgeInSeconds: integer({ min: 60, max: 21_600 }),
  }),
  run(engine, input) {
    const record = requireNamed(engine, input);
    const { MaximumRetryAttempts: attempts, MaximumEventAgeInSeconds: ageSeconds } = input;
    if (attempts === undefined && ageSeconds === undefined) {
      throw invalidParameter('You must specify at least one of error handling or destination setting.');
    }
    const next: FunctionRecord = {
      ...record,
      asyncRetries: {
        ...(attempts !== undefined && { attempts }),
        ...(ageSeconds !== undefined && { ageSeconds }),
      },
    };
    engine.functions.set(record.name, next);
    return describeAsyncRetries(engine, next);
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetFunctionEventInvokeConfig.html */
export const getFunctionEventInvokeConfig = operation({
  name: 'GetFunctionEventInvokeConfig',
  input: oneFunction,
  run(engine, input) {
    const record = requireNamed(engine, input);
    if (record.asyncRetries) return describeAsyncRetries(engine, record);
    throw withoutAsyncRetries(engine, record);
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_DeleteFunctionEventInvokeConfig.html */
export const deleteFunctionEventInvokeConfig = operation({
  name: 'DeleteFunctionEventInvokeConfig',
  input: oneFunction,
  run(engine, input) {
    const { asyncRetries, ...record } = requireNamed(engine, input);
    if (!asyncRetries) throw withoutAsyncRetries(engine, record);
    engine.functions.set(record.name, record);
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_TagResource.html */
export const tagResource = operation({
  name: 'TagResource',
  input: structure({ Resource: required(string()), Tags: required(map(string())) }),
  run(engine, { Resource, Tags }) {
    const record = requireFunction(engine, Resource);
    engine.functions.set(record.name, { ...record, tags: { ...record.tags, ...Tags } });
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_UntagResource.html */
export const untagResource = operation({
  name: 'UntagResource',
  input: structure({ Resource: required(string()), TagKeys: required(list(string())) }),
  run(engine, { Resource, TagKeys }) {
    const record = requireFunction(engine, Resource);
    const left = Object.entries(record.tags).filter(([key]) => !TagKeys.includes(key));
    engine.functions.set(record.name, { ...record, tags: Object.fromEntries(left) });
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_AddPermission.html */
export const addPermission = operation({
  name: 'AddPermission',
  input: structure({
    FunctionName: required(string()),
    StatementId: required(string({ min: 1, max: 100, pattern: /^[a-zA-Z0-9_-]+$/ })),
    Action: required(string({ pattern: /^(?:lambda:[*]|lambda:[a-zA-Z]+|[*])$/ })),
    Principal: required(string()),
    SourceArn: string(),
    SourceAccount: string({ pattern: /^\d{12}$/ }),
  }),
  run(engine, { FunctionName, StatementId, Action, Principal, SourceArn, SourceAccount }) {
    const record = requireFunction(engine, FunctionName);
    if (Object.hasOwn(record.permissions, StatementId)) {
      throw resourceConflict(
        `The statement id (${StatementId}) provided already exists. Please provide a new statement id, or remove the existing statement.`,
      );
    }
    const conditions = {
      ...(SourceArn !== undefined && { ArnLike: { 'AWS:SourceArn': SourceArn } }),
      ...(SourceAccount !== undefined && { StringEquals: { 'AWS:SourceAccount': SourceAccount } }),
    };
    const statement = {
      Sid: StatementId,
      Effect: 'Allow',
      Principal: Principal.endsWith('.amazonaws.com') ? { Service: Principal } : { AWS: Principal },
      Action,
      Resource: functionArn(engine.world, record.name),
      ...(Object.keys(conditions).length > 0 && { Condition: conditions }),
    };
    engine.functions.set(record.name, {
      ...record,
      permissions: { ...record.permissions, [StatementId]: statement },
    });
    return { Statement: JSON.stringify(statement) };
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_GetPolicy.html */
export const getPolicy = operation({
  name: 'GetPolicy',
  input: oneFunction,
  run(engine, input) {
    const { permissions, revisionId } = requireNamed(engine, input);
    const Statement = Object.values(permissions);
    if (Statement.length === 0) throw resourceNotFound('The resource you requested does not exist.');
    return {
      Policy: JSON.stringify({ Version: '2012-10-17', Id: 'default', Statement }),
      RevisionId: revisionId,
    };
  },
});

/** https://docs.aws.amazon.com/lambda/latest/api/API_RemovePermission.html */
export const removePermission = operation({
  name: 'RemovePermission',
  input: structure({ FunctionName: required(string()), StatementId: required(string()) }),
  run(engine, { FunctionName, StatementId }) {
    const record = requireFunction(engine, FunctionName);
    const { [StatementId]: removed, ...permissions } = record.permissions;
    if (!removed) throw resourceNotFound(`Statement ${StatementId} is not found in resource policy.`);
    engine.functions.set(record.name, { ...record, permissions });
  },
});

function requireNamed(
  engine: LambdaEngine,
  { FunctionName, Qualifier }: { FunctionName: string; Qualifier?: string },
): FunctionRecord {
  if (Qualifier !== undefined) requireLatest(Qualifier);
  return requireFunction(engine, FunctionName);
}

function withoutAsyncRetries({ world }: LambdaEngine, { name }: FunctionRecord): AwsError {
  return resourceNotFound(
    `The function ${functionArn(world, name)}:$LATEST doesn't have an EventInvokeConfig`,
  );
}

function change(engine: LambdaEngine, record: FunctionRecord, changes: Partial<FunctionRecord>): object {
  const { clock, random } = engine.world;
  const next = { ...record, ...changes, modifiedAt: clock.now(), revisionId: random.uuid() };
  engine.functions.set(record.name, next);
  return describeFunction(engine, next);
}

function requireRevision({ revisionId }: FunctionRecord, wanted: string | undefined): void {
  if (wanted === undefined || wanted === revisionId) return;
  const message =
    'The RevisionId provided does not match the latest RevisionId. Call the GetFunction/GetAlias API to retrieve the latest RevisionId';
  throw new AwsError('PreconditionFailedException', message, { status: 412 });
}

/** Lambda's runtime sets these itself. https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
const reserved = new Set([
  '_HANDLER',
  '_X_AMZN_TRACE_ID',
  'AWS_DEFAULT_REGION',
  'AWS_REGION',
  'AWS_EXECUTION_ENV',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_LAMBDA_RUNTIME_API',
  'LAMBDA_TASK_ROOT',
  'LAMBDA_RUNTIME_DIR',
]);
const mostVariableBytes = 4_096;

function checkVariables(variables: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(variables)) {
    if (reserved.has(name)) {
      throw invalidParameter(
        `Lambda was unable to configure your environment variables because the environment variables you have provided contains reserved keys that are currently not supported for modification. Reserved keys used in this request: ${name}`,
      );
    }
    if (!/^[a-zA-Z]\w+$/.test(name))
      throw invalidParameter(`${name} cannot be the name of an environment variable`);
  }
  if (Buffer.byteLength(JSON.stringify(variables)) > mostVariableBytes) {
    throw invalidParameter(
      'Lambda was unable to configure your environment variables because the environment variables you have provided exceeded the 4KB limit.',
    );
  }
}

/** https://docs.aws.amazon.com/lambda/latest/api/API_FunctionConfiguration.html */
function describeFunction({ world }: LambdaEngine, record: FunctionRecord): object {
  return {
    FunctionName: record.name,
    FunctionArn: functionArn(world, record.name),
    Runtime: record.runtime,
    Role: record.roleArn,
    Handler: record.handler,
    Description: record.description,
    Timeout: record.timeoutSeconds,
    MemorySize: record.memoryMegabytes,
    LastModified: new Date(record.modifiedAt).toISOString().replace('Z', '+0000'),
    Version: '$LATEST',
    ...(Object.keys(record.variables).length > 0 && { Environment: { Variables: record.variables } }),
    TracingConfig: { Mode: record.tracing },
    RevisionId: record.revisionId,
    State: 'Active',
    LastUpdateStatus: 'Successful',
    PackageType: 'Zip',
    Architectures: [record.architecture],
    LoggingConfig: { LogFormat: 'Text', LogGroup: record.logGroup },
    ...(record.deadLetterArn && { DeadLetterConfig: { TargetArn: record.deadLetterArn } }),
  };
}

function describeAsyncRetries({ world }: LambdaEngine, record: FunctionRecord): object {
  const { attempts, ageSeconds } = record.asyncRetries ?? {};
  return {
    FunctionArn: `${functionArn(world, record.name)}:$LATEST`,
    LastModified: Math.floor(world.clock.now() / 1_000),
    ...(attempts !== undefined && { MaximumRetryAttempts: attempts }),
    ...(ageSeconds !== undefined && { MaximumEventAgeInSeconds: ageSeconds }),
  };
}
