import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, GetQueueUrlCommand, QueueDoesNotExist } from '@aws-sdk/client-sqs';
import { createTableRequest } from '#shared/catalogue/create-table-request.ts';
import type { TableDeclaration } from '#shared/catalogue/declaration.ts';
import { downloadTables } from '#shared/catalogue/systems/downloads-system.ts';
import { haveBucket } from '../have-bucket.ts';
import type { PipelineParts } from '../parts.ts';
import { fileDeadLetterDays, fileReceives } from './download-items.ts';

/** Makes what is not there yet. */
export async function deployDownloads(parts: PipelineParts): Promise<void> {
  const { jobsTable, batchesTable, fileQueue, fileDeadLetterQueue, filesBucket } = parts.names.downloads;
  await haveTable(parts, jobsTable, downloadTables.jobs);
  await haveTable(parts, batchesTable, downloadTables.batches);
  await haveBucket(parts, filesBucket);
  await haveQueue(parts, fileDeadLetterQueue, {
    MessageRetentionPeriod: String(fileDeadLetterDays * 86_400),
  });
  await haveQueue(parts, fileQueue, {
    // This is longer than the slowest file takes.
    VisibilityTimeout: '300',
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: `arn:aws:sqs:${parts.region}:${parts.account}:${fileDeadLetterQueue}`,
      maxReceiveCount: fileReceives,
    }),
  });
}

async function haveTable(parts: PipelineParts, name: string, table: TableDeclaration): Promise<void> {
  const { dynamodb } = parts.clients;
  await ignoreError(
    ResourceInUseException,
    dynamodb.send(new CreateTableCommand(createTableRequest(name, table))),
  );
  await waitUntilTableExists({ client: dynamodb, maxWaitTime: 120 }, { TableName: name });
  if (table.timeToLive === undefined) return;
  const { TimeToLiveDescription: current } = await dynamodb.send(
    new DescribeTimeToLiveCommand({ TableName: name }),
  );
  if (current?.TimeToLiveStatus !== 'DISABLED') return;
  const TimeToLiveSpecification = { Enabled: true, AttributeName: table.timeToLive };
  await dynamodb.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
}

/** An existing queue keeps its settings, because they may have been changed since it was created. */
async function haveQueue(
  { clients: { sqs } }: PipelineParts,
  QueueName: string,
  Attributes: Record<string, string>,
): Promise<void> {
  const found = await ignoreError(QueueDoesNotExist, sqs.send(new GetQueueUrlCommand({ QueueName })));
  if (!found) await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
}

async function ignoreError<T>(
  expected: abstract new (...given: never[]) => Error,
  work: Promise<T>,
): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof expected) return undefined;
    throw error;
  }
}
