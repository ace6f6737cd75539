import assert from 'node:assert/strict';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { S, aTable, indexInput, tableActive, tableInput } from './a-table.ts';
import { pages } from './pages.ts';

export const tables: readonly Assertion[] = [
  {
    id: 'dynamodb.tables.describe',
    says: 'A table describes its keys, its billing mode, its status and its ARN.',
    doc: pages.api('DescribeTable'),
    async run(aws, tools) {
      const table = await aTable(aws, tools, { sort: 'N' });
      const { Table } = await aws.dynamodb.send(new DescribeTableCommand({ TableName: table.name }));
      assert.equal(Table?.TableStatus, 'ACTIVE');
      assert.deepEqual(Table.KeySchema, [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ]);
      assert.equal(Table.BillingModeSummary?.BillingMode, 'PAY_PER_REQUEST');
      assert.match(Table.TableArn ?? '', new RegExp(`^arn:aws:dynamodb:.*:table/${table.name}$`));
    },
  },
  {
    id: 'dynamodb.tables.describe-index',
    says: 'A table describes each of its global secondary indexes with keys, projection and status.',
    doc: pages.api('DescribeTable'),
    async run(aws, tools) {
      const index = { partition: 'team', projects: ['title'] };
      const table = await aTable(aws, tools, { indexes: { byTeam: index } });
      const { Table } = await aws.dynamodb.send(new DescribeTableCommand({ TableName: table.name }));
      const [found] = Table?.GlobalSecondaryIndexes ?? [];
      assert.equal(found?.IndexName, 'byTeam');
      assert.equal(found.IndexStatus, 'ACTIVE');
      assert.deepEqual(found.KeySchema, [{ AttributeName: 'team', KeyType: 'HASH' }]);
      assert.deepEqual(found.Projection, { ProjectionType: 'INCLUDE', NonKeyAttributes: ['title'] });
    },
  },
  {
    id: 'dynamodb.tables.name-rule',
    says: 'A table name has at least three characters.',
    doc: pages.naming,
    run: async (aws) => {
      await refuses(aws.dynamodb.send(new CreateTableCommand(tableInput('ab', {}))), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.tables.exists-already',
    says: 'A second table of the same name is refused with ResourceInUseException.',
    doc: pages.api('CreateTable'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const again = new CreateTableCommand(tableInput(table.name, {}));
      await refuses(aws.dynamodb.send(again), 'ResourceInUseException');
    },
  },
  {
    id: 'dynamodb.tables.missing',
    says: 'Describing, deleting or writing to a table that is not there gives ResourceNotFoundException.',
    doc: pages.errors,
    async run(aws, tools) {
      const TableName = tools.name('nowhere');
      const db = aws.dynamodb;
      await refuses(db.send(new DescribeTableCommand({ TableName })), 'ResourceNotFoundException');
      await refuses(db.send(new DeleteTableCommand({ TableName })), 'ResourceNotFoundException');
      const put = new PutItemCommand({ TableName, Item: { pk: S('a') } });
      await refuses(db.send(put), 'ResourceNotFoundException');
    },
  },
  {
    id: 'dynamodb.tables.unused-definition',
    says: 'An attribute definition that no key uses is refused.',
    doc: pages.api('CreateTable'),
    async run(aws, tools) {
      const input = tableInput(tools.name('table'), {});
      input.AttributeDefinitions.push({ AttributeName: 'spare', AttributeType: 'S' });
      await refuses(aws.dynamodb.send(new CreateTableCommand(input)), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.tables.undefined-key',
    says: 'A key attribute without a definition is refused.',
    doc: pages.api('CreateTable'),
    async run(aws, tools) {
      const input = { ...tableInput(tools.name('table'), { sort: 'S' }) };
      input.AttributeDefinitions = input.AttributeDefinitions.slice(0, 1);
      await refuses(aws.dynamodb.send(new CreateTableCommand(input)), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.tables.sort-key-first',
    says: 'The first element of a key schema must be the partition key.',
    doc: pages.api('CreateTable'),
    async run(aws, tools) {
      const input = tableInput(tools.name('table'), { sort: 'S' });
      input.KeySchema.reverse();
      await refuses(aws.dynamodb.send(new CreateTableCommand(input)), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.tables.twin-indexes',
    says: 'Two indexes of the same name are refused.',
    doc: pages.api('CreateTable'),
    async run(aws, tools) {
      const index = indexInput('byTeam', { partition: 'pk' });
      const input = { ...tableInput(tools.name('table'), {}), GlobalSecondaryIndexes: [index, index] };
      await refuses(aws.dynamodb.send(new CreateTableCommand(input)), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.tables.twenty-indexes',
    says: 'A table has at most twenty global secondary indexes.',
    doc: pages.constraints,
    async run(aws, tools) {
      const indexes = Object.fromEntries(
        Array.from({ length: 21 }, (_, i) => [
          `index-${i}`,
          { partition: 'pk', projects: 'KEYS_ONLY' } as const,
        ]),
      );
      const create = new CreateTableCommand(tableInput(tools.name('table'), { indexes }));
      const error = await aws.dynamodb.send(create).then(
        () => undefined,
        (refusal: Error) => refusal,
      );
      assert.ok(
        error && ['ValidationException', 'LimitExceededException'].includes(error.name),
        `refused with ${String(error)}`,
      );
    },
  },
  {
    id: 'dynamodb.tables.include-needs-names',
    says: 'A projection that includes attributes must name them.',
    doc: pages.api('Projection'),
    async run(aws, tools) {
      const index = {
        ...indexInput('byKey', { partition: 'pk' }),
        Projection: { ProjectionType: 'INCLUDE' as const },
      };
      const input = { ...tableInput(tools.name('table'), {}), GlobalSecondaryIndexes: [index] };
      await refuses(aws.dynamodb.send(new CreateTableCommand(input)), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.tables.list-pages',
    says: 'ListTables goes by name, starts after ExclusiveStartTableName and stops at Limit.',
    doc: pages.api('ListTables'),
    async run(aws, tools) {
      const prefix = tools.name('zz');
      const create = async (TableName: string): Promise<void> => {
        await aws.dynamodb.send(new CreateTableCommand(tableInput(TableName, {})));
        tools.afterwards(() => aws.dynamodb.send(new DeleteTableCommand({ TableName })));
        await tableActive(aws.dynamodb, tools, TableName);
      };
      await create(`${prefix}-b`);
      await create(`${prefix}-a`);
      const list = new ListTablesCommand({ ExclusiveStartTableName: prefix, Limit: 1 });
      const page = await aws.dynamodb.send(list);
      assert.deepEqual(page.TableNames, [`${prefix}-a`]);
      assert.equal(page.LastEvaluatedTableName, `${prefix}-a`);
      const start = { ExclusiveStartTableName: `${prefix}-a`, Limit: 1 };
      const second = await aws.dynamodb.send(new ListTablesCommand(start));
      assert.deepEqual(second.TableNames, [`${prefix}-b`]);
    },
  },
  {
    id: 'dynamodb.tables.delete',
    says: 'A deleted table is gone.',
    doc: pages.api('DeleteTable'),
    async run(aws, tools) {
      const TableName = tools.name('table');
      await aws.dynamodb.send(new CreateTableCommand(tableInput(TableName, {})));
      await tableActive(aws.dynamodb, tools, TableName);
      const { TableDescription } = await aws.dynamodb.send(new DeleteTableCommand({ TableName }));
      assert.equal(TableDescription?.TableName, TableName);
      const outcome = await tools.eventually(
        () =>
          aws.dynamodb.send(new DescribeTableCommand({ TableName })).then(
            () => 'still there',
            (error: Error) => error.name,
          ),
        (answer) => answer !== 'still there',
      );
      assert.equal(outcome, 'ResourceNotFoundException');
    },
  },
  {
    id: 'dynamodb.tables.add-index',
    says: 'An index added later is filled with the items that are already there.',
    doc: pages.indexesOnline,
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a'), team: S('red') });
      await table.put({ pk: S('b') });
      await aws.dynamodb.send(
        new UpdateTableCommand({
          TableName: table.name,
          AttributeDefinitions: [
            { AttributeName: 'pk', AttributeType: 'S' },
            { AttributeName: 'team', AttributeType: 'S' },
          ],
          GlobalSecondaryIndexUpdates: [
            { Create: { ...indexInput('byTeam', { partition: 'team' }), IndexName: 'byTeam' } },
          ],
        }),
      );
      await tableActive(aws.dynamodb, tools, table.name);
      const found = await table.query({
        IndexName: 'byTeam',
        KeyConditionExpression: 'team = :red',
        ExpressionAttributeValues: { ':red': S('red') },
      });
      assert.deepEqual(found.Items, [{ pk: S('a'), team: S('red') }]);
    },
  },
  {
    id: 'dynamodb.tables.item-count',
    says: 'ItemCount follows the items, within about six hours.',
    doc: pages.api('TableDescription'),
    needs: 'clock',
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      await table.put({ pk: S('a') });
      await table.put({ pk: S('b') });
      await tools.pass(7 * 3_600_000);
      const { Table } = await aws.dynamodb.send(new DescribeTableCommand({ TableName: table.name }));
      assert.equal(Table?.ItemCount, 2);
    },
  },
  {
    id: 'dynamodb.tables.tags',
    says: 'A table keeps the tags that are put on it, until they are taken off.',
    doc: pages.api('TagResource'),
    async run(aws, tools) {
      const table = await aTable(aws, tools);
      const { Table } = await aws.dynamodb.send(new DescribeTableCommand({ TableName: table.name }));
      const ResourceArn = Table?.TableArn ?? '';
      const Tags = [{ Key: 'team', Value: 'red' }];
      await aws.dynamodb.send(new TagResourceCommand({ ResourceArn, Tags }));
      const tagged = await aws.dynamodb.send(new ListTagsOfResourceCommand({ ResourceArn }));
      assert.deepEqual(tagged.Tags, Tags);
      await aws.dynamodb.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['team'] }));
      const bare = await aws.dynamodb.send(new ListTagsOfResourceCommand({ ResourceArn }));
      assert.deepEqual(bare.Tags ?? [], []);
    },
  },
];
