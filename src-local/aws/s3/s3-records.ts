import type { Checksum, ChecksumAlgorithm } from './checksums.ts';

/** The records are stored as JSON. Names that users choose are values here, never members. */
export interface BucketRecord {
  readonly created: number;
  readonly location: string;
  readonly tags: readonly Tag[];
  readonly notifications: readonly QueueNotification[];
}

export interface Tag {
  readonly key: string;
  readonly value: string;
}

export interface QueueNotification {
  readonly id: string;
  readonly queueArn: string;
  readonly events: readonly string[];
  /** Undefined where the client named no filter at all. */
  readonly filters: readonly KeyFilter[] | undefined;
}

export interface KeyFilter {
  readonly name: 'prefix' | 'suffix';
  readonly value: string;
}

export interface Piece {
  readonly blob: string;
  readonly size: number;
}

/** A client sends this before there is an object: with a put, a copy, or the start of a multipart upload. */
export interface Description {
  /** Content-Type and its like, by their names in lower case. */
  readonly headers: readonly (readonly [string, string])[];
  /** Without `x-amz-meta-`. */
  readonly metadata: readonly (readonly [string, string])[];
  readonly tags: readonly Tag[];
}

export interface ObjectRecord extends Description {
  readonly content: readonly Piece[];
  /** A recipe of so many bytes, instead of content. */
  readonly drawn?: string;
  readonly size: number;
  /** Without quotes. Of a drawn object it is the hash of nothing. */
  readonly etag: string;
  readonly modified: number;
  /** A drawn object has none until a copy with one is requested. */
  readonly checksum?: Checksum;
  /** The sizes of the parts, if the object was uploaded in parts. */
  readonly partSizes?: readonly number[];
}

export interface UploadRecord extends Description {
  readonly bucket: string;
  readonly key: string;
  readonly checksum: UploadChecksum | undefined;
}

export interface UploadChecksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly type: Checksum['type'];
}

export interface PartRecord {
  readonly piece: Piece;
  readonly etag: string;
  readonly modified: number;
  readonly checksum: Checksum | undefined;
}

/**
 * Names the collection of objects by key. CreateBucket finds past objects that were there before the bucket.
 */
export function nameObjectsCollection(bucket: string): string {
  return `s3/objects/${bucket}`;
}

/** The past cannot hold bytes, so such an object is always drawn. */
export type DrawnObject = ObjectRecord & { readonly drawn: string; readonly content: readonly [] };
