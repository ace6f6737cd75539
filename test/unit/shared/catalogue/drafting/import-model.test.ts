import { describe, expect, it } from 'vitest';
import { importModel, sourceProblem } from '#shared/catalogue/drafting/import-model.ts';
import { readSystem } from '#shared/catalogue/loading/system-schema.ts';

const text = { type: 'string', required: true };

/** The keys in this test were compared with those that ElectroDB 3 itself writes. */
const task = {
  model: { entity: 'Task', version: '2', service: 'TaskApp' },
  attributes: {
    taskId: text,
    projectId: text,
    employeeId: { type: 'string', label: 'emp' },
    team: { type: ['red', 'blue'] },
    points: { type: 'number' },
    note: { type: 'any', hidden: true, field: 'n' },
  },
  indexes: {
    task: { pk: { field: 'pk', composite: ['taskId'] }, sk: { field: 'sk', composite: ['projectId'] } },
    assigned: {
      index: 'gsi1',
      collection: ['assignments', 'sub'],
      pk: { field: 'gsi1pk', composite: ['employeeId'] },
      sk: { field: 'gsi1sk', composite: ['projectId', 'taskId'] },
    },
    clustered: {
      index: 'gsi2',
      type: 'clustered',
      collection: 'things',
      pk: { field: 'gsi2pk', composite: ['team'], casing: 'upper' },
      sk: { field: 'gsi2sk', composite: ['points'] },
    },
    scoped: {
      index: 'gsi3',
      scope: 'org',
      pk: { field: 'gsi3pk', composite: [] },
      sk: { field: 'gsi3sk', composite: ['team'], casing: 'none' },
    },
    own: {
      index: 'gsi4',
      pk: { field: 'gsi4pk', composite: ['team'], template: 'TEAM#${team}', casing: 'none' },
      sk: { field: 'gsi4sk', composite: ['points'], template: '${points}' },
    },
  },
};

const employee = {
  model: { entity: 'employee', version: '1', service: 'TaskApp' },
  attributes: { employeeId: { ...text, label: 'emp' } },
  indexes: {
    employee: { pk: { field: 'pk', composite: ['employeeId'] }, sk: { field: 'sk', composite: [] } },
    work: {
      index: 'gsi1',
      collection: ['assignments', 'sub'],
      pk: { field: 'gsi1pk', composite: ['employeeId'] },
      sk: { field: 'gsi1sk', composite: [] },
    },
  },
};

function imported(json: unknown, table?: string) {
  const model = importModel(JSON.parse(JSON.stringify(json)), table);
  if (!model.ok) throw new Error(model.problem);
  expect(readSystem(JSON.parse(JSON.stringify(model.draft.system)))).toMatchObject({ ok: true });
  return { kind: model.kind, ...model.draft };
}

describe('an ElectroDB model', () => {
  it('has the keys that ElectroDB writes: service, collection, entity and version, in lower case', () => {
    const { system, kind } = imported(task, 'tasks');
    expect(kind).toBe('ElectroDB');
    expect(system.entities['Task']?.keys).toEqual({
      pk: '$taskapp#taskid_{taskId}',
      sk: '$task_2#projectid_{projectId}',
      gsi1pk: '$taskapp#emp_{employeeId}',
      gsi1sk: '$assignments#sub#task_2#projectid_{projectId}#taskid_{taskId}',
      gsi2pk: '$TASKAPP#TEAM_{team}',
      gsi2sk: '$things#points_{points}#task_2',
      gsi3pk: '$taskapp_org',
      gsi3sk: '$Task_2#team_{team}',
      gsi4pk: 'TEAM#{team}',
      gsi4sk: '{points:number}',
    });
    expect(system.tables['main']?.indexes?.['gsi4']).toMatchObject({ sort: { name: 'gsi4sk', type: 'N' } });
  });

  it('declares its attributes by their stored names, and hides what the model hides', () => {
    const { system, guesses } = imported(task, 'tasks');
    expect(system.entities['Task']?.attributes).toMatchObject({
      taskId: { type: 'text' },
      team: { type: 'text', optional: true, oneOf: ['red', 'blue'] },
      n: { type: 'text', private: 'hidden in the model' },
    });
    expect(guesses.map(({ path }) => path)).toContain('entities.Task.attributes.n.type');
  });

  it('asks each access pattern, and a collection for all of its entities', () => {
    const { system } = imported([task, employee], 'tasks');
    expect(system.patterns).toMatchObject({
      taskByKey: { gives: 'one', sort: { equals: '$task_2#projectid_{projectId}' } },
      taskAssigned: { on: 'main.gsi1', sort: { beginsWith: '$assignments#sub#task_2' } },
      subCollection: { sort: { beginsWith: '$assignments#sub' }, returns: ['Task', 'Employee'] },
    });
  });

  it('is taken as a list, as a map of entities and as an entity with a schema', () => {
    for (const form of [[task], { entities: { a: { schema: task } } }, { a: task }, { schema: task }]) {
      expect(Object.keys(imported(form, 'tasks').system.entities)).toEqual(['Task']);
    }
  });

  it('asks for the name of the table, which it does not have', () => {
    expect(importModel(task, undefined)).toMatchObject({ ok: false, field: 'table' });
  });

  it('says what is missing in a schema', () => {
    const broken = { ...task, indexes: { task: { pk: { composite: ['taskId'] } } } };
    expect(importModel(broken, 'tasks')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('index "task" without a "pk"') as string,
    });
    expect(importModel({ hello: 1 }, 'tasks')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('neither an ElectroDB schema') as string,
    });
  });

  it('is refused as source code, with the line that prints its JSON', () => {
    expect(
      sourceProblem("import { Entity } from 'electrodb';\nexport const Task = new Entity({})"),
    ).toContain('JSON.stringify(entity.schema)');
    expect(sourceProblem('{ "model": 1 ')).toBeUndefined();
  });
});

const keysOf = (partition: string, sort?: string) => ({
  PartitionKey: { AttributeName: partition, AttributeType: 'S' },
  ...(sort !== undefined && { SortKey: { AttributeName: sort, AttributeType: 'S' } }),
});

const shop = {
  ModelName: 'Online Shop',
  ModelMetadata: { Author: 'A', Description: 'A shop.', Version: '1.0' },
  DataModel: [
    {
      TableName: 'OnlineShop',
      KeyAttributes: keysOf('PK', 'SK'),
      NonKeyAttributes: [
        { AttributeName: 'GSI1-PK', AttributeType: 'S' },
        { AttributeName: 'Email', AttributeType: 'S' },
        { AttributeName: 'Tags', AttributeType: 'SS' },
      ],
      GlobalSecondaryIndexes: [
        { IndexName: 'GSI1', KeyAttributes: keysOf('GSI1-PK'), Projection: { ProjectionType: 'KEYS_ONLY' } },
      ],
      TableFacets: [
        {
          FacetName: 'customer',
          KeyAttributeAlias: { PartitionKeyAlias: 'PK', SortKeyAlias: 'SK' },
          TableData: [
            { PK: { S: 'c#12345' }, SK: { S: 'c#12345' }, Email: { S: 'ann@example.com' } },
            { PK: { S: 'c#23456' }, SK: { S: 'c#23456' }, Email: { S: 'bob@example.com' } },
          ],
          NonKeyAttributes: ['Email'],
        },
        {
          FacetName: 'orderItem',
          KeyAttributeAlias: { PartitionKeyAlias: 'o#<orderId>', SortKeyAlias: 'p#<productId>' },
          NonKeyAttributes: ['GSI1-PK', 'Tags'],
        },
      ],
      TableData: [],
      DataAccess: { MySql: {} },
    },
  ],
};

describe('a NoSQL Workbench model', () => {
  it('has an entity for each facet, by its example items or by how it names its keys', () => {
    const { system, kind } = imported(shop);
    expect(kind).toBe('NoSQL Workbench');
    expect(system).toMatchObject({
      id: 'online-shop',
      tables: { main: { name: 'OnlineShop', indexes: { GSI1: { projection: 'KEYS_ONLY' } } } },
      entities: {
        Customer: { keys: { PK: 'c#{cId}', SK: 'c#{cId}' }, attributes: { Email: { type: 'text' } } },
        OrderItem: {
          keys: { PK: 'o#{orderId}', SK: 'p#{productId}' },
          attributes: { Tags: { type: 'text set' } },
        },
      },
    });
    expect(JSON.stringify(system)).not.toContain('example.com');
  });

  it('finds the entities in its example items if it has no facets', () => {
    const [table] = shop.DataModel;
    const { TableFacets: _, ...plain } = { ...table };
    const items = ['ORDER#o-1', 'ORDER#o-2'].map((SK) => ({ PK: { S: 'SHOP#s-1' }, SK: { S: SK } }));
    const { system } = imported({ ...shop, DataModel: [{ ...plain, TableData: items }] });
    expect(system.entities['Order']?.keys).toEqual({ PK: 'SHOP#{shopId}', SK: 'ORDER#{orderId}' });
  });

  it('names the table that has no usable key', () => {
    const broken = { ...shop, DataModel: [{ TableName: 'Bin', KeyAttributes: {} }] };
    expect(importModel(broken, undefined)).toMatchObject({
      ok: false,
      field: 'text',
      problem: expect.stringContaining('the table Bin') as string,
    });
  });
});
