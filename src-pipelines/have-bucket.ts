import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  type BucketLocationConstraint,
} from '@aws-sdk/client-s3';
import type { PipelineParts } from './parts.ts';

/** Makes the bucket unless it is there. */
export async function haveBucket({ clients, region }: PipelineParts, Bucket: string): Promise<void> {
  // The first region has no name here. https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html
  const LocationConstraint = region as BucketLocationConstraint;
  const elsewhere = region !== 'us-east-1' && { CreateBucketConfiguration: { LocationConstraint } };
  try {
    await clients.s3.send(new CreateBucketCommand({ Bucket, ...elsewhere }));
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
  }
}
