import { DescribeAlarmsCommand, PutMetricAlarmCommand } from '@aws-sdk/client-cloudwatch';
import { PutBucketNotificationConfigurationCommand } from '@aws-sdk/client-s3';
import {
  CreateStateMachineCommand,
  DescribeStateMachineCommand,
  StateMachineDoesNotExist,
  UpdateStateMachineCommand,
} from '@aws-sdk/client-sfn';
import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import {
  CreateTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ResourceNotFoundException,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { deadLetterDays, documentReceives, webhookReceives } from '#shared/domain/pipeline-limits.ts';
import { createTableRequest } from '#shared/catalogue/create-table-request.ts';
import { extractionTables } from '#shared/catalogue/systems/extraction-system.ts';
import { haveBucket } from '../have-bucket.ts';
import type { PipelineParts } from '../parts.ts';
import { extractionAlarms } from './alarms.ts';
import { visibilitySeconds } from './ingest-files.ts';
import { buildStateMachineArn, stateMachineDefinition } from './state-machine.ts';

/** Makes what there is not yet, and changes what is declared otherwise; called twice, it changes nothing. */
export async function deployExtraction(parts: PipelineParts): Promise<void> {
  const { extraction: names } = parts.names;
  await deployTable(parts);
  const documentQueue = await deployQueue(parts, {
    name: names.documentQueue,
    deadLetters: names.documentDeadLetterQueue,
    receives: documentReceives,
    sender: { service: 's3.amazonaws.com', arn: `arn:aws:s3:::${names.documentsBucket}` },
  });
  const webhookQueue = await deployQueue(parts, {
    name: names.webhookQueue,
    deadLetters: names.webhookDeadLetterQueue,
    receives: webhookReceives,
  });
  await deployBucket(parts, documentQueue.arn);
  await deployStateMachine(parts, webhookQueue.url);
  await deployAlarms(parts);
}

const secondsADay = 86_400;

async function deployQueue(
  parts: PipelineParts,
  {
    name,
    deadLetters,
    receives,
    sender,
  }: { name: string; deadLetters: string; receives: number; sender?: Sender },
): Promise<{ url: string; arn: string }> {
  await queueWith(parts, deadLetters, { MessageRetentionPeriod: String(deadLetterDays * secondsADay) });
  const url = await queueWith(parts, name, {
    VisibilityTimeout: String(visibilitySeconds),
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: queueArn(parts, deadLetters),
      maxReceiveCount: receives,
    }),
    ...(sender && { Policy: maySend(parts, name, sender) }),
  });
  return { url, arn: queueArn(parts, name) };
}

interface Sender {
  readonly service: string;
  readonly arn: string;
}

/** S3 takes no queue that it may not send to. https://docs.aws.amazon.com/AmazonS3/latest/userguide/grant-destinations-permissions-to-s3.html */
function maySend(parts: PipelineParts, queue: string, { service, arn }: Sender): string {
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: service },
        Action: 'sqs:SendMessage',
        Resource: queueArn(parts, queue),
        Condition: {
          ArnLike: { 'aws:SourceArn': arn },
          StringEquals: { 'aws:SourceAccount': parts.account },
        },
      },
    ],
  });
}

async function queueWith(
  { clients }: PipelineParts,
  QueueName: string,
  Attributes: Record<string, string>,
): Promise<string> {
  try {
    const { QueueUrl = '' } = await clients.sqs.send(new GetQueueUrlCommand({ QueueName }));
    await clients.sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
    return QueueUrl;
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error;
    const { QueueUrl = '' } = await clients.sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
    return QueueUrl;
  }
}

function queueArn({ region, account }: PipelineParts, name: string): string {
  return `arn:aws:sqs:${region}:${account}:${name}`;
}

async function deployBucket(parts: PipelineParts, queue: string): Promise<void> {
  const { clients, names } = parts;
  const Bucket = names.extraction.documentsBucket;
  await haveBucket(parts, Bucket);
  await clients.s3.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket,
      NotificationConfiguration: {
        QueueConfigurations: [
          {
            Id: 'documents',
            QueueArn: queue,
            Events: ['s3:ObjectCreated:*'],
            // The pipeline's own objects send no event: temporary results, and results that are too large.
            Filter: { Key: { FilterRules: [{ Name: 'prefix', Value: 'documents/' }] } },
          },
        ],
      },
    }),
  );
}

async function deployStateMachine(parts: PipelineParts, webhookQueueUrl: string): Promise<void> {
  const { clients, names, account } = parts;
  const stateMachineArn = buildStateMachineArn(parts);
  const definition = stateMachineDefinition(names, webhookQueueUrl);
  const roleArn = `arn:aws:iam::${account}:role/${names.extraction.stateMachine}`;
  try {
    const found = await clients.sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
    if (found.definition === definition) return;
    await clients.sfn.send(new UpdateStateMachineCommand({ stateMachineArn, definition, roleArn }));
  } catch (error) {
    if (!(error instanceof StateMachineDoesNotExist)) throw error;
    const name = names.extraction.stateMachine;
    await clients.sfn.send(new CreateStateMachineCommand({ name, definition, roleArn }));
  }
}

/** An existing alarm is not put again, because that would reset its state. */
async function deployAlarms(parts: PipelineParts): Promise<void> {
  const { clients, names } = parts;
  const alarms = extractionAlarms(names, buildStateMachineArn(parts));
  const AlarmNames = alarms.map(({ AlarmName }) => AlarmName);
  const { MetricAlarms = [] } = await clients.cloudwatch.send(new DescribeAlarmsCommand({ AlarmNames }));
  const there = new Set(MetricAlarms.map(({ AlarmName }) => AlarmName));
  for (const alarm of alarms) {
    if (!there.has(alarm.AlarmName)) await clients.cloudwatch.send(new PutMetricAlarmCommand(alarm));
  }
}

/** Deploys the table as the catalogue declares it, with its time to live and point-in-time recovery on. */
async function deployTable({ clients: { dynamodb }, names }: PipelineParts): Promise<void> {
  const TableName = names.extraction.table;
  try {
    await dynamodb.send(new DescribeTableCommand({ TableName }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    await dynamodb.send(new CreateTableCommand(createTableRequest(TableName, extractionTables.main)));
    await waitUntilTableExists({ client: dynamodb, maxWaitTime: longestWait }, { TableName });
  }
  const { TimeToLiveDescription } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveDescription?.TimeToLiveStatus === 'DISABLED') {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: extractionTables.main.timeToLive };
    await dynamodb.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
  const { ContinuousBackupsDescription } = await dynamodb.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const { PointInTimeRecoveryStatus } = ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (PointInTimeRecoveryStatus === 'ENABLED') return;
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await dynamodb.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
}

/** The wait in seconds. */
const longestWait = 120;
