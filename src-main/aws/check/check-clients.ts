import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Role } from '#shared/contract/define.ts';
import type { PipelineNames } from '#shared/domain/pipeline-names.ts';
import { clientConfig, withRenewal, type AwsPlace } from '../client-config.ts';
import { hasOneAddress } from '../document-files.ts';
import { onlyCommands, whereCommandsAre } from '../middleware.ts';

export type CheckClients = ReturnType<typeof checkClients>;

/** Creates separate clients, because a check asks about settings, which no screen does. They change nothing. */
export function checkClients(place: AwsPlace) {
  const dynamodb = withRenewal(new DynamoDBClient(clientConfig(place, 'dynamodb')), place);
  const sqs = withRenewal(
    new SQSClient({ ...clientConfig(place, 'sqs'), useQueueUrlAsEndpoint: false }),
    place,
  );
  const sfn = withRenewal(new SFNClient(clientConfig(place, 'sfn')), place);
  const s3 = withRenewal(
    new S3Client({
      ...clientConfig(place, 's3'),
      forcePathStyle: hasOneAddress(place),
      // A bucket in another region is reported, so redirects are not followed.
      followRegionRedirects: false,
    }),
    place,
  );
  const cloudwatch = withRenewal(new CloudWatchClient(clientConfig(place, 'cloudwatch')), place);
  dynamodb.middlewareStack.add(onlyCommands(allowed.dynamodb, words), whereCommandsAre);
  sqs.middlewareStack.add(onlyCommands(allowed.sqs, words), whereCommandsAre);
  sfn.middlewareStack.add(onlyCommands(allowed.sfn, words), whereCommandsAre);
  s3.middlewareStack.add(onlyCommands(allowed.s3, words), whereCommandsAre);
  cloudwatch.middlewareStack.add(onlyCommands(allowed.cloudwatch, words), whereCommandsAre);
  return {
    dynamodb,
    sqs,
    sfn,
    s3,
    cloudwatch,
    close() {
      for (const client of [dynamodb, sqs, sfn, s3, cloudwatch]) client.destroy();
    },
  };
}

const words = '"Check connection" only reads';

const allowed = {
  dynamodb: ['DescribeTableCommand', 'GetItemCommand', 'QueryCommand', 'BatchGetItemCommand'],
  sqs: [
    'GetQueueUrlCommand',
    'GetQueueAttributesCommand',
    'ListDeadLetterSourceQueuesCommand',
    'ListMessageMoveTasksCommand',
  ],
  sfn: [
    'DescribeStateMachineCommand',
    'DescribeExecutionCommand',
    'DescribeMapRunCommand',
    'GetExecutionHistoryCommand',
    'ListExecutionsCommand',
    'ListMapRunsCommand',
  ],
  s3: ['HeadBucketCommand', 'GetObjectCommand'],
  cloudwatch: ['DescribeAlarmsCommand', 'DescribeAlarmHistoryCommand', 'GetMetricDataCommand'],
} as const;

/** Says where a check asks, and for which role. */
export interface CheckScope {
  readonly clients: CheckClients;
  readonly place: { readonly region: string; readonly accountId: string };
  readonly names: PipelineNames;
  /** Calls that this role's screens do not need are not made. */
  readonly role: Role;
  /** This is the tenant whose data the check is about; it is null for all tenants. */
  readonly tenant: string | null;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}
