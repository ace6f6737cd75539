import { GetQueueAttributesCommand, ListQueuesCommand } from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deployStacks } from '#local/aws/cloudformation/deploy-stacks.ts';
import { stackResources } from '#local/aws/cloudformation/stacks.ts';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { AwsError } from '#local/aws/protocol/aws-error.ts';
import { aDeployment, type Resources } from './a-deployment.ts';

const queue = (properties: object, more: object = {}) => ({
  Type: 'AWS::SQS::Queue',
  Properties: properties,
  ...more,
});
const orders = queue({
  QueueName: 'orders',
  RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 3 },
});
const ordersAndDead: Resources = { Orders: orders, Dead: queue({ QueueName: 'orders-dlq' }) };

describe('stacks', () => {
  it('make each resource after those that it needs', async () => {
    const { deploy, calls, resources } = aDeployment();
    await deploy(ordersAndDead);
    const made = calls.filter(({ operation }) => operation === 'CreateQueue');
    expect(made.map(({ input }) => input['QueueName'])).toEqual(['orders-dlq', 'orders']);
    expect(resources().map(({ logicalId, physicalId }) => [logicalId, physicalId])).toEqual([
      ['Dead', 'http://127.0.0.1/000000000000/orders-dlq'],
      ['Orders', 'http://127.0.0.1/000000000000/orders'],
    ]);
  });

  it('keep an order that only DependsOn gives', async () => {
    const { deploy, resources } = aDeployment();
    const First = queue({ QueueName: 'first' }, { DependsOn: 'Second' });
    await deploy({
      First,
      Second: queue({ QueueName: 'second' }, { DependsOn: ['Third'] }),
      Third: queue({}),
    });
    expect(resources().map(({ logicalId }) => logicalId)).toEqual(['Third', 'Second', 'First']);
  });

  it('come after those whose exports they import', async () => {
    const { deployAll, stacks, resources } = aDeployment();
    const importing = {
      Dead: { 'Fn::ImportValue': { 'Fn::Sub': '${AWS::Region}:Dead' } },
    };
    const deployed = await deployAll({
      consumer: {
        Resources: {
          Orders: queue({ RedrivePolicy: { deadLetterTargetArn: importing.Dead, maxReceiveCount: 2 } }),
        },
      },
      producer: {
        Resources: { Dead: queue({}) },
        Outputs: {
          DeadArn: {
            Value: { 'Fn::GetAtt': ['Dead', 'Arn'] },
            Export: { Name: { 'Fn::Join': [':', [{ Ref: 'AWS::Region' }, 'Dead']] } },
          },
        },
      },
    });
    expect(deployed).toEqual(['producer', 'consumer']);
    const dead = resources().find(({ logicalId }) => logicalId === 'Dead');
    expect(stacks().find(({ name }) => name === 'producer')?.outputs).toEqual([
      { name: 'DeadArn', value: dead?.attributes['Arn'], exportName: 'local:Dead' },
    ]);
    expect(dead?.attributes['Arn']).toMatch(/:producer-Dead-[0-9A-F]{12}$/);
  });

  it.each([
    [
      { a: { Resources: { Q: queue({ QueueName: { 'Fn::ImportValue': 'gone' } }) } } },
      'Template a, imports: no template exports gone',
    ],
    [
      {
        a: {
          Resources: { Q: queue({ QueueName: { 'Fn::ImportValue': 'name' } }) },
          Outputs: { Name: { Value: 'orders', Export: { Name: 'name' } } },
        },
      },
      'Template a, imports: stacks import each other: a → a',
    ],
    [
      {
        a: { Resources: {}, Outputs: { Name: { Value: 'x', Export: { Name: 'name' } } } },
        b: { Resources: {}, Outputs: { Name: { Value: 'y', Export: { Name: 'name' } } } },
      },
      'Template b, output Name: a exports name, too',
    ],
    [
      { a: { Resources: { A: queue({ QueueName: { Ref: 'B' } }), B: queue({ QueueName: { Ref: 'A' } }) } } },
      'Template a, resource A: resources need each other: A → B → A',
    ],
  ])('%j are refused by name', async (templates, problem) => {
    const { deployAll, takeCalls } = aDeployment();
    await expect(deployAll(templates as Readonly<Record<string, object>>)).rejects.toThrow(problem);
    expect(takeCalls()).toEqual([]);
  });

  it('make nothing at all when one template is refused', async () => {
    const { deployAll, calls, stacks } = aDeployment();
    const good = { Resources: { Orders: queue({}) } };
    const bad = { Resources: { Server: { Type: 'AWS::EC2::Instance' } } };
    await expect(deployAll({ good, bad })).rejects.toThrow(
      'resource Server: the resource type AWS::EC2::Instance',
    );
    expect([calls, stacks()]).toEqual([[], []]);
  });

  it('have only the resources whose conditions hold', async () => {
    const { deployAll, resources, stacks } = aDeployment();
    const template = (stage: string) => ({
      Parameters: { Stage: { Type: 'String', Default: stage } },
      Conditions: {
        IsLive: { 'Fn::Equals': [{ Ref: 'Stage' }, 'live'] },
        IsNotLive: { 'Fn::Not': [{ Condition: 'IsLive' }] },
      },
      Resources: {
        Live: queue({}, { Condition: 'IsLive' }),
        Orders: queue({
          QueueName: { 'Fn::If': ['IsLive', { 'Fn::GetAtt': ['Live', 'QueueName'] }, 'trial'] },
        }),
      },
      Outputs: {
        Url: { Value: { Ref: 'Live' }, Condition: 'IsLive' },
        Name: { Value: 'n', Condition: 'IsNotLive' },
      },
    });
    await deployAll({ shop: template('sandbox') });
    expect(resources().map(({ logicalId }) => logicalId)).toEqual(['Orders']);
    expect(stacks()[0]?.outputs).toEqual([{ name: 'Name', value: 'n' }]);
  });
});

describe('a second deployment', () => {
  it('of the same templates calls nothing', async () => {
    const { deploy, calls } = aDeployment();
    expect(await deploy(ordersAndDead)).toEqual(['shop']);
    calls.length = 0;
    expect(await deploy(structuredClone(ordersAndDead))).toEqual([]);
    expect(calls).toEqual([]);
  });

  it('of a world that was opened again calls nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-stacks-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const templates = [{ name: 'shop', template: { Resources: ordersAndDead } }];
    const first = pocketAws({ folder, endpoint: 'http://127.0.0.1:4000' });
    await deployStacks(first.world, templates);
    const before = stackResources(first.world);
    first.close();
    const second = pocketAws({ folder, endpoint: 'http://127.0.0.1:5000' });
    onTestFinished(() => second.close());
    expect(await deployStacks(second.world, templates)).toEqual([]);
    expect(stackResources(second.world)).toEqual(before);
  });

  it('changes what its template changes, in place', async () => {
    const { deploy, takeCalls, sqs } = aDeployment();
    await deploy({ Orders: queue({ QueueName: 'orders', VisibilityTimeout: 60, DelaySeconds: 5 }) });
    takeCalls();
    await deploy({ Orders: queue({ QueueName: 'orders', VisibilityTimeout: 90 }) });
    expect(takeCalls()).toEqual(['sqs:SetQueueAttributes']);
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: 'orders', AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({ VisibilityTimeout: '90', DelaySeconds: '0' });
  });

  it('refuses a change that would replace the resource', async () => {
    const { deploy, takeCalls, stacks } = aDeployment();
    await deploy({ Orders: queue({ QueueName: 'orders' }) });
    takeCalls();
    const renamed = { Orders: queue({ QueueName: 'sales' }) };
    await expect(deploy(renamed)).rejects.toThrow(
      'Stack shop, Orders (AWS::SQS::Queue): not changed: the property QueueName cannot change',
    );
    await expect(deploy({ Orders: { Type: 'AWS::S3::Bucket' } })).rejects.toThrow(
      'it is a AWS::SQS::Queue, and would have to be replaced by another type',
    );
    expect(takeCalls()).toEqual([]);
    expect(stacks()[0]?.status).toBe('STOPPED');
  });

  it('deletes what left its template, the latest first, and keeps what is to be retained', async () => {
    const { deploy, calls, resources, sqs } = aDeployment();
    const Kept = queue({ QueueName: 'kept' }, { DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    await deploy({ ...ordersAndDead, Kept, Other: queue({ QueueName: 'other' }) });
    calls.length = 0;
    await deploy({ Other: queue({ QueueName: 'other' }) });
    expect(calls.map(({ operation, input }) => [operation, input['QueueUrl']])).toEqual([
      ['DeleteQueue', 'http://127.0.0.1/000000000000/orders'],
      ['DeleteQueue', 'http://127.0.0.1/000000000000/orders-dlq'],
    ]);
    expect(resources().map(({ logicalId }) => logicalId)).toEqual(['Other']);
    const { QueueUrls = [] } = await sqs.send(new ListQueuesCommand({}));
    expect(QueueUrls.map((url) => url.split('/').at(-1))).toEqual(['kept', 'other']);
  });

  it('deletes a stack whose template is gone', async () => {
    const { deployAll, stacks, takeCalls } = aDeployment();
    const Resources = { Q: queue({}) };
    await deployAll({ a: { Resources }, b: { Resources } });
    takeCalls();
    await deployAll({ a: { Resources } });
    expect(takeCalls()).toEqual(['sqs:DeleteQueue']);
    expect(stacks().map(({ name }) => name)).toEqual(['a']);
  });

  it('keeps a resource that moved to another stack or another logical id', async () => {
    const { deployAll, takeCalls, resources } = aDeployment();
    const moved = queue({ QueueName: 'orders' });
    await deployAll({ a: { Resources: { Orders: moved } }, b: { Resources: {} } });
    takeCalls();
    await deployAll({ a: { Resources: {} }, b: { Resources: { OrderQueue: moved } } });
    await deployAll({ b: { Resources: { Renamed: moved } } });
    expect(takeCalls()).not.toContain('sqs:DeleteQueue');
    expect(resources().map(({ stack, logicalId }) => [stack, logicalId])).toEqual([['b', 'Renamed']]);
  });
});

describe('a deployment that stops', () => {
  it('says which resource and what AWS answered, keeps what was made, and goes on the next time', async () => {
    const { deployAll, refusals, takeCalls, stacks, resources } = aDeployment();
    const templates = {
      first: { Resources: { One: queue({ QueueName: 'one' }) } },
      second: {
        Resources: {
          Two: queue({ QueueName: 'two' }),
          Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'files' }, DependsOn: 'Two' },
          Three: queue({ QueueName: 'three' }, { DependsOn: 'Bucket' }),
        },
      },
    };
    refusals.set('CreateBucket', new AwsError('TooManyBuckets', 'You have too many buckets'));
    await expect(deployAll(templates)).rejects.toThrow(
      'Stack second, Bucket (AWS::S3::Bucket): not made: AWS answered TooManyBuckets: You have too many buckets',
    );
    expect(resources().map(({ logicalId }) => logicalId)).toEqual(['One', 'Two']);
    expect(stacks().map(({ name, status }) => [name, status])).toEqual([
      ['first', 'DEPLOYED'],
      ['second', 'STOPPED'],
    ]);
    expect(stacks()[1]?.reason).toContain('TooManyBuckets');

    refusals.clear();
    takeCalls();
    await deployAll(templates);
    expect(takeCalls()).toEqual(['s3:CreateBucket', 'sqs:CreateQueue']);
    expect(stacks().map(({ status }) => status)).toEqual(['DEPLOYED', 'DEPLOYED']);
  });

  it('takes over what was made and not recorded', async () => {
    const { deploy, sqs, takeCalls, aws } = aDeployment();
    await aws.world.call('sqs', 'CreateQueue', { QueueName: 'orders', Attributes: { DelaySeconds: '7' } });
    await deploy({ Orders: queue({ QueueName: 'orders', VisibilityTimeout: 90 }) });
    expect(takeCalls()).toEqual(['sqs:SetQueueAttributes']);
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: 'orders', AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({ DelaySeconds: '7', VisibilityTimeout: '90' });
  });
});

describe('resources of a service that is not there', () => {
  it('are kept with their stack, and made once it is', async () => {
    const { deployAll, takeCalls, find } = aDeployment();
    const Rule = {
      Type: 'AWS::Events::Rule',
      Properties: { Name: 'daily', ScheduleExpression: 'rate(1 day)' },
    };
    const templates = { shop: { Resources: { Rule } } };
    await deployAll(templates, ['events']);
    expect(takeCalls()).toEqual([]);
    expect(find('Rule')).toMatchObject({ physicalId: 'daily', isMade: false });
    await deployAll(templates);
    expect(takeCalls()).toEqual(['events:PutRule']);
    expect(find('Rule')).toMatchObject({ isMade: true });
  });
});
