import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Role } from '#shared/contract/define.ts';
import type { PipelineNames } from '#shared/domain/pipeline-names.ts';
import { clientConfig, withRenewal, type AwsPlace } from '../client-config.ts';
import { hasOneAddress } from '../document-files.ts';
import { ForbiddenCommand } from '../middleware.ts';

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

/** The clients of the check send what is on their lists; anything else ends here and leaves no machine. */
function onlyCommands(commands: readonly string[]) {
  return <Args extends object, Output>(
    next: (args: Args) => Output,
    context: { readonly commandName?: string },
  ) =>
    (args: Args): Output => {
      const { commandName = 'an unknown command' } = context;
      if (commands.includes(commandName)) return next(args);
      throw new ForbiddenCommand(`"Check connection" looks and does not act; ${commandName} was not sent.`);
    };
}

const whereCommandsAre = { step: 'initialize', name: 'onlyCommands', override: true } as const;

/** Where it is asked, and for whose work. */
export interface CheckScope {
  readonly clients: CheckClients;
  readonly place: { readonly region: string; readonly accountId: string };
  readonly names: PipelineNames;
  /** What this role's screens do not need is not asked. */
  readonly role: Role;
  /** The one whose data this is about; null for all of them. */
  readonly tenant: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
