import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';
import type { PocketAws, PocketAwsOptions } from '#local/aws/pocket-aws.ts';
import type { WireResponse } from '#local/aws/protocol/wire.ts';

export const bucket = 'page-images';

/** Opens pocket AWS with one empty bucket. */
export async function aBucket(options: PocketAwsOptions = {}): Promise<ReturnType<typeof aPocketAws>> {
  const world = aPocketAws(options);
  await world.s3.send(new CreateBucketCommand({ Bucket: bucket }));
  return world;
}

export async function putText(s3: S3Client, key: string, text: string): Promise<string> {
  const { ETag } = await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: Buffer.from(text) }));
  return ETag ?? '';
}

export async function readText(s3: S3Client, key: string): Promise<string> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  return (await Body?.transformToString()) ?? '';
}

export interface RawAnswer extends WireResponse {
  readonly text: string;
}

/** Sends a raw HTTP request. By default it is signed as far as pocket AWS checks. */
export async function raw(
  aws: PocketAws,
  method: string,
  address: string,
  more: { headers?: Record<string, string>; body?: string | Uint8Array; unsigned?: boolean } = {},
): Promise<RawAnswer> {
  const [path = '/', query = ''] = address.replace(/^https?:\/\/[^/]+/, '').split('?', 2);
  const signature = more.unsigned ? {} : { authorization: 'AWS4-HMAC-SHA256 Credential=sandbox' };
  const answer = await aws.dispatch({
    method,
    path,
    query,
    headers: { ...signature, ...more.headers },
    body: Buffer.from(more.body ?? ''),
  });
  return { ...answer, text: Buffer.from(answer.body).toString() };
}
