import type { ObjectRecord } from './records.ts';

/** By key. CreateBucket finds what was told of the bucket before it was there. */
export function objectsOf(bucket: string): string {
  return `s3/objects/${bucket}`;
}

/** Bytes cannot be told: such an object is always drawn. */
export type ToldObject = ObjectRecord & { readonly drawn: string; readonly content: readonly [] };
