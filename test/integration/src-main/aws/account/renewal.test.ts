import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand, GetQueueUrlCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { deviceCode } from '#local/aws/sts/sts.ts';
import type { AccountCredentials } from '#main/aws/account/account-credentials.ts';
import type { OpenedAccount } from '#main/aws/account/open-account.ts';
import { cloudWatchClient } from '#main/aws/alarms.ts';
import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import { s3Client } from '#main/aws/document-files.ts';
import { sfnClient } from '#main/aws/executions.ts';
import { sqsClient } from '#main/aws/queues.ts';
import { accountId, anAwsAccount } from '#test/builders/an-aws-account.ts';

const base = '[base]\naws_access_key_id = AKIABASE\naws_secret_access_key = s\n';
const device = `arn:aws:iam::${accountId}:mfa/mira`;
const config =
  `[profile ops]\nrole_arn = arn:aws:iam::${accountId}:role/Reader\nsource_profile = base\n` +
  `[profile coded]\nrole_arn = arn:aws:iam::${accountId}:role/Reader\nsource_profile = base\nmfa_serial = ${device}\n`;

const hour = 3_600_000;

async function anAccount() {
  const account = await anAwsAccount({ credentials: base, config });
  account.aws.world.faults.set([]);
  await account.aws.world.call('sqs', 'CreateQueue', { QueueName: 'letters' });
  await account.aws.world.call('dynamodb', 'CreateTable', {
    TableName: 'documents',
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  return account;
}

/**
 * Makes one read of each kind with every client. An error that the resource is missing counts as an answer.
 */
function sixReads({ place }: OpenedAccount): Promise<string[]> {
  const QueueUrl = `https://sqs.invalid/${accountId}/letters`;
  const arn = `arn:aws:states:eu-west-1:${accountId}:execution:none:none`;
  const reads: readonly Promise<unknown>[] = [
    dynamoDbClient(place).send(new GetItemCommand({ TableName: 'documents', Key: { PK: { S: 'none' } } })),
    sqsClient(place).send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] })),
    sqsClient(place).send(new GetQueueUrlCommand({ QueueName: 'letters' })),
    sfnClient(place).send(new DescribeExecutionCommand({ executionArn: arn })),
    cloudWatchClient(place).send(new DescribeAlarmsCommand({})),
    s3Client(place).send(new GetObjectCommand({ Bucket: 'none', Key: 'none' })),
  ];
  return Promise.all(
    reads.map((read) =>
      read.then(
        () => 'answered',
        (error: Error) => error.name,
      ),
    ),
  );
}

const answered = ['answered', 'answered', 'answered', 'ExecutionDoesNotExist', 'answered', 'NoSuchBucket'];
const notSignedIn = answered.map(() => 'NotSignedIn');

function readPrompt(credentials: AccountCredentials): string {
  const standing = credentials.standing();
  return standing.state === 'code-wanted' ? standing.promptId : 'none';
}

/** Waits for this state, which the sign-in itself reports. */
async function until(credentials: AccountCredentials, state: string): Promise<void> {
  if (credentials.standing().state === state) return;
  await new Promise<void>((done) => {
    const stop = credentials.onChange(() => {
      if (credentials.standing().state !== state) return;
      stop();
      done();
    });
  });
}

describe('six clients that read at once', () => {
  it('share one sign-in and one prompt, and continue once the code was typed', async () => {
    const account = await anAccount();
    const opened = account.open('coded');
    expect(await sixReads(opened)).toEqual(notSignedIn);
    expect(opened.credentials.standing()).toMatchObject({ state: 'code-wanted', device, again: null });
    expect(account.count('sts:AssumeRole')).toBe(0);
    opened.credentials.answer(readPrompt(opened.credentials), '999999');
    await until(opened.credentials, 'in-progress');
    await until(opened.credentials, 'code-wanted');
    expect(opened.credentials.standing()).toMatchObject({
      again: expect.stringContaining('AWS rejected that code') as string,
    });
    opened.credentials.answer(readPrompt(opened.credentials), deviceCode);
    await until(opened.credentials, 'signed-in');
    expect(await sixReads(opened)).toEqual(answered);
    expect(account.count('sts:AssumeRole')).toBe(2);
    expect(account.count('sts:GetCallerIdentity')).toBe(1);
  });

  it('are refused as expired, fetch new keys once and do not notice, if no prompt is needed', async () => {
    const account = await anAccount();
    const opened = account.open('ops');
    expect(await sixReads(opened)).toEqual(answered);
    await account.advance(hour);
    expect(await sixReads(opened)).toEqual(answered);
    expect(account.count('sts:AssumeRole')).toBe(2);
  });

  it('are refused as expired and cause one prompt; the refused calls are repeated after it', async () => {
    const account = await anAccount();
    const opened = account.open('coded');
    await opened.credentials.signIn();
    opened.credentials.answer(readPrompt(opened.credentials), deviceCode);
    await until(opened.credentials, 'signed-in');
    expect(await sixReads(opened)).toEqual(answered);
    await account.advance(hour);
    expect(await sixReads(opened)).toEqual(notSignedIn);
    expect(account.count('sts:AssumeRole')).toBe(1);
    opened.credentials.answer(readPrompt(opened.credentials), deviceCode);
    await until(opened.credentials, 'signed-in');
    expect(await sixReads(opened)).toEqual(answered);
    expect(account.count('sts:AssumeRole')).toBe(2);
  });

  it('get the same refusal if a service no longer knows the keys, and no other client copies them', async () => {
    const account = await anAccount();
    const opened = account.open('ops');
    await sixReads(opened);
    account.aws.world.faults.set([{ id: 'gone', kind: 'expired-token', times: 1 }]);
    expect(await sixReads(opened)).toEqual(answered);
    expect(account.count('sts:AssumeRole')).toBe(2);
  });
});

describe('a change that meets an expired sign-in', () => {
  const send = new SendMessageBatchCommand({
    QueueUrl: `https://sqs.invalid/${accountId}/letters`,
    Entries: [{ Id: 'one', MessageBody: 'a letter' }],
  });
  const waiting = async (account: Awaited<ReturnType<typeof anAccount>>): Promise<string | undefined> => {
    const asked = {
      QueueUrl: `http://127.0.0.1/${accountId}/letters`,
      AttributeNames: ['ApproximateNumberOfMessages'],
    };
    const { Attributes } = (await account.aws.world.call('sqs', 'GetQueueAttributes', asked)) as {
      Attributes: Record<string, string>;
    };
    return Attributes['ApproximateNumberOfMessages'];
  };

  it('is made once, with the new keys: the refused one had no effect', async () => {
    const account = await anAccount();
    const opened = account.open('ops');
    await sixReads(opened);
    await account.advance(hour);
    await sqsClient(opened.place).send(send);
    expect(account.count('AmazonSQS.SendMessageBatch')).toBe(2);
    expect(await waiting(account)).toBe('1');
  });

  it('is not made if a person has to be prompted first', async () => {
    const account = await anAccount();
    const opened = account.open('coded');
    await opened.credentials.signIn();
    opened.credentials.answer(readPrompt(opened.credentials), deviceCode);
    await until(opened.credentials, 'signed-in');
    await account.advance(hour);
    await expect(sqsClient(opened.place).send(send)).rejects.toMatchObject({ name: 'NotSignedIn' });
    expect(account.count('AmazonSQS.SendMessageBatch')).toBe(1);
    expect(await waiting(account)).toBe('0');
  });

  it('is never repeated for any other reason', async () => {
    const account = await anAccount();
    const { place } = account.open('ops');
    for (const kind of ['reset-after-apply', 'throttle', 'server-error'] as const) {
      const before = account.count('AmazonSQS.SendMessageBatch');
      account.aws.world.faults.set([{ id: kind, kind, operation: 'SendMessageBatch', times: 1 }]);
      await expect(sqsClient(place).send(send)).rejects.toThrow();
      expect(account.count('AmazonSQS.SendMessageBatch') - before).toBe(1);
    }
    expect(account.count('sts:AssumeRole')).toBe(1);
  });
});
