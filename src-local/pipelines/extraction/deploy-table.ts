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
import { createTableRequest } from '#shared/catalogue/create-table-request.ts';
import { extractionTables } from '#shared/catalogue/systems/extraction/tables.ts';
import type { PipelineParts } from '../parts.ts';

/** As the catalogue declares it, with its time to live and its point-in-time recovery on. */
export async function deployTable({ clients: { dynamodb }, names }: PipelineParts): Promise<void> {
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

/** In seconds. */
const longestWait = 120;
