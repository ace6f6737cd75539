import { isDeepStrictEqual } from 'node:util';
import type { PropertyShape } from '../property-shapes.ts';
import {
  callUnlessRefused,
  generateName,
  readTags,
  readText,
  tagsShape,
  type CallService,
  type Properties,
  type ResourceType,
} from '../resource-type.ts';

const transition: PropertyShape = {
  StorageClass: 'text',
  TransitionInDays: 'number',
  TransitionDate: 'text',
};
const noncurrent: PropertyShape = {
  StorageClass: 'text',
  TransitionInDays: 'number',
  NoncurrentDays: 'number',
  NewerNoncurrentVersions: 'number',
};

const lifecycle: PropertyShape = {
  Rules: [
    {
      Id: 'text',
      Status: 'text',
      Prefix: 'text',
      ExpirationInDays: 'number',
      ExpirationDate: 'text',
      ExpiredObjectDeleteMarker: 'flag',
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 'number' },
      Transition: transition,
      Transitions: [transition],
      NoncurrentVersionExpiration: noncurrent,
      NoncurrentVersionExpirationInDays: 'number',
      NoncurrentVersionTransitions: [noncurrent],
      TagFilters: tagsShape,
      ObjectSizeGreaterThan: 'text',
      ObjectSizeLessThan: 'text',
    },
  ],
  TransitionDefaultMinimumObjectSize: 'text',
};

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-s3-bucket.html */
const bucket: ResourceType = {
  properties: {
    BucketName: 'text',
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [
        {
          BucketKeyEnabled: 'flag',
          ServerSideEncryptionByDefault: { SSEAlgorithm: 'text', KMSMasterKeyID: 'text' },
        },
      ],
    },
    CorsConfiguration: {
      CorsRules: [
        {
          Id: 'text',
          AllowedHeaders: ['text'],
          AllowedMethods: ['text'],
          AllowedOrigins: ['text'],
          ExposedHeaders: ['text'],
          MaxAge: 'number',
        },
      ],
    },
    LifecycleConfiguration: lifecycle,
    LoggingConfiguration: { DestinationBucketName: 'text', LogFilePrefix: 'text' },
    NotificationConfiguration: {
      QueueConfigurations: [
        { Event: 'text', Queue: 'text', Filter: { S3Key: { Rules: [{ Name: 'text', Value: 'text' }] } } },
      ],
    },
    OwnershipControls: { Rules: [{ ObjectOwnership: 'text' }] },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: 'flag',
      BlockPublicPolicy: 'flag',
      IgnorePublicAcls: 'flag',
      RestrictPublicBuckets: 'flag',
    },
    VersioningConfiguration: { Status: 'text' },
    Tags: tagsShape,
  },
  fixed: ['BucketName'],
  kept: [
    'BucketEncryption',
    'CorsConfiguration',
    'LifecycleConfiguration',
    'LoggingConfiguration',
    'OwnershipControls',
    'PublicAccessBlockConfiguration',
    'VersioningConfiguration',
  ],
  attributes: ['Arn', 'DomainName', 'RegionalDomainName', 'DualStackDomainName', 'WebsiteURL'],
  identify(wanted) {
    const { region, properties } = wanted;
    const name = readText(properties, 'BucketName') ?? generateName(wanted, 63).toLowerCase();
    return {
      physicalId: name,
      attributes: {
        Arn: `arn:aws:s3:::${name}`,
        DomainName: `${name}.s3.amazonaws.com`,
        RegionalDomainName: `${name}.s3.${region}.amazonaws.com`,
        DualStackDomainName: `${name}.s3.dualstack.${region}.amazonaws.com`,
        WebsiteURL: `http://${name}.s3-website-${region}.amazonaws.com`,
      },
    };
  },
  engine: {
    service: 's3',
    async make(call, { physicalId: Bucket, properties }) {
      if (!(await callUnlessRefused(['NoSuchBucket'], call('s3', 'HeadBucket', { Bucket })))) {
        await call('s3', 'CreateBucket', { Bucket });
      }
      if (readTags(properties).length > 0) await putTags(call, Bucket, properties);
      if (properties['NotificationConfiguration']) await putNotifications(call, Bucket, properties);
    },
    async change(call, { physicalId: Bucket, properties }, before) {
      const isChanged = (name: string) => !isDeepStrictEqual(before[name], properties[name]);
      if (isChanged('Tags')) await putTags(call, Bucket, properties);
      if (isChanged('NotificationConfiguration')) await putNotifications(call, Bucket, properties);
    },
    async remove(call, { physicalId: Bucket }) {
      await callUnlessRefused(['NoSuchBucket'], call('s3', 'DeleteBucket', { Bucket }));
    },
  },
};

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-s3-bucketpolicy.html */
const bucketPolicy: ResourceType = {
  properties: { Bucket: 'text', PolicyDocument: 'json' },
  required: ['Bucket', 'PolicyDocument'],
  fixed: ['Bucket'],
  kept: ['PolicyDocument'],
  // The engine has no policies, since there is no one else in this account.
  identify: ({ properties }) => ({ physicalId: readText(properties, 'Bucket') ?? '', attributes: {} }),
};

export const bucketTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::S3::Bucket': bucket,
  'AWS::S3::BucketPolicy': bucketPolicy,
};

async function putTags(call: CallService, Bucket: string, properties: Properties): Promise<void> {
  const TagSet = readTags(properties);
  if (TagSet.length > 0) await call('s3', 'PutBucketTagging', { Bucket, Tagging: { TagSet } });
  else await call('s3', 'DeleteBucketTagging', { Bucket });
}

interface QueueConfiguration {
  readonly Event: string;
  readonly Queue: string;
  readonly Filter?: { readonly S3Key: { readonly Rules: readonly object[] } };
}

async function putNotifications(call: CallService, Bucket: string, properties: Properties): Promise<void> {
  const { QueueConfigurations = [] } = (properties['NotificationConfiguration'] ?? {}) as {
    QueueConfigurations?: readonly QueueConfiguration[];
  };
  await call('s3', 'PutBucketNotificationConfiguration', {
    Bucket,
    NotificationConfiguration: {
      QueueConfigurations: QueueConfigurations.map(({ Event, Queue, Filter }) => ({
        QueueArn: Queue,
        Events: [Event],
        ...(Filter && { Filter: { Key: { FilterRules: Filter.S3Key.Rules } } }),
      })),
    },
  });
}
