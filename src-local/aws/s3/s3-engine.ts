import type { Collection } from '../../journal/store.ts';
import type { World } from '../../world/world.ts';
import { checkBucketName } from './buckets/bucket-name.ts';
import { SortedKeys } from './listing/sorted-keys.ts';
import { Outbox } from './notifications/outbox.ts';
import { noSuchBucket, noSuchKey, noSuchUpload } from './protocol/refusals.ts';
import type { BucketRecord, ObjectRecord, PartRecord, Piece, UploadRecord } from './records.ts';

/** Buckets, objects and uploads: metadata in collections, bytes in blobs, the order of keys in memory. */
export class S3Engine {
  readonly world: World;
  readonly buckets: Collection<BucketRecord>;
  readonly uploads: Collection<UploadRecord>;
  readonly outbox: Outbox;
  readonly #keys = new Map<string, SortedKeys>();

  constructor(world: World) {
    this.world = world;
    this.buckets = world.store.collection('s3/buckets');
    this.uploads = world.store.collection('s3/uploads');
    this.outbox = new Outbox(world);
    world.blobs.keepOnly(new Set(this.#blobs()));
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
    this.world.store.drop(objectsName(name));
    this.#keys.delete(name);
    this.buckets.delete(name);
  }

  keys(bucket: string): SortedKeys {
    let keys = this.#keys.get(bucket);
    if (!keys) this.#keys.set(bucket, (keys = new SortedKeys(this.#objects(bucket).keys())));
    return keys;
  }

  /** By key, in no order. */
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

  setObject(bucket: string, key: string, object: ObjectRecord): void {
    this.keys(bucket).add(key);
    this.#objects(bucket).set(key, object);
  }

  dropObject(bucket: string, key: string): boolean {
    this.keys(bucket).remove(key);
    return this.#objects(bucket).delete(key);
  }

  upload(bucket: string, key: string, id: string): UploadRecord {
    this.bucket(bucket);
    const upload = this.uploads.get(id);
    if (!upload || upload.bucket !== bucket || upload.key !== key) throw noSuchUpload(id);
    return upload;
  }

  /** By part number. */
  parts(uploadId: string): Collection<PartRecord> {
    return this.world.store.collection(`s3/parts/${uploadId}`);
  }

  dropUpload(id: string): void {
    this.uploads.delete(id);
    this.world.store.drop(`s3/parts/${id}`);
  }

  keep(bytes: Uint8Array): Piece {
    return { blob: this.world.blobs.put(bytes), size: bytes.length };
  }

  /** From `start` up to, not including, `end`. */
  read(content: readonly Piece[], start: number, end: number): Uint8Array {
    const found: Uint8Array[] = [];
    let at = 0;
    for (const { blob, size } of content) {
      if (at < end && at + size > start) {
        const bytes = this.world.blobs.get(blob);
        if (!bytes) throw new Error(`The bytes of ${blob} are gone`);
        found.push(bytes.subarray(Math.max(0, start - at), end - at));
      }
      at += size;
    }
    return found.length === 1 && found[0] ? found[0] : Buffer.concat(found);
  }

  #objects(bucket: string): Collection<ObjectRecord> {
    return this.world.store.collection(objectsName(bucket));
  }

  *#blobs(): Generator<string> {
    for (const bucket of this.buckets.keys()) {
      for (const { content } of this.#objects(bucket).values()) for (const { blob } of content) yield blob;
    }
    for (const id of this.uploads.keys()) {
      for (const { piece } of this.parts(id).values()) yield piece.blob;
    }
  }
}

function objectsName(bucket: string): string {
  return `s3/objects/${bucket}`;
}
