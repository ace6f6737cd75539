import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { DescribeStateMachineCommand } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deployStacks } from '#local/aws/cloudformation/deploy-stacks.ts';
import { describeStacks, openStackStore, stackResources } from '#local/aws/cloudformation/stacks.ts';
import { sandboxTemplates } from '#local/host/sandbox-templates.ts';
import { pipelineAlarmNames } from '#pipelines/alarms.ts';
import { buildStateMachineArn } from '#pipelines/extraction/state-machine.ts';
import { functions } from '#pipelines/functions.ts';
import { anExtraction, type Extraction } from '#test/builders/an-extraction.ts';
import { deploySandbox } from '#test/builders/deploy-sandbox.ts';

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
    await deploySandbox(extraction.aws);
    expect(await standing(extraction)).toEqual(before);
  });

  it('takes over all of a world that was made without stacks, and changes nothing in it', async () => {
    const extraction = await anExtraction({ documents: 1, uploaded: false });
    await extraction.advance(600);
    const before = await standing(extraction);
    const { world } = extraction.aws;
    const { stacks, resources } = openStackStore(world);
    for (const name of stacks.keys()) stacks.delete(name);
    for (const name of resources.keys()) resources.delete(name);
    await deploySandbox(extraction.aws);
    expect(await standing(extraction)).toEqual(before);
    expect(describeStacks(world).every(({ status }) => status === 'DEPLOYED')).toBe(true);
  });

  it('is all of the templates that would be deployed to an account', async () => {
    const files = readdirSync('infra/templates').map((file) => file.replace('.json', ''));
    expect(sandboxTemplates.map(({ name }) => name)).toEqual(files.toSorted());
    const { aws } = await anExtraction({ documents: 1, uploaded: false });
    const declared = sandboxTemplates.map(({ template }) => (template as { Resources: object }).Resources);
    const count = declared.reduce((sum, resources) => sum + Object.keys(resources).length, 0);
    expect(stackResources(aws.world)).toHaveLength(count);
    expect(stackResources(aws.world, 'AWS::Lambda::Function')).toHaveLength(Object.keys(functions).length);
  });

  it('of other templates deletes what they leave out, unless it is to be retained', async () => {
    const { aws, clients } = await anExtraction({ documents: 1, uploaded: false });
    const kept = sandboxTemplates.filter(({ name }) => name === 'autowired-sandbox-guardrail');
    await deployStacks(aws.world, kept, { withoutServices: ['lambda', 'events'] });
    const { MetricAlarms } = await clients.cloudwatch.send(new DescribeAlarmsCommand({}));
    expect(MetricAlarms).toEqual([]);
    const { Table } = await clients.dynamodb.send(
      new DescribeTableCommand({ TableName: 'autowired-sandbox' }),
    );
    expect(Table?.TableStatus).toBe('ACTIVE');
  });

  it('raises an alarm for a dead letter within two minutes', async () => {
    const extraction = await anExtraction({ documents: 1, uploaded: false });
    const { clients, parts } = extraction;
    const { documentDeadLetters } = pipelineAlarmNames(parts.names);
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
