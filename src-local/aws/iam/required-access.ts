import type { AccessRequest } from './policy.ts';

/** A call as the dispatcher knows it. */
export interface ServiceCall {
  readonly service: string;
  readonly operation: string;
  /** The parsed body of a call in AWS JSON. */
  readonly input?: unknown;
  /** The percent-encoded path and the query of a REST call. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

interface Place {
  readonly region: string;
  readonly account: string;
}

/** Tells what the permissions for a call depend on beside the call. */
interface Objects {
  /** An object is named as `bucket/key`. */
  readonly hasTags?: (object: string) => boolean;
}

/**
 * Lists what a caller must be allowed for a call, as the pages "Actions, resources, and condition keys" have it.
 * A call of an unlisted service needs its own name on every resource.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
export function listRequiredAccess(
  place: Place,
  call: ServiceCall,
  { hasTags = () => false }: Objects = {},
): readonly AccessRequest[] {
  const input = isRecord(call.input) ? call.input : {};
  const prefix = prefixes[call.service] ?? call.service;
  const action = `${prefix}:${permissionNames[`${prefix}:${call.operation}`] ?? call.operation}`;
  switch (call.service) {
    case 'dynamodb':
      return listTableAccess(place, call.operation, action, input);
    case 'dynamodbstreams':
      return [{ action, resource: readText(input, 'StreamArn') ?? findStreamOfIterator(input) }];
    case 'sqs':
      return [{ action, resource: queueArn(place, input) }];
    case 'sfn':
      return [{ action, resource: readText(input, 'stateMachineArn', 'executionArn', 'resourceArn') ?? '*' }];
    case 'lambda':
      return [{ action, resource: functionArn(place, readText(input, 'FunctionName') ?? '*') }];
    case 'cloudwatch':
      return [{ action, resource: '*', context: namespaceContext(input) }];
    case 's3':
      return listObjectAccess(
        action,
        call.path === undefined ? { ...call, path: writePath(input) } : call,
        hasTags,
      );
    case 'kms':
      return [{ action, resource: keyArn(place, readText(input, 'KeyId') ?? '*') }];
    case 'textract':
      return [{ action, resource: '*' }, ...listDocumentsRead(input)];
    case 'bedrock':
      return listModelAccess(place, call);
    default:
      return [{ action, resource: readText(input, 'modelArn', 'resourceArn') ?? '*' }];
  }
}

const prefixes: Readonly<Record<string, string>> = { sfn: 'states', dynamodbstreams: 'dynamodb' };

/** These operations need the permission of another name. */
const permissionNames: Readonly<Record<string, string>> = {
  'lambda:Invoke': 'InvokeFunction',
  'sqs:SendMessageBatch': 'SendMessage',
  'sqs:DeleteMessageBatch': 'DeleteMessage',
  'sqs:ChangeMessageVisibilityBatch': 'ChangeMessageVisibility',
  's3:HeadObject': 'GetObject',
  's3:HeadBucket': 'ListBucket',
  's3:ListObjects': 'ListBucket',
  's3:ListObjectsV2': 'ListBucket',
  's3:DeleteObjects': 'DeleteObject',
  's3:CopyObject': 'PutObject',
  's3:CreateMultipartUpload': 'PutObject',
  's3:UploadPart': 'PutObject',
  's3:UploadPartCopy': 'PutObject',
  's3:CompleteMultipartUpload': 'PutObject',
};

function listTableAccess(
  place: Place,
  operation: string,
  action: string,
  input: Readonly<Record<string, unknown>>,
): readonly AccessRequest[] {
  const onTable = (name: unknown, forAction = action, index?: unknown): AccessRequest => ({
    action: forAction,
    resource: `${tableArn(place, name)}${typeof index === 'string' ? `/index/${index}` : ''}`,
  });
  const tables = isRecord(input['RequestItems']) ? Object.keys(input['RequestItems']) : undefined;
  if (tables) return tables.map((name) => onTable(name));
  const actions = input['TransactItems'];
  if (Array.isArray(actions)) {
    return actions.flatMap((one: unknown) =>
      Object.entries(isRecord(one) ? one : {}).map(([kind, request]) =>
        onTable(isRecord(request) ? request['TableName'] : undefined, transactionActions[kind] ?? action),
      ),
    );
  }
  if (operation === 'ListTables') return [{ action, resource: '*' }];
  return [onTable(input['TableName'], action, input['IndexName'])];
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html */
const transactionActions: Readonly<Record<string, string>> = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  Get: 'dynamodb:GetItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
};

function tableArn({ region, account }: Place, name: unknown): string {
  const text = typeof name === 'string' ? name : '*';
  return text.startsWith('arn:') ? text : `arn:aws:dynamodb:${region}:${account}:table/${text}`;
}

/** An iterator of a stream begins with the ARN of the stream. */
function findStreamOfIterator(input: Readonly<Record<string, unknown>>): string {
  return readText(input, 'ShardIterator')?.split('|')[0] ?? '*';
}

function queueArn({ region, account }: Place, input: Readonly<Record<string, unknown>>): string {
  const address = readText(input, 'QueueUrl', 'QueueName') ?? '*';
  return `arn:aws:sqs:${region}:${account}:${address.split('/').at(-1) ?? address}`;
}

function functionArn({ region, account }: Place, name: string): string {
  return name.startsWith('arn:') ? name : `arn:aws:lambda:${region}:${account}:function:${name}`;
}

function keyArn({ region, account }: Place, key: string): string {
  if (key.startsWith('arn:')) return key;
  return `arn:aws:kms:${region}:${account}:${key.startsWith('alias/') ? key : `key/${key}`}`;
}

function namespaceContext(input: Readonly<Record<string, unknown>>): Record<string, string> {
  const namespace = readText(input, 'Namespace');
  return namespace === undefined ? {} : { 'cloudwatch:namespace': namespace };
}

const onBuckets = new Set(['s3:ListBucket', 's3:CreateBucket', 's3:GetBucketLocation']);

/** An object is copied with its tags, unless they are replaced. https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
function listObjectAccess(
  action: string,
  { operation, path = '/', headers = {} }: ServiceCall,
  hasTags: (object: string) => boolean,
): readonly AccessRequest[] {
  const [bucket = '', ...key] = path.slice(1).split('/').map(decodeURIComponent);
  const isBucket = onBuckets.has(action) || key.join('') === '';
  const resource = `arn:aws:s3:::${isBucket && action !== 's3:DeleteObject' ? bucket : `${bucket}/${key.join('/') || '*'}`}`;
  const source = headers['x-amz-copy-source'];
  const from = source && decodeURIComponent(source).replace(/^\//, '').split('?', 1)[0];
  const read = from === undefined ? [] : [{ action: 's3:GetObject', resource: `arn:aws:s3:::${from}` }];
  const isWithTags = operation === 'CopyObject' && headers['x-amz-tagging-directive'] !== 'REPLACE';
  const readTags =
    from !== undefined && isWithTags && hasTags(from)
      ? [{ action: 's3:GetObjectTagging', resource: `arn:aws:s3:::${from}` }]
      : [];
  const isTagged = readTags.length > 0 || (!isWithTags && headers['x-amz-tagging'] !== undefined);
  const writeTags = isTagged ? [{ action: 's3:PutObjectTagging', resource }] : [];
  return [{ action, resource }, ...read, ...readTags, ...writeTags];
}

/** Other services name a bucket and a key where a client has a path. */
function writePath(input: Readonly<Record<string, unknown>>): string {
  const key = readText(input, 'Key');
  return `/${[readText(input, 'Bucket') ?? '', ...(key?.split('/') ?? [])].map(encodeURIComponent).join('/')}`;
}

/**
 * S3 says that an object is not there only to those who may list its bucket, and to others that access is denied.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export function toLookup({ path = '/', headers = {} }: ServiceCall): ServiceCall {
  const source = headers['x-amz-copy-source']?.replace(/^\//, '');
  const [bucket = ''] = (source ?? path.slice(1)).split('/');
  return { service: 's3', operation: 'ListObjectsV2', path: `/${bucket}` };
}

/** Textract reads an object as its caller. https://docs.aws.amazon.com/textract/latest/dg/security_iam_service-with-iam.html */
function listDocumentsRead(input: Readonly<Record<string, unknown>>): readonly AccessRequest[] {
  const document = input['Document'] ?? input['DocumentLocation'];
  const object = isRecord(document) ? document['S3Object'] : undefined;
  if (!isRecord(object)) return [];
  const resource = `arn:aws:s3:::${String(object['Bucket'])}/${String(object['Name'])}`;
  return [{ action: 's3:GetObject', resource }];
}

/**
 * Converse needs the permission of InvokeModel: on the model, or on an inference profile and on the model behind it.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html
 */
function listModelAccess(
  { region, account }: Place,
  { path = '', body }: ServiceCall,
): readonly AccessRequest[] {
  const arn = (owner: string, what: string): string => `arn:aws:bedrock:${region}:${owner}:${what}`;
  const modelId = decodeURIComponent(path.split('/')[2] ?? '');
  const [, behind] = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/.exec(modelId) ?? [];
  const action = 'bedrock:InvokeModel';
  const guardrail = readGuardrail(body);
  return [
    ...(behind === undefined ? [] : [{ action, resource: arn(account, `inference-profile/${modelId}`) }]),
    { action, resource: arn('', `foundation-model/${behind ?? modelId}`) },
    ...(guardrail === undefined
      ? []
      : [{ action: 'bedrock:ApplyGuardrail', resource: arn(account, `guardrail/${guardrail}`) }]),
  ];
}

function readGuardrail(body: Uint8Array | undefined): string | undefined {
  try {
    const asked: unknown = JSON.parse(Buffer.from(body ?? []).toString('utf8'));
    const config = isRecord(asked) ? asked['guardrailConfig'] : undefined;
    const id = isRecord(config) ? config['guardrailIdentifier'] : undefined;
    return typeof id === 'string' ? id.split('/').at(-1) : undefined;
  } catch {
    return undefined;
  }
}

function readText(input: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | undefined {
  return names.map((name) => input[name]).find((value) => typeof value === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
