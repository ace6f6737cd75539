import { describe, expect, it } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aQueue, type Attributes } from './queue-client.ts';

const created = String(startOfTime / 1000);

describe('queue attributes', () => {
  it('have AWS defaults', async () => {
    const { sqs, clock } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    await clock.advance(61_000);
    await queue.set({ VisibilityTimeout: '45' });
    expect(await queue.attributes('All')).toEqual({
      QueueArn: 'arn:aws:sqs:local:000000000000:work',
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      ApproximateNumberOfMessagesDelayed: '0',
      CreatedTimestamp: created,
      LastModifiedTimestamp: String(startOfTime / 1000 + 61),
      DelaySeconds: '0',
      MaximumMessageSize: '1048576',
      MessageRetentionPeriod: '345600',
      ReceiveMessageWaitTimeSeconds: '0',
      VisibilityTimeout: '45',
      SqsManagedSseEnabled: 'true',
    });
  });

  it('has those of a FIFO queue beside', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'orders.fifo');
    expect(await queue.attributes('All')).toMatchObject({
      FifoQueue: 'true',
      ContentBasedDeduplication: 'true',
      DeduplicationScope: 'queue',
      FifoThroughputLimit: 'perQueue',
    });
  });

  it('returns just those requested, and nothing without a request', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    expect(await queue.attributes('DelaySeconds', 'RedrivePolicy')).toEqual({ DelaySeconds: '0' });
    expect(await queue.attributes()).toEqual({});
    await expect(queue.attributes('Colour' as 'All')).rejects.toMatchObject({
      name: 'InvalidAttributeName',
      message: 'Unknown Attribute Colour.',
    });
  });

  it.each<[string, string[], string[]]>([
    ['DelaySeconds', ['0', '900'], ['-1', '901', '1.5', '', 'x']],
    ['MaximumMessageSize', ['1024', '1048576'], ['1023', '1048577']],
    ['MessageRetentionPeriod', ['60', '1209600'], ['59', '1209601']],
    ['ReceiveMessageWaitTimeSeconds', ['0', '20'], ['21']],
    ['VisibilityTimeout', ['0', '43200'], ['43201']],
    ['KmsDataKeyReusePeriodSeconds', ['60', '86400'], ['59', '86401']],
    ['SqsManagedSseEnabled', ['true', 'false'], ['yes']],
    ['Policy', ['{"Version":"2012-10-17","Statement":[]}'], ['not JSON', '3']],
  ])('%s has its range', async (name, good, bad) => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work');
    for (const value of good) {
      await queue.set({ [name]: value });
      expect(await queue.attributes(name as 'All')).toEqual({ [name]: value });
    }
    for (const value of bad) {
      await expect(queue.set({ [name]: value }), value).rejects.toMatchObject({
        name: 'InvalidAttributeValue',
      });
    }
  });

  it('refuses what belongs to the other kind of queue, and a change of kind', async () => {
    const { sqs } = aPocketAws();
    const standard = await aQueue(sqs, 'work');
    const fifo = await aQueue(sqs, 'orders.fifo');
    for (const name of ['FifoQueue', 'ContentBasedDeduplication', 'DeduplicationScope', '__proto__']) {
      const attributes = Object.fromEntries([[name, 'true']]);
      await expect(standard.set(attributes)).rejects.toMatchObject({ name: 'InvalidAttributeName' });
    }
    await expect(fifo.set({ FifoQueue: 'false' })).rejects.toMatchObject({ name: 'InvalidAttributeValue' });
    await expect(fifo.set({ FifoThroughputLimit: 'perMessageGroupId' })).rejects.toMatchObject({
      name: 'InvalidAttributeValue',
    });
    await fifo.set({ FifoThroughputLimit: 'perMessageGroupId', DeduplicationScope: 'messageGroup' });
    expect(await fifo.attributes('FifoThroughputLimit')).toEqual({
      FifoThroughputLimit: 'perMessageGroupId',
    });
  });

  it('knows one encryption at a time', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { KmsMasterKeyId: 'alias/aws/sqs' });
    expect(
      await queue.attributes('KmsMasterKeyId', 'SqsManagedSseEnabled', 'KmsDataKeyReusePeriodSeconds'),
    ).toEqual({
      KmsMasterKeyId: 'alias/aws/sqs',
      SqsManagedSseEnabled: 'false',
      KmsDataKeyReusePeriodSeconds: '300',
    });
    await expect(queue.set({ SqsManagedSseEnabled: 'true' })).rejects.toMatchObject({
      name: 'InvalidAttributeName',
    });
  });

  it('forgets for how long a key is reused together with the key', async () => {
    const { sqs } = aPocketAws();
    const queue = await aQueue(sqs, 'work', { KmsMasterKeyId: 'a', KmsDataKeyReusePeriodSeconds: '6000' });
    await queue.set({ KmsMasterKeyId: '', KmsDataKeyReusePeriodSeconds: '300' });
    expect(await queue.attributes('KmsMasterKeyId', 'KmsDataKeyReusePeriodSeconds')).toEqual({});
  });

  it.each([
    ['FifoQueue', 'false', 'Unknown Attribute FifoQueue.'],
    ['ContentBasedDeduplication', 'false', 'Unknown Attribute ContentBasedDeduplication.'],
    [
      'DeduplicationScope',
      'queue',
      'You can specify the DeduplicationScope only when FifoQueue is set to true.',
    ],
    [
      'FifoThroughputLimit',
      'perQueue',
      'You can specify the FifoThroughputLimit only when FifoQueue is set to true.',
    ],
  ])('refuses %s for a standard queue when it is created', async (name, value, message) => {
    const { sqs } = aPocketAws();
    await expect(aQueue(sqs, 'work', { [name]: value })).rejects.toMatchObject({
      name: 'InvalidAttributeName',
      message,
    });
  });

  const deadArn = 'arn:aws:sqs:local:000000000000:dead';
  it.each<[string, unknown]>([
    ['no JSON', 'dead'],
    ['no target', { maxReceiveCount: 3 }],
    ['a target that is no queue', { deadLetterTargetArn: 'dead', maxReceiveCount: 3 }],
    ['a target that does not exist', { deadLetterTargetArn: `${deadArn}er`, maxReceiveCount: 3 }],
    [
      'a target in another account',
      { deadLetterTargetArn: deadArn.replace('000000000000', '1'), maxReceiveCount: 3 },
    ],
    ['a FIFO target', { deadLetterTargetArn: `${deadArn}.fifo`, maxReceiveCount: 3 }],
    ['no receive at all', { deadLetterTargetArn: deadArn, maxReceiveCount: 0 }],
    ['too many receives', { deadLetterTargetArn: deadArn, maxReceiveCount: 1001 }],
    ['a count that is none', { deadLetterTargetArn: deadArn, maxReceiveCount: 'many' }],
    ['anything else', { deadLetterTargetArn: deadArn, maxReceiveCount: 3, colour: 'red' }],
  ])('refuses a redrive policy with %s', async (_what, policy) => {
    const { sqs } = aPocketAws();
    await aQueue(sqs, 'dead');
    await aQueue(sqs, 'dead.fifo');
    const queue = await aQueue(sqs, 'work');
    const RedrivePolicy = typeof policy === 'string' ? policy : JSON.stringify(policy);
    await expect(queue.set({ RedrivePolicy })).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    expect(await queue.attributes('RedrivePolicy')).toEqual({});
  });

  it('gives a redrive policy back as AWS does, and takes it away when it is set to nothing', async () => {
    const { sqs } = aPocketAws();
    await aQueue(sqs, 'dead');
    const RedrivePolicy = JSON.stringify({ maxReceiveCount: '3', deadLetterTargetArn: deadArn });
    const queue = await aQueue(sqs, 'work', { RedrivePolicy });
    await aQueue(sqs, 'work', { RedrivePolicy });
    expect(await queue.attributes('RedrivePolicy')).toEqual({
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadArn, maxReceiveCount: 3 }),
    });
    await queue.set({ RedrivePolicy: '' });
    expect(await queue.attributes('RedrivePolicy')).toEqual({});
    await queue.set({ RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadArn }) });
    expect((await queue.attributes('RedrivePolicy')).RedrivePolicy).toContain('"maxReceiveCount":10');
  });

  it('lets a dead-letter queue choose whose dead letters it takes', async () => {
    const { sqs } = aPocketAws();
    const dead = await aQueue(sqs, 'dead');
    const work = await aQueue(sqs, 'work');
    const other = await aQueue(sqs, 'other');
    const policy: Attributes = {
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: 1 }),
    };
    const allow = (redrivePermission: string, ...sourceQueueArns: string[]) =>
      dead.set({
        RedriveAllowPolicy: JSON.stringify({
          redrivePermission,
          ...(sourceQueueArns.length > 0 && { sourceQueueArns }),
        }),
      });

    await allow('denyAll');
    await expect(work.set(policy)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    await expect(aQueue(sqs, 'new', policy)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    await allow('byQueue', work.arn);
    await work.set(policy);
    await expect(other.set(policy)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    await allow('allowAll');
    await other.set(policy);

    await expect(allow('denyAll', work.arn)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    await expect(allow('byQueue')).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    const eleven = Array.from({ length: 11 }, (_, n) => `${work.arn}${n}`);
    await expect(allow('byQueue', ...eleven)).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
    await expect(allow('some')).rejects.toMatchObject({ Code: 'InvalidParameterValue' });
  });
});
