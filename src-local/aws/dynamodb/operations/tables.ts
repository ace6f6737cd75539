import { validationException } from '../../protocol/aws-error.ts';
import { integer, structure } from '../../protocol/shapes.ts';
import { operation } from '../engine.ts';
import { descriptionOf } from '../tables/description.ts';
import { indexName, tableName } from '../tables/table-name.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeTable.html */
export const describeTable = operation({
  name: 'DescribeTable',
  input: structure({ TableName: tableName }),
  run: (engine, { TableName }) => ({ Table: descriptionOf(engine.namedTable(TableName)) }),
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteTable.html */
export const deleteTable = operation({
  name: 'DeleteTable',
  input: structure({ TableName: tableName }),
  run(engine, { TableName }) {
    const table = engine.namedTable(TableName);
    if (table.record.deletionProtection) {
      throw validationException(
        'Resource cannot be deleted as it is currently protected against deletion. ' +
          'Disable deletion protection first.',
      );
    }
    const TableDescription = descriptionOf(table, 'DELETING');
    engine.remove(table);
    return { TableDescription };
  },
});

const mostTables = 100;

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTables.html */
export const listTables = operation({
  name: 'ListTables',
  input: structure({ ExclusiveStartTableName: indexName, Limit: integer({ min: 1, max: mostTables }) }),
  run(engine, { ExclusiveStartTableName: start = '', Limit = mostTables }) {
    const rest = engine.tableNames().filter((name) => name > start);
    const TableNames = rest.slice(0, Limit);
    return {
      TableNames,
      LastEvaluatedTableName: rest.length > TableNames.length ? TableNames.at(-1) : undefined,
    };
  },
});
