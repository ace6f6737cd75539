import type { World } from '../../world/world.ts';
import type { RestService } from '../dispatch.ts';
import { unknownOperation } from '../protocol/operation.ts';
import type { WireRequest } from '../protocol/wire.ts';
import {
  answerHeaders,
  httpDate,
  refuse,
  accessDenied,
  methodNotAllowed,
  notImplemented,
} from './answers.ts';
import { getBucketNotification, putBucketNotification } from './bucket-notification.ts';
import { createBucket, deleteBucket, getBucketLocation, headBucket, listBuckets } from './buckets.ts';
import { checkSignature } from './check-signature.ts';
import { copyObject } from './copy-object.ts';
import { deleteObject, deleteObjects } from './delete-objects.ts';
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
import { createElement, textElement } from './xml.ts';

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
