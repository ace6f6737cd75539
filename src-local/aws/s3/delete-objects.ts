import { AwsError } from '../protocol/aws-error.ts';
import { emptyAnswer, xmlAnswer, invalidRequest, notImplemented } from './answers.ts';
import { announce } from './object-events.ts';
import { checkMatch } from './preconditions.ts';
import type { S3Engine } from './s3-engine.ts';
import type { S3Operation } from './s3-operation.ts';
import {
  malformedXml,
  createElement,
  groupChildren,
  readXml,
  readRequiredText,
  textElement,
  readText,
} from './xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
export const deleteObject: S3Operation = {
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
export const deleteObjects: S3Operation = {
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
