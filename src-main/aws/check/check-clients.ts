import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { AwsPlace } from '../aws-place.ts';
import { clientConfig } from '../client-config.ts';
import { hasOneAddress } from '../s3-client.ts';
import { withRenewal } from '../with-renewal.ts';
import { onlyCommands, whereCommandsAre } from './only-commands.ts';

export type CheckClients = ReturnType<typeof checkClients>;

/** Clients of their own, since a check asks for what no screen does: how things are set up. They change nothing. */
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
      // A bucket elsewhere is told as such, and not followed.
      followRegionRedirects: false,
    }),
    place,
  );
  const cloudwatch = withRenewal(new CloudWatchClient(clientConfig(place, 'cloudwatch')), place);
  dynamodb.middlewareStack.add(onlyCommands(allowed.dynamodb), whereCommandsAre);
  sqs.middlewareStack.add(onlyCommands(allowed.sqs), whereCommandsAre);
  sfn.middlewareStack.add(onlyCommands(allowed.sfn), whereCommandsAre);
  s3.middlewareStack.add(onlyCommands(allowed.s3), whereCommandsAre);
  cloudwatch.middlewareStack.add(onlyCommands(allowed.cloudwatch), whereCommandsAre);
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

const allowed = {
  dynamodb: ['DescribeTableCommand', 'GetItemCommand', 'QueryCommand', 'BatchGetItemCommand'],
  sqs: [
    'GetQueueUrlCommand',
    'GetQueueAttributesCommand',
    'ListDeadLetterSourceQueuesCommand',
    'ListMessageMoveTasksCommand',
  ],
  sfn: ['DescribeStateMachineCommand', 'DescribeExecutionCommand', 'GetExecutionHistoryCommand'],
  s3: ['HeadBucketCommand', 'GetObjectCommand'],
  cloudwatch: ['DescribeAlarmsCommand', 'DescribeAlarmHistoryCommand', 'GetMetricDataCommand'],
} as const;
