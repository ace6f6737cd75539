import { PutMetricAlarmCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { documentQueues, fifoQueues, queueDoors } from '#test/builders/queue-doors.ts';

const letters = documentQueues.name;

function buildDepthAlarm(queue: string, name = `${queue}-not-empty`) {
  return new PutMetricAlarmCommand({
    AlarmName: name,
    Namespace: 'AWS/SQS',
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Dimensions: [{ Name: 'QueueName', Value: queue }],
    Statistic: 'Maximum',
    Period: 60,
    EvaluationPeriods: 1,
    Threshold: 0,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
  });
}

describe('the alarm of a queue', () => {
  it('is the one on its depth, with its current state', async () => {
    const { alarms, clients, clock } = await queueDoors();
    await clients.cloudwatch.send(buildDepthAlarm(letters));
    await clients.cloudwatch.send(buildDepthAlarm('foreign-dlq'));
    await clock.advance(5_000);
    await clients.cloudwatch.send(
      new SetAlarmStateCommand({
        AlarmName: `${letters}-not-empty`,
        StateValue: 'ALARM',
        StateReason: 'test',
      }),
    );
    const answer = await alarms.ofQueues([letters, fifoQueues.name]);
    expect([...valueOf(answer).standings]).toEqual([
      [letters, { name: `${letters}-not-empty`, state: 'ALARM', since: new Date(clock.now()).toISOString() }],
    ]);
    expect(answer).toMatchObject({ receipt: { pattern: 'CloudWatch: DescribeAlarms', pages: 1, rru: 0 } });
  });

  it('is found among hundreds, page by page', async () => {
    const { alarms, clients, sent } = await queueDoors();
    for (let at = 0; at < 230; at += 1)
      await clients.cloudwatch.send(buildDepthAlarm(`queue-${at}`, `a-${at}`));
    await clients.cloudwatch.send(buildDepthAlarm(letters, 'z-the-last'));
    expect(valueOf(await alarms.ofQueues([letters])).standings.get(letters)?.name).toBe('z-the-last');
    expect(sent.filter((one) => one === 'DescribeAlarms')).toHaveLength(3);
  });
});

describe('the age of the oldest message', () => {
  it('is read for a queue that works from SQS itself', async () => {
    const { alarms, put, aws } = await queueDoors();
    await put(letters, [{ MessageBody: 'a' }]);
    await aws.advance(240_000);
    const answer = await alarms.oldestAges([letters, fifoQueues.name]);
    expect([...valueOf(answer)]).toEqual([[letters, 240]]);
    expect(answer).toMatchObject({ receipt: { pattern: 'CloudWatch: GetMetricData', pages: 1 } });
  });

  it('is not requested without a queue', async () => {
    const { alarms, sent } = await queueDoors();
    expect([...valueOf(await alarms.oldestAges([]))]).toEqual([]);
    expect([...valueOf(await alarms.ofQueues([])).standings]).toEqual([]);
    expect(sent).toEqual([]);
  });
});

describe('a failure', () => {
  it.each([
    [{ kind: 'throttle' }, { code: 'throttled', attempts: 8 }],
    [{ kind: 'server-error' }, { code: 'aws-refused', service: 'CloudWatch' }],
    [{ kind: 'expired-token' }, { code: 'sign-in-expired' }],
    [{ kind: 'reset-after-apply' }, { code: 'aws-unreachable', service: 'CloudWatch' }],
  ] as const)('is reported as what it is: %j', async (fault, failure) => {
    const { alarms, aws } = await queueDoors();
    aws.world.faults.set([{ id: 'x', service: 'cloudwatch', ...fault }]);
    expect(await alarms.ofQueues([letters])).toMatchObject({ ok: false, failure });
    expect(await alarms.oldestAges([letters])).toMatchObject({ ok: false, failure });
  });

  it('that passes is waited for', async () => {
    const { alarms, aws } = await queueDoors();
    aws.world.faults.set([{ id: 'x', service: 'cloudwatch', kind: 'throttle', times: 2 }]);
    expect((await alarms.ofQueues([letters])).ok).toBe(true);
  });
});
