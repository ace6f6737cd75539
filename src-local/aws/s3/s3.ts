import type { World } from '../../world/world.ts';
import type { RestService } from '../dispatch.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { unknownOperation } from '../protocol/operation.ts';
import type { WireRequest } from '../protocol/wire.ts';
import {
  answerHeaders,
  httpDate,
  refuse,
  accessDenied,
  methodNotAllowed,
  notImplemented,
  emptyAnswer,
  xmlAnswer,
  invalidRequest,
} from './answers.ts';
import { getBucketNotification, putBucketNotification } from './bucket-notification.ts';
import { createBucket, deleteBucket, getBucketLocation, headBucket, listBuckets } from './buckets.ts';
import { checkSignature } from './check-signature.ts';
import { copyObject } from './copy-object.ts';
import { getObject, headObject } from './get-object.ts';
import { answerAboutObjects } from './inside-calls.ts';
import { listObjects, listObjectsV2 } from './list-objects.ts';
import {
  completeMultipartUpload,
  abortMultipartUpload,
  createMultipartUpload,
  uploadPart,
  uploadPartCopy,
} from './multipart-uploads.ts';
import { DrawnBytes, type DrawObject } from './object-bytes.ts';
import { announce } from './object-events.ts';
import { checkMatch } from './preconditions.ts';
import { putObject } from './put-object.ts';
import { receiveBody } from './received-body.ts';
import { S3Engine } from './s3-engine.ts';
import { refuseWhatIsNotNamed, type S3Operation } from './s3-operation.ts';
import { parseTarget, type Target } from './s3-request.ts';
import {
  deleteBucketTagging,
  deleteObjectTagging,
  getBucketTagging,
  getObjectTagging,
  putBucketTagging,
  putObjectTagging,
} from './tag-sets.ts';
import {
  createElement,
  textElement,
  malformedXml,
  groupChildren,
  readXml,
  readRequiredText,
  readText,
} from './xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
const deleteObject: S3Operation = {
  name: 'DeleteObject',
  method: 'DELETE',
  on: 'object',
  headers: { 'if-match': 'any' },
  async run(engine, { bucket, key, headers }, call) {
    checkMatch(key, engine.findObject(bucket, key), headers.get('if-match'));
    if (engine.dropObject(bucket, key)) {
      await announce(engine, { name: 'ObjectRemoved:Delete', bucket, key }, call);
    }
    // To have been there or not is the same: it is not there now.
    return emptyAnswer(204);
  },
};

const mostKeys = 1000;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html */
const deleteObjects: S3Operation = {
  name: 'DeleteObjects',
  method: 'POST',
  on: 'bucket',
  marks: ['delete'],
  async run(engine, { bucket, body }, call) {
    engine.bucket(bucket);
    if (!body.hasMd5 && !body.checksum) {
      throw invalidRequest('Missing required header for this request: Content-MD5 OR x-amz-checksum-*');
    }
    const { entries, quiet } = readDelete(body.bytes);
    const results: string[] = [];
    const deliveries: Promise<void>[] = [];
    for (const entry of entries) {
      const { key } = entry;
      const refusal = call.entryFails() ? internalError() : findRefusal(engine, bucket, entry);
      if (refusal) results.push(errorElement(key, refusal));
      else {
        const wasThere = engine.dropObject(bucket, key);
        if (wasThere) {
          deliveries.push(announce(engine, { name: 'ObjectRemoved:Delete', bucket, key }, call));
        }
        if (!quiet) results.push(createElement('Deleted', textElement('Key', key)));
      }
    }
    await Promise.all(deliveries);
    return xmlAnswer('DeleteResult', results.join(''));
  },
};

interface Entry {
  readonly key: string;
  readonly etag: string | undefined;
}

/** Versions, and conditions that only directory buckets know. */
const notBuilt = ['VersionId', 'LastModifiedTime', 'Size'];

function readDelete(bytes: Uint8Array): { entries: readonly Entry[]; quiet: boolean } {
  const members = groupChildren(readXml(bytes, 'Delete'), ['Object', 'Quiet']);
  const entries = (members.get('Object') ?? []).map((element) => {
    const entry = groupChildren(element, ['Key', 'ETag', ...notBuilt]);
    for (const name of notBuilt) if (entry.has(name)) throw notImplemented('XML element', name);
    return { key: readRequiredText(entry, 'Key'), etag: readText(entry, 'ETag') };
  });
  if (entries.length === 0 || entries.length > mostKeys) throw malformedXml();
  return { entries, quiet: readText(members, 'Quiet') === 'true' };
}

function findRefusal(engine: S3Engine, bucket: string, { key, etag }: Entry): AwsError | undefined {
  try {
    checkMatch(key, engine.findObject(bucket, key), etag);
    return undefined;
  } catch (error) {
    if (error instanceof AwsError) return error;
    throw error;
  }
}

function internalError(): AwsError {
  return new AwsError('InternalError', 'We encountered an internal error. Please try again.');
}

function errorElement(key: string, error: AwsError): string {
  return createElement(
    'Error',
    textElement('Key', key),
    textElement('Code', error.name),
    textElement('Message', error.message),
  );
}

/**
 * S3 by its REST API, path-style: https://docs.aws.amazon.com/AmazonS3/latest/API/Type_API_Reference.html.
 * It answers whatever no other service does.
 */
export function s3(world: World, draw?: DrawObject): RestService {
  const engine = new S3Engine(world, new DrawnBytes(world, draw));
  const service: RestService = {
    name: 's3',
    readOperationName,
    async run(request, call) {
      const target = parseTarget(request);
      checkSignature(target, world.clock.now());
      const operation = findOperation(target);
      refuseWhatIsNotNamed(operation, target);
      const owner = target.headers.get('x-amz-expected-bucket-owner');
      if (owner !== undefined && owner !== world.account) throw accessDenied();

      const body = receiveBody(request.body, target.headers);
      const answer = await operation.run(engine, { ...target, body }, call);
      const date = httpDate(world.clock.now());
      return { ...answer, headers: { ...answer.headers, ...answerHeaders(call.requestId), date } };
    },
    async runFromInside(operation, input, call) {
      const answer = await answerAboutObjects(engine, operation, input, call);
      if (answer) return answer;
      await service.run(writeRequest(operation, { ...input }), call);
      return {};
    },
    refuse,
  };
  return service;
}

/** Fault rules ask for it before anything else has looked at the request. */
function readOperationName(request: WireRequest): string {
  try {
    return findOperation(parseTarget(request)).name;
  } catch {
    return 'Unknown';
  }
}

/** These are all S3 operations of Pocket AWS. If several fit a request, the one with the most marks is used. */
const operations: readonly S3Operation[] = [
  listBuckets,
  createBucket,
  headBucket,
  deleteBucket,
  getBucketLocation,
  listObjectsV2,
  listObjects,
  getBucketNotification,
  putBucketNotification,
  putObject,
  copyObject,
  getObject,
  headObject,
  deleteObject,
  deleteObjects,
  putBucketTagging,
  getBucketTagging,
  deleteBucketTagging,
  putObjectTagging,
  getObjectTagging,
  deleteObjectTagging,
  createMultipartUpload,
  uploadPart,
  uploadPartCopy,
  completeMultipartUpload,
  abortMultipartUpload,
].toSorted((one, other) => countMarks(other) - countMarks(one));

function findOperation(target: Target): S3Operation {
  const found = operations.find(
    ({ method, on, marks = [], markedBy }) =>
      method === target.method &&
      on === target.level &&
      marks.every((mark) => target.query.has(mark)) &&
      (markedBy === undefined || target.headers.has(markedBy)),
  );
  if (found) return found;
  const [parameter] = target.query.keys();
  throw parameter === undefined
    ? methodNotAllowed(target.method)
    : notImplemented('query parameter', parameter);
}

function countMarks({ marks = [], markedBy }: S3Operation): number {
  return marks.length + (markedBy === undefined ? 0 : 1);
}

/** The members of these operations, as clients name them. */
interface InsideInput {
  readonly Bucket?: string;
  readonly Tagging?: { readonly TagSet: readonly Tag[] };
  readonly NotificationConfiguration?: { readonly QueueConfigurations?: readonly QueueConfiguration[] };
}

interface Tag {
  readonly Key: string;
  readonly Value: string;
}

interface QueueConfiguration {
  readonly Id?: string;
  readonly QueueArn: string;
  readonly Events: readonly string[];
  readonly Filter?: { readonly Key: { readonly FilterRules: readonly FilterRule[] } };
}

interface FilterRule {
  readonly Name: string;
  readonly Value: string;
}

/**
 * Writes the request that a client would send. Other services here call S3 by the operations on buckets, and by no
 * others: objects come from clients.
 */
function writeRequest(operation: string, input: InsideInput): WireRequest {
  const write = writers[operation];
  if (!write) throw unknownOperation(`s3:${operation}`);
  const { method, query = '', body = '' } = write(input);
  return {
    method,
    path: `/${encodeURIComponent(input.Bucket ?? '')}`,
    query,
    // Buckets are private, so that a request without a signature is refused.
    headers: { authorization: 'AWS4-HMAC-SHA256 from inside' },
    body: new TextEncoder().encode(body),
  };
}

type Written = { readonly method: string; readonly query?: string; readonly body?: string };

const writers: Readonly<Record<string, (input: InsideInput) => Written>> = {
  CreateBucket: () => ({ method: 'PUT' }),
  HeadBucket: () => ({ method: 'HEAD' }),
  DeleteBucket: () => ({ method: 'DELETE' }),
  PutBucketTagging: (input) => ({ method: 'PUT', query: 'tagging', body: writeTagging(input) }),
  DeleteBucketTagging: () => ({ method: 'DELETE', query: 'tagging' }),
  PutBucketNotificationConfiguration: (input) => ({
    method: 'PUT',
    query: 'notification',
    body: writeNotifications(input),
  }),
};

function writeTagging({ Tagging }: InsideInput): string {
  const tags = (Tagging?.TagSet ?? []).map(({ Key, Value }) =>
    createElement('Tag', textElement('Key', Key), textElement('Value', Value)),
  );
  return createElement('Tagging', createElement('TagSet', ...tags));
}

function writeNotifications({ NotificationConfiguration }: InsideInput): string {
  const { QueueConfigurations = [] } = NotificationConfiguration ?? {};
  const configurations = QueueConfigurations.map(({ Id, QueueArn, Events, Filter }) =>
    createElement(
      'QueueConfiguration',
      textElement('Id', Id),
      textElement('Queue', QueueArn),
      ...Events.map((event) => textElement('Event', event)),
      Filter ? createElement('Filter', createElement('S3Key', ...Filter.Key.FilterRules.map(writeRule))) : '',
    ),
  );
  return createElement('NotificationConfiguration', ...configurations);
}

function writeRule({ Name, Value }: FilterRule): string {
  return createElement('FilterRule', textElement('Name', Name), textElement('Value', Value));
}
