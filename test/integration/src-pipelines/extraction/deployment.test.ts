import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { DescribeStateMachineCommand } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { extractionAlarmNames } from '#pipelines/extraction/alarms.ts';
import { deployExtraction } from '#pipelines/extraction/deploy-extraction.ts';
import { buildStateMachineArn } from '#pipelines/extraction/state-machine.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';

describe('a deployment', () => {
  it('has the table with its time to live and its point-in-time recovery', async () => {
    const { clients } = await anExtraction({ documents: 1, uploaded: false });
    const TableName = 'autowired-sandbox';
    const { Table } = await clients.dynamodb.send(new DescribeTableCommand({ TableName }));
    expect(Table).toMatchObject({
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      KeySchema: [{ AttributeName: 'PK' }, { AttributeName: 'SK' }],
    });
    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName)).toEqual([
      'GSI1',
      'GSI2',
      'GSI3',
    ]);
    const { TimeToLiveDescription } = await clients.dynamodb.send(
      new DescribeTimeToLiveCommand({ TableName }),
    );
    expect(TimeToLiveDescription?.AttributeName).toBe('ttl');
    const { ContinuousBackupsDescription } = await clients.dynamodb.send(
      new DescribeContinuousBackupsCommand({ TableName }),
    );
    expect(ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
      PointInTimeRecoveryStatus: 'ENABLED',
    });
  });

  it('moves a message to the dead letters after three receives of a file, and five of a webhook', async () => {
    const { clients } = await anExtraction({ documents: 1, uploaded: false });
    const policy = async (QueueUrl: string): Promise<unknown> => {
      const { Attributes } = await clients.sqs.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['RedrivePolicy'] }),
      );
      return JSON.parse(Attributes?.['RedrivePolicy'] ?? '');
    };
    expect(await policy('autowired-documents-sandbox')).toEqual({
      deadLetterTargetArn: 'arn:aws:sqs:local:000000000000:autowired-documents-dlq-sandbox',
      maxReceiveCount: 3,
    });
    expect(await policy('autowired-webhooks-sandbox')).toEqual({
      deadLetterTargetArn: 'arn:aws:sqs:local:000000000000:autowired-webhooks-dlq-sandbox',
      maxReceiveCount: 5,
    });
  });

  it('changes nothing when it is made again', async () => {
    const extraction = await anExtraction({ documents: 1, uploaded: false });
    await extraction.advance(600);
    const before = await standing(extraction);
    await deployExtraction(extraction.parts);
    expect(await standing(extraction)).toEqual(before);
  });

  it('raises an alarm for a dead letter within two minutes', async () => {
    const extraction = await anExtraction({ documents: 1, uploaded: false });
    const { clients, parts } = extraction;
    const { documentDeadLetters } = extractionAlarmNames(parts.names);
    await extraction.advance(180);
    expect(await readAlarmState(extraction, documentDeadLetters)).toBe('OK');
    const QueueUrl = parts.names.extraction.documentDeadLetterQueue;
    await clients.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'a dead letter' }));
    await extraction.advance(120);
    expect(await readAlarmState(extraction, documentDeadLetters)).toBe('ALARM');
  });
});

async function standing({ clients, parts }: Extraction): Promise<unknown[]> {
  const stateMachineArn = buildStateMachineArn(parts);
  const { revisionId, updateDate, definition } = await clients.sfn
    .send(new DescribeStateMachineCommand({ stateMachineArn }))
    .then((machine) => ({ updateDate: undefined, ...machine }));
  const { MetricAlarms = [] } = await clients.cloudwatch.send(new DescribeAlarmsCommand({}));
  return [revisionId, updateDate, definition, MetricAlarms];
}

async function readAlarmState({ clients }: Extraction, name: string): Promise<string | undefined> {
  const { MetricAlarms = [] } = await clients.cloudwatch.send(
    new DescribeAlarmsCommand({ AlarmNames: [name] }),
  );
  return MetricAlarms[0]?.StateValue;
}
