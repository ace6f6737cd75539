import {
  DescribeTableCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { plantSamples } from '#local/samples/plant-samples.ts';
import { system, type SystemDeclaration, type TableDeclaration } from '#shared/catalogue/declaration.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

const parcels: SystemDeclaration = system({
  id: 'parcels',
  name: 'Parcels',
  about: 'Where each parcel is.',
  tables: {
    main: {
      name: 'parcels-{stage}',
      partition: { name: 'PK', type: 'S' },
      sort: { name: 'SK', type: 'N' },
      indexes: {
        ByDepot: {
          partition: { name: 'depot', type: 'S' },
          sort: { name: 'SK', type: 'N' },
          projection: ['weight'],
        },
      },
    },
  },
  entities: {
    Sighting: {
      table: 'main',
      keys: { PK: 'PARCEL#{parcelId}', SK: '{seenAt:epochMs}', depot: '{depot}' },
      attributes: {
        weight: { type: 'number' },
        tags: { type: 'text set' },
        note: { type: 'map' },
      },
    },
  },
  patterns: {},
  samples: {
    main: [
      {
        PK: 'PARCEL#1',
        SK: 1_763_000_000_000,
        depot: 'north',
        weight: 2.5,
        tags: ['fragile', 'late'],
        note: {
          by: 'Ada',
          exact: { $: { N: '12345678901234567890123456789012345678' } },
          list: [true, null],
        },
      },
    ],
  },
});

describe('planting samples', () => {
  it('fails where they cannot be kept, rather than every read after it', async () => {
    const { world } = aPocketAws().aws;
    const full = (): never => {
      throw new Error('no space is left');
    };
    const onFullDisk = { ...world, store: { ...world.store, flush: full } };
    await expect(plantSamples(onFullDisk, [parcels])).rejects.toThrow('no space is left');
  });

  it('makes each table with its keys and indexes, named for the sandbox, and puts the items as declared', async () => {
    const { aws, dynamodb } = aPocketAws();
    await plantSamples(aws.world, [parcels]);
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'parcels-sandbox' }));
    expect(Table?.KeySchema?.map(({ AttributeName }) => AttributeName)).toEqual(['PK', 'SK']);
    expect(Table?.GlobalSecondaryIndexes?.[0]).toMatchObject({
      IndexName: 'ByDepot',
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['weight'] },
    });
    const { Item } = await dynamodb.send(
      new GetItemCommand({
        TableName: 'parcels-sandbox',
        Key: { PK: { S: 'PARCEL#1' }, SK: { N: '1763000000000' } },
      }),
    );
    expect(Item).toMatchObject({
      weight: { N: '2.5' },
      tags: { SS: ['fragile', 'late'] },
      note: {
        M: {
          by: { S: 'Ada' },
          exact: { N: '12345678901234567890123456789012345678' },
          list: { L: [{ BOOL: true }, { NULL: true }] },
        },
      },
    });
    const found = await dynamodb.send(
      new QueryCommand({
        TableName: 'parcels-sandbox',
        IndexName: 'ByDepot',
        KeyConditionExpression: 'depot = :d',
        ExpressionAttributeValues: { ':d': { S: 'north' } },
      }),
    );
    expect(found.Count).toBe(1);
  });

  it('plants once: what was changed since then stays changed', async () => {
    const { aws, dynamodb } = aPocketAws();
    await plantSamples(aws.world, [parcels]);
    const item = { PK: { S: 'PARCEL#1' }, SK: { N: '1763000000000' }, weight: { N: '9' } };
    await dynamodb.send(new PutItemCommand({ TableName: 'parcels-sandbox', Item: item }));
    await plantSamples(aws.world, [parcels]);
    const key = { PK: item.PK, SK: item.SK };
    const { Item } = await dynamodb.send(new GetItemCommand({ TableName: 'parcels-sandbox', Key: key }));
    expect(Item).toEqual(item);
  });

  it('creates a table again if its declaration has changed since it was planted', async () => {
    const { aws, dynamodb } = aPocketAws();
    await plantSamples(aws.world, [parcels]);
    const table = parcels.tables['main'] as TableDeclaration;
    const { indexes: _none, ...withoutIndex } = table;
    await plantSamples(aws.world, [{ ...parcels, tables: { main: withoutIndex } }]);
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'parcels-sandbox' }));
    expect(Table?.GlobalSecondaryIndexes).toBeUndefined();
    expect(Table?.ItemCount).toBe(1);
  });

  it('leaves a table to the first system that declares it, at each opening', async () => {
    const { aws, dynamodb } = aPocketAws();
    const other = { ...parcels, id: 'other', samples: {} };
    await plantSamples(aws.world, [parcels, other]);
    await plantSamples(aws.world, [parcels, other]);
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'parcels-sandbox' }));
    expect(Table?.ItemCount).toBe(1);
  });

  it('continues where it was killed half-way', async () => {
    const { aws, dynamodb } = aPocketAws();
    const table = parcels.tables['main'];
    await plantSamples(aws.world, [{ ...parcels, samples: {} }]);
    aws.world.store.drop('samples/planted');
    await plantSamples(aws.world, [parcels]);
    const { TableNames } = await dynamodb.send(new ListTablesCommand({}));
    expect(TableNames).toEqual([table?.name.replace('{stage}', 'sandbox')]);
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: 'parcels-sandbox' }));
    expect(Table?.ItemCount).toBe(1);
  });
});
