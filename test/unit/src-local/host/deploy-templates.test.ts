import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RoleRecord } from '#local/aws/iam/access.ts';
import { deployTemplates } from '#local/host/deploy-templates.ts';
import { readTemplates } from '#local/host/read-templates.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

const get = { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: { 'Fn::GetAtt': ['Table', 'Arn'] } };
const count = {
  Effect: 'Allow',
  Action: ['cloudwatch:PutMetricData'],
  Resource: '*',
  Condition: { StringEquals: { 'cloudwatch:namespace': 'Shop' } },
};
const shop = {
  Resources: {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        TableName: 'shop',
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      },
    },
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        RoleName: 'seller',
        AssumeRolePolicyDocument: {},
        Policies: [{ PolicyName: 'code', PolicyDocument: { Statement: get } }],
      },
    },
    More: {
      Type: 'AWS::IAM::Policy',
      Properties: { PolicyName: 'more', Roles: [{ Ref: 'Role' }], PolicyDocument: { Statement: [count] } },
    },
  },
};

describe('templates of a folder', () => {
  it('make the world, and say what its roles may do', async () => {
    const { aws, table, roles, folder } = aWorld({ shop });
    await deployTemplates(aws.world, readTemplates(folder));
    expect(await table('shop')).toMatchObject({ Table: { TableStatus: 'ACTIVE' } });
    const arn = 'arn:aws:dynamodb:local:000000000000:table/shop';
    expect(roles()).toEqual([
      [
        'seller',
        {
          roleArn: 'arn:aws:iam::000000000000:role/seller',
          statements: [
            { Effect: 'Allow', Action: ['dynamodb:GetItem'], Resource: [arn] },
            { ...count, Resource: ['*'] },
          ],
        },
      ],
    ]);
  });

  it('are deployed again once they have changed, and only then', async () => {
    const { aws, roles, folder, write } = aWorld({ shop });
    await deployTemplates(aws.world, readTemplates(folder));
    aws.world.store.collection('iam/roles').delete('seller');
    await deployTemplates(aws.world, readTemplates(folder));
    expect(roles()).toEqual([]);
    write('shop', { Resources: { ...shop.Resources, More: undefined } });
    await deployTemplates(aws.world, readTemplates(folder));
    expect(roles()).toMatchObject([['seller', { statements: [{ Action: ['dynamodb:GetItem'] }] }]]);
  });

  it('are told by their name when they cannot be used', async () => {
    const { aws, folder } = aWorld({ shop: { Resources: { Bus: { Type: 'AWS::Events::EventBus' } } } });
    await expect(deployTemplates(aws.world, readTemplates(folder))).rejects.toThrow('AWS::Events::EventBus');
  });
});

function aWorld(templates: Readonly<Record<string, object>>) {
  const folder = mkdtempSync(join(tmpdir(), 'templates-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, template: object): void =>
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(template));
  for (const [name, template] of Object.entries(templates)) write(name, template);
  const pocket = aPocketAws();
  const { world } = pocket.aws;
  return {
    ...pocket,
    folder,
    write,
    table: (TableName: string) => world.call('dynamodb', 'DescribeTable', { TableName }),
    roles: () => [...world.store.collection<RoleRecord>('iam/roles').entries()],
  };
}
