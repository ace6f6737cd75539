import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type GetObjectCommandInput,
  type ListObjectsV2CommandInput,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import type { Clients, Tools } from '#scripts/conformance/assertion.ts';

/** Creates a bucket for one assertion, with the calls that assertions make on it. */
export async function aBucket(aws: Clients, tools: Tools) {
  const Bucket = tools.name('bucket');
  await aws.s3.send(new CreateBucketCommand({ Bucket }));
  tools.afterwards(() => aws.s3.send(new DeleteBucketCommand({ Bucket })));
  tools.afterwards(async () => {
    const { Contents = [] } = await aws.s3.send(new ListObjectsV2Command({ Bucket }));
    for (const { Key } of Contents) await aws.s3.send(new DeleteObjectCommand({ Bucket, Key }));
  });
  const get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
    aws.s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return {
    name: Bucket,
    put: (
      Key: string,
      Body: NonNullable<PutObjectCommandInput['Body']>,
      more: Partial<PutObjectCommandInput> = {},
    ) => aws.s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more })),
    get,
    text: async (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
      (await (await get(Key, more)).Body?.transformToString()) ?? '',
    head: (Key: string) => aws.s3.send(new HeadObjectCommand({ Bucket, Key })),
    delete: (Key: string) => aws.s3.send(new DeleteObjectCommand({ Bucket, Key })),
    list: (more: Partial<ListObjectsV2CommandInput> = {}) =>
      aws.s3.send(new ListObjectsV2Command({ Bucket, ...more })),
  };
}

export type Bucket = Awaited<ReturnType<typeof aBucket>>;
