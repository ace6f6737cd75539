import { DescribeAlarmsCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import {
  GetBucketNotificationConfigurationCommand,
  GetBucketTaggingCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { DescribeStateMachineCommand } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { aDeployment } from './a-deployment.ts';

describe('a queue', () => {
  it('has its policy from a resource of its own, and loses it with that', async () => {
    const { deploy, sqs } = aDeployment();
    const Orders = { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'orders' } };
    const PolicyDocument = { Statement: [{ Resource: { 'Fn::GetAtt': ['Orders', 'Arn'] } }] };
    const Policy = {
      Type: 'AWS::SQS::QueuePolicy',
      Properties: { Queues: [{ Ref: 'Orders' }], PolicyDocument },
    };
    const read = async () => {
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: 'orders', AttributeNames: ['Policy'] }),
      );
      return Attributes?.['Policy'];
    };
    await deploy({ Orders, Policy });
    expect(JSON.parse((await read()) ?? '')).toEqual({
      Statement: [{ Resource: 'arn:aws:sqs:local:000000000000:orders' }],
    });
    await deploy({ Orders });
    expect(await read()).toBeUndefined();
  });
});

describe('a bucket', () => {
  const bucket = (properties: object) => ({
    Type: 'AWS::S3::Bucket',
    Properties: { BucketName: 'files', ...properties },
  });
  const Inbox = { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'inbox' } };
  const notification = (Value: string) => ({
    NotificationConfiguration: {
      QueueConfigurations: [
        {
          Event: 's3:ObjectCreated:*',
          Queue: { 'Fn::GetAtt': ['Inbox', 'Arn'] },
          Filter: { S3Key: { Rules: [{ Name: 'prefix', Value }] } },
        },
      ],
    },
  });

  it('tells its queue of new objects, and keeps with the stack what has no effect here', async () => {
    const { deploy, s3, find, calls, takeCalls } = aDeployment();
    const LifecycleConfiguration = { Rules: [{ Status: 'Enabled', ExpirationInDays: '30' }] };
    const Tags = [{ Key: 'owner', Value: 'shop' }];
    await deploy({ Inbox, Files: bucket({ ...notification('in/<&>'), LifecycleConfiguration, Tags }) });
    const { QueueConfigurations } = await s3.send(
      new GetBucketNotificationConfigurationCommand({ Bucket: 'files' }),
    );
    expect(QueueConfigurations).toMatchObject([
      {
        QueueArn: 'arn:aws:sqs:local:000000000000:inbox',
        Events: ['s3:ObjectCreated:*'],
        Filter: { Key: { FilterRules: [{ Name: 'Prefix', Value: 'in/<&>' }] } },
      },
    ]);
    const tagging = await s3.send(new GetBucketTaggingCommand({ Bucket: 'files' }));
    expect(tagging.TagSet).toEqual(Tags);
    expect(find('Files')?.properties['LifecycleConfiguration']).toEqual({
      Rules: [{ Status: 'Enabled', ExpirationInDays: 30 }],
    });
    calls.length = 0;
    await deploy({ Inbox, Files: bucket({ ...notification('in/<&>'), Tags }) });
    expect(calls).toEqual([]);
    expect(find('Files')?.properties['LifecycleConfiguration']).toBeUndefined();
    await deploy({ Inbox, Files: bucket({}) });
    expect(takeCalls()).toEqual(['s3:DeleteBucketTagging', 's3:PutBucketNotificationConfiguration']);
  });

  it('that is not empty is not deleted', async () => {
    const { deploy, s3, resources } = aDeployment();
    await deploy({ Files: bucket({}) });
    await s3.send(new PutObjectCommand({ Bucket: 'files', Key: 'a', Body: 'a' }));
    await expect(deploy({})).rejects.toThrow(
      'Files (AWS::S3::Bucket): not deleted: AWS answered BucketNotEmpty',
    );
    expect(resources()).toHaveLength(1);
  });
});

describe('a state machine', () => {
  const definition = (Comment: string) =>
    JSON.stringify({ Comment, StartAt: 'Done', States: { Done: { Type: 'Succeed' } } });
  const machine = (properties: object) => ({
    Type: 'AWS::StepFunctions::StateMachine',
    Properties: {
      StateMachineName: 'orders',
      RoleArn: 'arn:aws:iam::000000000000:role/orders',
      TracingConfiguration: { Enabled: true },
      ...properties,
    },
  });
  const stateMachineArn = 'arn:aws:states:local:000000000000:stateMachine:orders';

  it('has its definition with what is substituted, and is updated in place', async () => {
    const { deploy, sfn, takeCalls } = aDeployment();
    await deploy({
      Machine: machine({
        DefinitionString: definition('${Text}, ${Other}'),
        DefinitionSubstitutions: { Text: 'a' },
      }),
    });
    const made = await sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
    expect(made.definition).toBe(definition('a, ${Other}'));
    takeCalls();
    await deploy({ Machine: machine({ DefinitionString: definition('a, ${Other}') }) });
    expect(takeCalls()).toEqual([]);
    await deploy({ Machine: machine({ Definition: JSON.parse(definition('b')) as object }) });
    expect(takeCalls()).toEqual(['sfn:UpdateStateMachine']);
    const updated = await sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
    expect(updated.definition).toBe(definition('b'));
  });

  it('with a bad definition says what Step Functions answered', async () => {
    const { deploy } = aDeployment();
    await expect(deploy({ Machine: machine({ DefinitionString: '{"StartAt":"A"}' }) })).rejects.toThrow(
      'Stack shop, Machine (AWS::StepFunctions::StateMachine): not made: AWS answered InvalidDefinition',
    );
    await expect(deploy({ Machine: machine({}) })).rejects.toThrow('either DefinitionString or Definition');
  });
});

describe('an alarm', () => {
  const alarm = (properties: object = {}) => ({
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      AlarmName: 'dead-letters',
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: 'dead' }],
      Statistic: 'Maximum',
      Period: 60,
      EvaluationPeriods: 1,
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
      ...properties,
    },
  });

  it('that is there already as it is wanted keeps its state', async () => {
    const { deploy, cloudwatch, aws, takeCalls } = aDeployment();
    await aws.world.call('cloudwatch', 'PutMetricAlarm', alarm().Properties);
    const state = { AlarmName: 'dead-letters', StateValue: 'ALARM', StateReason: 'a test' } as const;
    await cloudwatch.send(new SetAlarmStateCommand(state));
    await deploy({ Dead: alarm() });
    expect(takeCalls()).toEqual([]);
    const { MetricAlarms } = await cloudwatch.send(new DescribeAlarmsCommand({}));
    expect(MetricAlarms).toMatchObject([{ StateValue: 'ALARM' }]);
  });

  it.each([
    [{ Threshold: 5 }],
    [{ AlarmDescription: 'There are dead letters' }],
    [{ TreatMissingData: 'notBreaching' }],
  ])('that is there otherwise is put as it is wanted: %j', async (changed) => {
    const { deploy, aws, takeCalls } = aDeployment();
    await aws.world.call('cloudwatch', 'PutMetricAlarm', alarm(changed).Properties);
    await deploy({ Dead: alarm() });
    expect(takeCalls()).toEqual(['cloudwatch:PutMetricAlarm']);
  });

  it('is not put again for tags alone', async () => {
    const { deploy, takeCalls } = aDeployment();
    await deploy({ Dead: alarm() });
    takeCalls();
    await deploy({ Dead: alarm({ Tags: [{ Key: 'a', Value: 'b' }] }) });
    expect(takeCalls()).toEqual(['cloudwatch:TagResource']);
    await deploy({ Dead: alarm({ Threshold: '2' }) });
    expect(takeCalls()).toEqual(['cloudwatch:PutMetricAlarm', 'cloudwatch:UntagResource']);
    await deploy({});
    expect(takeCalls()).toEqual(['cloudwatch:DeleteAlarms']);
  });
});

describe('a function', () => {
  const Role = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } };
  const lambda = (properties: object = {}) => ({
    Type: 'AWS::Lambda::Function',
    Properties: {
      FunctionName: 'ingest',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Handler: 'index.handler',
      Runtime: 'nodejs22.x',
      Timeout: '60',
      Architectures: ['arm64'],
      Environment: { Variables: { STAGE: 'sandbox' } },
      Code: { S3Bucket: 'assets', S3Key: 'ingest.zip' },
      ...properties,
    },
  });
  const withoutTimeout = ({ Type, Properties }: ReturnType<typeof lambda>) => ({
    Type,
    Properties: Object.fromEntries(Object.entries(Properties).filter(([name]) => name !== 'Timeout')),
  });
  const Source = {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: { FunctionName: { Ref: 'Ingest' }, EventSourceArn: 'arn:queue', BatchSize: 10 },
  };

  it('is made after its role, with the names of the operations', async () => {
    const { deploy, calls, find } = aDeployment();
    await deploy({ Source, Ingest: lambda(), Role });
    expect(calls).toEqual([
      {
        service: 'lambda',
        operation: 'CreateFunction',
        input: {
          FunctionName: 'ingest',
          Role: find('Role')?.attributes['Arn'],
          Handler: 'index.handler',
          Runtime: 'nodejs22.x',
          Timeout: 60,
          Architectures: ['arm64'],
          Environment: { Variables: { STAGE: 'sandbox' } },
          Code: { S3Bucket: 'assets', S3Key: 'ingest.zip' },
        },
      },
      {
        service: 'lambda',
        operation: 'CreateEventSourceMapping',
        input: { EventSourceArn: 'arn:queue', FunctionName: 'ingest', BatchSize: 10 },
      },
    ]);
    expect(find('Source')?.physicalId).toBe('mapping-1');
  });

  it('changes its code and its configuration by the two operations for them', async () => {
    const { deploy, calls, takeCalls } = aDeployment();
    await deploy({ Role, Ingest: lambda() });
    takeCalls();
    await deploy({ Role, Ingest: lambda({ Code: { S3Bucket: 'assets', S3Key: 'other.zip' } }) });
    expect(takeCalls()).toEqual(['lambda:UpdateFunctionCode']);
    const before = { Code: { S3Bucket: 'assets', S3Key: 'other.zip' } };
    await deploy({ Role, Ingest: withoutTimeout(lambda({ ...before, MemorySize: 512 })) });
    expect(calls[0]).toMatchObject({
      operation: 'UpdateFunctionConfiguration',
      input: { Timeout: 3, MemorySize: 512 },
    });
  });

  it('that is there already is taken over, and so is its mapping', async () => {
    const { deploy, conflicts, takeCalls } = aDeployment();
    conflicts.add('CreateFunction').add('AddPermission');
    const Permission = {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        FunctionName: { Ref: 'Ingest' },
        Action: 'lambda:InvokeFunction',
        Principal: 'events.amazonaws.com',
      },
    };
    await deploy({ Role, Ingest: lambda(), Permission });
    expect(takeCalls()).toEqual([
      'lambda:CreateFunction',
      'lambda:UpdateFunctionCode',
      'lambda:UpdateFunctionConfiguration',
      'lambda:AddPermission',
    ]);
  });
});

describe('a rule', () => {
  const rule = (properties: object) => ({
    Type: 'AWS::Events::Rule',
    Properties: { Name: 'daily', ...properties },
  });
  const target = (Id: string, Arn: string) => ({ Id, Arn, RetryPolicy: { MaximumRetryAttempts: '2' } });

  it('is put with its targets, and its pattern as text', async () => {
    const { deploy, calls } = aDeployment();
    await deploy({
      Rule: rule({ EventPattern: { source: ['aws.states'] }, Targets: [target('a', 'arn:a')] }),
    });
    expect(calls).toEqual([
      {
        service: 'events',
        operation: 'PutRule',
        input: { Name: 'daily', EventPattern: '{"source":["aws.states"]}' },
      },
      {
        service: 'events',
        operation: 'PutTargets',
        input: {
          Rule: 'daily',
          Targets: [{ Id: 'a', Arn: 'arn:a', RetryPolicy: { MaximumRetryAttempts: 2 } }],
        },
      },
    ]);
  });

  it('loses targets that left it, and is deleted after them', async () => {
    const { deploy, takeCalls } = aDeployment();
    const ScheduleExpression = 'rate(1 day)';
    await deploy({ Rule: rule({ ScheduleExpression, Targets: [target('a', 'x'), target('b', 'y')] }) });
    takeCalls();
    await deploy({ Rule: rule({ ScheduleExpression, Targets: [target('a', 'x')] }) });
    expect(takeCalls()).toEqual(['events:PutRule', 'events:RemoveTargets']);
    await deploy({});
    expect(takeCalls()).toEqual(['events:RemoveTargets', 'events:DeleteRule']);
  });
});

describe('a resource that no engine here makes', () => {
  it('is kept with its stack, with the attributes that others refer to', async () => {
    const { deploy, find } = aDeployment();
    const Version = (Description: string) => ({
      Type: 'AWS::Bedrock::GuardrailVersion',
      Properties: { GuardrailIdentifier: { 'Fn::GetAtt': ['Guardrail', 'GuardrailId'] }, Description },
    });
    const Guardrail = {
      Type: 'AWS::Bedrock::Guardrail',
      Properties: { Name: 'shop', BlockedInputMessaging: 'no', BlockedOutputsMessaging: 'no' },
    };
    await deploy({ Guardrail, Version: Version('the first') });
    expect(find('Version')?.attributes).toMatchObject({
      GuardrailId: find('Guardrail')?.attributes['GuardrailId'],
      Version: '1',
    });
    await deploy({ Guardrail, Version: Version('the second') });
    expect(find('Version')?.attributes['Version']).toBe('2');
  });
});
