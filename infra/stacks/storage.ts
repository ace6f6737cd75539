import { Fn, type App, type Stack } from 'aws-cdk-lib';
import { CfnBucket, CfnBucketPolicy } from 'aws-cdk-lib/aws-s3';
import { pipelineLifecycle } from '../../shared/pricing/infrastructure-cost.ts';
import { acknowledge, createStack, importValue, keepsData, type Deployment } from '../deployment.ts';
import { toPolicy } from '../grants.ts';

/**
 * The bucket of documents. S3 tells the document queue of each file that arrives, so the queue and its policy have to be
 * there first: this stack imports the queue from the processing stack, which knows the bucket by its name alone.
 */
export function defineStorage(app: App, deployment: Deployment): Stack {
  const stack = createStack(app, deployment, 'storage', 'The documents, their results and temporary files.');
  const [arrived, archived] = pipelineLifecycle;
  defineBucket(stack, 'DocumentsBucket', deployment.names.extraction.documentsBucket, {
    lifecycleConfiguration: {
      rules: [
        {
          id: 'archive-documents',
          status: 'Enabled',
          prefix: 'documents/',
          // A document can be reprocessed, shown and filed for as long as it exists, so its file has to be read at once.
          transitions: [{ storageClass: 'GLACIER_IR', transitionInDays: arrived.days }],
        },
        {
          id: 'expire',
          status: 'Enabled',
          expirationInDays: arrived.days + (archived?.days ?? 0),
          abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
        },
        { id: 'expire-temporary', status: 'Enabled', prefix: 'temporary/', expirationInDays: temporaryDays },
      ],
    },
    notificationConfiguration: {
      queueConfigurations: [
        {
          event: 's3:ObjectCreated:*',
          queue: importValue(deployment, 'processing', 'DocumentQueueArn'),
          // The pipeline's own objects send no event: temporary results, and results that are too large for an item.
          filter: { s3Key: { rules: [{ name: 'prefix', value: 'documents/' }] } },
        },
      ],
    },
  });
  return stack;
}

/** S3 counts whole days, so this is 24 hours and what is left of the day. */
const temporaryDays = 1;

/** A private bucket that outlives its stack, because its files cannot be made again. */
export function defineBucket(
  stack: Stack,
  id: string,
  bucketName: string,
  more: Pick<
    ConstructorParameters<typeof CfnBucket>[2] & object,
    'lifecycleConfiguration' | 'notificationConfiguration'
  > = {},
): CfnBucket {
  const bucket = new CfnBucket(stack, id, {
    bucketName,
    bucketEncryption: {
      serverSideEncryptionConfiguration: [{ serverSideEncryptionByDefault: { sseAlgorithm: 'AES256' } }],
    },
    publicAccessBlockConfiguration: {
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    },
    ownershipControls: { rules: [{ objectOwnership: 'BucketOwnerEnforced' }] },
    ...more,
  });
  bucket.applyRemovalPolicy(keepsData);
  acknowledge(bucket, {
    S1: 'CloudTrail records who reads the bucket, where a team wants that; a second bucket of logs would need care of its own.',
  });
  const policy = new CfnBucketPolicy(stack, `${id}Policy`, {
    bucket: bucket.ref,
    policyDocument: toPolicy([
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: [bucket.attrArn, Fn.sub(`\${${id}.Arn}/*`)],
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ]),
  });
  policy.applyRemovalPolicy(keepsData);
  return bucket;
}
