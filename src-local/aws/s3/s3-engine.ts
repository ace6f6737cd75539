import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { noSuchBucket, noSuchKey, noSuchUpload } from './answers.ts';
import { StoredBytes, type DrawnBytes } from './object-bytes.ts';
import { SortedKeys } from './object-keys.ts';
import { Outbox } from './outbox.ts';
import {
  nameObjectsCollection,
  type BucketRecord,
  type ObjectRecord,
  type PartRecord,
  type Piece,
  type UploadRecord,
} from './s3-records.ts';

/**
 * Stores buckets, objects and uploads: metadata in collections, bytes in blobs, the order of keys in memory.
 */
export class S3Engine {
  readonly world: World;
  readonly buckets: Collection<BucketRecord>;
  readonly uploads: Collection<UploadRecord>;
  readonly outbox: Outbox;
  readonly bytes: StoredBytes;
  readonly #drawn: DrawnBytes;
  readonly #keys = new Map<string, SortedKeys>();

  constructor(world: World, drawn: DrawnBytes) {
    this.world = world;
    this.#drawn = drawn;
    this.buckets = world.store.collection('s3/buckets');
    this.uploads = world.store.collection('s3/uploads');
    this.outbox = new Outbox(world);
    this.bytes = new StoredBytes(world, this.#pieces());
  }

  bucket(name: string): BucketRecord {
    checkBucketName(name);
    const bucket = this.buckets.get(name);
    if (!bucket) throw noSuchBucket(name);
    return bucket;
  }

  changeBucket(name: string, change: Partial<BucketRecord>): void {
    this.buckets.set(name, { ...this.bucket(name), ...change });
  }

  dropBucket(name: string): void {
    for (const [id, upload] of this.uploads.entries()) if (upload.bucket === name) this.dropUpload(id);
    this.world.store.drop(nameObjectsCollection(name));
    this.#keys.delete(name);
    this.buckets.delete(name);
  }

  /** Created when a bucket is first listed. */
  keys(bucket: string): SortedKeys {
    let keys = this.#keys.get(bucket);
    if (!keys) this.#keys.set(bucket, (keys = new SortedKeys(this.#objects(bucket).keys())));
    return keys;
  }

  /** Yields the objects by key, in no order. */
  objects(bucket: string): Collection<ObjectRecord> {
    this.bucket(bucket);
    return this.#objects(bucket);
  }

  findObject(bucket: string, key: string): ObjectRecord | undefined {
    return this.objects(bucket).get(key);
  }

  object(bucket: string, key: string): ObjectRecord {
    const object = this.findObject(bucket, key);
    if (!object) throw noSuchKey(key);
    return object;
  }

  /** Returns the bytes from `start` up to, but not including, `end`: at once, unless they have to be drawn. */
  read({ content, drawn, size }: ObjectRecord, start: number, end: number): Uint8Array | Promise<Uint8Array> {
    if (drawn === undefined) return this.bytes.read(content, start, end);
    return this.#drawn.of(drawn, size).then((bytes) => bytes.subarray(start, end));
  }

  setObject(bucket: string, key: string, object: ObjectRecord): void {
    const earlier = this.#objects(bucket).get(key);
    this.bytes.refer(object.content);
    if (earlier) this.bytes.release(earlier.content);
    else this.#keys.get(bucket)?.add(key);
    this.#objects(bucket).set(key, object);
  }

  /** Returns true if the object was there. */
  dropObject(bucket: string, key: string): boolean {
    const object = this.#objects(bucket).get(key);
    if (!object) return false;
    this.bytes.release(object.content);
    this.#keys.get(bucket)?.remove(key);
    return this.#objects(bucket).delete(key);
  }

  upload(bucket: string, key: string, id: string): UploadRecord {
    this.bucket(bucket);
    const upload = this.uploads.get(id);
    if (!upload || upload.bucket !== bucket || upload.key !== key) throw noSuchUpload(id);
    return upload;
  }

  /** Lists the parts by number. */
  parts(uploadId: string): Collection<PartRecord> {
    return this.world.store.collection(`s3/parts/${uploadId}`);
  }

  setPart(uploadId: string, number: number, part: PartRecord): void {
    const parts = this.parts(uploadId);
    const earlier = parts.get(String(number));
    this.bytes.refer([part.piece]);
    if (earlier) this.bytes.release([earlier.piece]);
    parts.set(String(number), part);
  }

  dropUpload(id: string): void {
    for (const { piece } of this.parts(id).values()) this.bytes.release([piece]);
    this.uploads.delete(id);
    this.world.store.drop(`s3/parts/${id}`);
  }

  #objects(bucket: string): Collection<ObjectRecord> {
    return this.world.store.collection(nameObjectsCollection(bucket));
  }

  *#pieces(): Generator<Piece> {
    for (const bucket of this.buckets.keys()) {
      // Past objects are drawn and have no bytes.
      for (const [, { content }] of this.#objects(bucket).written()) yield* content;
    }
    for (const id of this.uploads.keys()) for (const { piece } of this.parts(id).values()) yield piece;
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
export function checkBucketName(name: string): void {
  const isGood =
    /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(name) &&
    !name.includes('..') &&
    !/^\d+\.\d+\.\d+\.\d+$/.test(name) &&
    !reservedStarts.some((start) => name.startsWith(start)) &&
    !reservedEnds.some((end) => name.endsWith(end));
  if (isGood) return;
  const fields = { BucketName: name };
  throw new AwsError('InvalidBucketName', 'The specified bucket is not valid.', { fields });
}

const reservedStarts = ['xn--', 'sthree-', 'amzn-s3-demo-'];
const reservedEnds = ['-s3alias', '--ol-s3', '.mrap', '--x-s3', '--table-s3'];
