import type { Assertion } from '#scripts/conformance/assertion.ts';
import { refuses } from '../refuses.ts';
import { aTable } from './a-table.ts';
import { pages } from './pages.ts';

/** Covers requests that a client may not send at all. */
export const requests: readonly Assertion[] = [
  {
    id: 'dynamodb.request.unknown-operation',
    says: 'An operation that there is not is refused with UnknownOperationException.',
    doc: pages.errors,
    async run(_aws, tools) {
      await refuses(tools.raw('dynamodb', 'PutItems', {}), 'UnknownOperationException');
    },
  },
  {
    id: 'dynamodb.request.missing-parameter',
    says: 'A request without a required parameter is refused with ValidationException.',
    doc: pages.errors,
    async run(_aws, tools) {
      await refuses(tools.raw('dynamodb', 'GetItem', { Key: { pk: { S: 'a' } } }), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.request.unknown-parameter',
    says: 'A parameter that is not known is refused instead of left out.',
    doc: pages.errors,
    needs: 'strictness',
    async run(aws, tools) {
      const { name } = await aTable(aws, tools);
      const body = { TableName: name, Key: { pk: { S: 'a' } }, ConsistentReads: true };
      await refuses(tools.raw('dynamodb', 'GetItem', body), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.request.unknown-value',
    says: 'A value outside its enumeration is refused.',
    doc: pages.errors,
    async run(aws, tools) {
      const { name } = await aTable(aws, tools);
      const body = { TableName: name, Item: { pk: { S: 'a' } }, ReturnConsumedCapacity: 'SOME' };
      await refuses(tools.raw('dynamodb', 'PutItem', body), 'ValidationException');
    },
  },
  {
    id: 'dynamodb.request.both-styles',
    says: 'Expressions and the older conditional parameters are not taken together.',
    doc: pages.errors,
    async run(aws, tools) {
      const { name } = await aTable(aws, tools);
      const body = {
        TableName: name,
        Item: { pk: { S: 'a' } },
        ConditionExpression: 'attribute_not_exists(pk)',
        Expected: { pk: { Exists: false } },
      };
      await refuses(tools.raw('dynamodb', 'PutItem', body), 'ValidationException');
    },
  },
];
