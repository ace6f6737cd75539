import { judged, type Judgement } from '#scripts/conformance/judgement.ts';

export const dynoxide: readonly Judgement[] = judged('dynoxide', [
  {
    because: 'Names of functions are taken in any case.',
    right: 'the assertion',
    ids: ['dynamodb.condition.refused.case-of-functions'],
  },
  {
    because: 'It judges a condition by the item where AWS’s own DynamoDB Local refuses its operands at once.',
    right: 'unclear',
    ids: [
      'dynamodb.condition.refused.compared-type',
      'dynamodb.condition.refused.unknown-type',
      'dynamodb.condition.refused.itself',
    ],
  },
  {
    because: 'IN has no limit.',
    right: 'the assertion',
    ids: ['dynamodb.condition.operand-limit'],
  },
  {
    because: 'A list is filled up with nulls to reach the index; AWS appends.',
    right: 'the assertion',
    ids: ['dynamodb.update.list-beyond-end', 'dynamodb.update.list-two-beyond-end'],
  },
  {
    because: 'REMOVE of two elements takes out the second at the place where it is after the first has gone.',
    right: 'the assertion',
    ids: ['dynamodb.update.remove-elements'],
  },
  {
    because: 'ALL_OLD of an item that was not there gives its key.',
    right: 'the assertion',
    ids: ['dynamodb.update.creates'],
  },
  {
    because: 'A key condition with a value of another type finds nothing instead of being refused.',
    right: 'the assertion',
    ids: ['dynamodb.query.refused.wrong-type'],
  },
  {
    because: 'A start key outside of what the query asks for is taken.',
    right: 'unclear',
    ids: ['dynamodb.query.start-outside'],
  },
  {
    because: 'Attributes that an index does not project can be asked for.',
    right: 'the assertion',
    ids: ['dynamodb.index.not-projected'],
  },
  {
    because: 'A transaction entry of two operations is taken.',
    right: 'the assertion',
    ids: ['dynamodb.transaction.empty'],
  },
  {
    because: 'Time to live is turned off where it is off.',
    right: 'the assertion',
    ids: ['dynamodb.ttl.turn-on-twice'],
  },
  {
    because: 'A write that changes nothing writes a record.',
    right: 'the assertion',
    ids: ['dynamodb.streams.nothing-changed'],
  },
  {
    because: 'A stream is described without its keys.',
    right: 'the assertion',
    ids: ['dynamodb.streams.described'],
  },
  {
    because: 'A stream is turned on where it is on.',
    right: 'the assertion',
    ids: ['dynamodb.streams.turned-on-twice'],
  },
]);
