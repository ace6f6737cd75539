import { computeChecksum } from './checksums.ts';
import type { Call } from '../protocol/operation.ts';
import { checkKey } from './object-keys.ts';
import { computeMd5 } from './put-object.ts';
import { announce } from './object-events.ts';
import type { S3Engine } from './s3-engine.ts';
import type { ObjectRecord } from './s3-records.ts';

/**
 * Answers the other services of this world about objects, which need neither the REST API nor a signature for it.
 * Undefined where the operation is about something else.
 */
export async function answerAboutObjects(
  engine: S3Engine,
  operation: string,
  input: object,
  call: Call,
): Promise<object | undefined> {
  const { Bucket = '', Key = '', Prefix = '', Body } = input as InsideInput;
  if (operation === 'GetObject' || operation === 'HeadObject') {
    const object = engine.object(Bucket, Key);
    const head = { ContentLength: object.size, Metadata: Object.fromEntries(object.metadata) };
    return operation === 'HeadObject' ? head : { ...head, Body: await engine.read(object, 0, object.size) };
  }
  if (operation === 'ListObjectsV2') return { Contents: listAll(engine, Bucket, Prefix) };
  if (operation === 'PutObject' && Body) {
    await put(engine, Bucket, Key, Body, call);
    return {};
  }
  return undefined;
}

interface InsideInput {
  readonly Bucket?: string;
  readonly Key?: string;
  readonly Prefix?: string;
  readonly Body?: Uint8Array;
}

interface ListedObject {
  readonly Etag: string;
  readonly LastModified: number;
  readonly Key: string;
  readonly Size: number;
  readonly StorageClass: string;
}

/** All pages at once, each object as Step Functions hands it to a Map. */
function listAll(engine: S3Engine, bucket: string, prefix: string): ListedObject[] {
  const objects = engine.objects(bucket);
  const keys = engine.keys(bucket);
  const listed: ListedObject[] = [];
  for (let index = keys.firstFrom(prefix); ; index += 1) {
    const key = keys.at(index);
    if (key === undefined || !key.startsWith(prefix)) return listed;
    const object = objects.get(key);
    if (!object) continue;
    listed.push({
      Etag: `"${object.etag}"`,
      LastModified: Math.floor(object.modified / 1_000),
      Key: key,
      Size: object.size,
      StorageClass: 'STANDARD',
    });
  }
}

async function put(
  engine: S3Engine,
  bucket: string,
  key: string,
  bytes: Uint8Array,
  call: Call,
): Promise<void> {
  checkKey(key);
  engine.bucket(bucket);
  const object: ObjectRecord = {
    headers: [['content-type', 'application/json']],
    metadata: [],
    tags: [],
    content: [engine.bytes.keep(bytes)],
    size: bytes.length,
    etag: computeMd5(bytes),
    modified: engine.world.clock.now(),
    checksum: computeChecksum('CRC64NVME', bytes),
  };
  engine.setObject(bucket, key, object);
  await announce(engine, { name: 'ObjectCreated:Put', bucket, key, object }, call);
}
