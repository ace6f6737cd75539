import { judged, type Judgement } from '#scripts/conformance/judgement.ts';

export const motoDynamodb: readonly Judgement[] = judged('moto', [
  {
    because: 'Unknown operations and incomplete requests end in an error of the server without JSON.',
    right: 'the assertion',
    ids: [
      'dynamodb.request.unknown-operation',
      'dynamodb.request.missing-parameter',
      'sqs.request.unknown-operation',
      'sqs.request.missing-parameter',
      'sfn.request.unknown-operation',
    ],
  },
  {
    because: 'Expressions and older parameters are taken together.',
    right: 'the assertion',
    ids: ['dynamodb.request.both-styles'],
  },
  {
    because: 'The definition of a table is hardly checked.',
    right: 'the assertion',
    ids: [
      'dynamodb.tables.name-rule',
      'dynamodb.tables.sort-key-first',
      'dynamodb.tables.twin-indexes',
      'dynamodb.tables.twenty-indexes',
      'dynamodb.tables.include-needs-names',
    ],
  },
  {
    because: 'ListTables starts only after a table that is there.',
    right: 'the assertion',
    ids: ['dynamodb.tables.list-pages'],
  },
  {
    because:
      'Keys of other types, empty keys, deep nesting, values of two types and too large items of a batch are taken.',
    right: 'the assertion',
    ids: [
      'dynamodb.items.wrong-key-type',
      'dynamodb.items.empty-key',
      'dynamodb.items.nesting',
      'dynamodb.items.one-type-a-value',
      'dynamodb.items.large-request',
    ],
  },
  {
    because: 'Its count of bytes is higher than AWS’s.',
    right: 'the assertion',
    ids: ['dynamodb.items.size-limit'],
  },
  {
    because: 'A projection of two elements gives the first only, and overlapping paths are taken.',
    right: 'the assertion',
    ids: ['dynamodb.items.projection', 'dynamodb.items.projection-overlap'],
  },
  {
    because: 'Numbers are neither checked against precision and range nor brought to their normal form.',
    right: 'the assertion',
    ids: [
      'dynamodb.numbers.normal-form',
      'dynamodb.numbers.refused.39-characters',
      'dynamodb.numbers.refused.41-characters',
      'dynamodb.numbers.refused.1E126',
      'dynamodb.numbers.refused.-1E126',
      'dynamodb.sets.duplicates',
    ],
  },
  {
    because: 'begins_with does not look at bytes.',
    right: 'the assertion',
    ids: ['dynamodb.condition.begins-with-bin-bytes'],
  },
  {
    because: 'A comparison that cannot hold ends in an error of the server.',
    right: 'the assertion',
    ids: ['dynamodb.condition.size-gone-eq-zero', 'dynamodb.condition.num-lt-hello'],
  },
  {
    because: 'Malformed expressions end in an error of the server or are not noticed.',
    right: 'the assertion',
    ids: [
      'dynamodb.condition.refused.syntax',
      'dynamodb.condition.refused.empty',
      'dynamodb.condition.refused.case-of-functions',
      'dynamodb.condition.refused.missing-value',
      'dynamodb.condition.refused.missing-name',
      'dynamodb.condition.refused.size-alone',
      'dynamodb.condition.unused-value',
      'dynamodb.condition.values-without-expression',
      'dynamodb.condition.operand-limit',
      'dynamodb.condition.length-limit',
    ],
  },
  {
    because: 'Operands are judged by the item where AWS’s own DynamoDB Local refuses them at once.',
    right: 'unclear',
    ids: [
      'dynamodb.condition.refused.operand-type',
      'dynamodb.condition.refused.compared-type',
      'dynamodb.condition.refused.unknown-type',
      'dynamodb.condition.refused.itself',
      'dynamodb.condition.refused.between-order',
    ],
  },
  {
    because:
      'Elements beyond the end of a list are appended in the order of the expression, not of their indexes.',
    right: 'the assertion',
    ids: ['dynamodb.update.list-two-beyond-end'],
  },
  {
    because:
      'Some updates that AWS refuses are taken, and one without an expression ends in an error of the server.',
    right: 'the assertion',
    ids: [
      'dynamodb.update.refused.through-text',
      'dynamodb.update.refused.three-operands',
      'dynamodb.update.without-expression',
    ],
  },
  {
    because:
      'Key conditions, filters, start keys and limits of a query are not checked, or end in an error of the server.',
    right: 'the assertion',
    ids: [
      'dynamodb.query.refused.or',
      'dynamodb.query.refused.not-equal',
      'dynamodb.query.refused.key-twice',
      'dynamodb.query.refused.wrong-type',
      'dynamodb.query.start-malformed',
      'dynamodb.query.filter-on-key',
      'dynamodb.query.limit-zero',
      'dynamodb.index.start-key',
    ],
  },
  {
    because:
      'The last page has no key to go on after even when Limit fills it, and a start key outside the query is taken.',
    right: 'unclear',
    ids: ['dynamodb.query.exactly-limit', 'dynamodb.query.start-outside'],
  },
  {
    because: 'What an index does not project can be asked for, and its keys may be of any type.',
    right: 'the assertion',
    ids: ['dynamodb.index.not-projected', 'dynamodb.index.wrong-key-type'],
  },
  {
    because: 'A missing index is a missing resource.',
    right: 'unclear',
    ids: ['dynamodb.index.missing'],
  },
  {
    because: 'The limits of batches and transactions are not checked.',
    right: 'the assertion',
    ids: [
      'dynamodb.batch.write-limit',
      'dynamodb.batch.write-duplicates',
      'dynamodb.batch.empty',
      'dynamodb.transaction.empty',
      'dynamodb.transaction.get-twice',
    ],
  },
  {
    because: 'Transactions have no tokens, no reasons for updates that do not fit, and no projections.',
    right: 'the assertion',
    ids: [
      'dynamodb.transaction.reason-validation',
      'dynamodb.transaction.token',
      'dynamodb.transaction.token-mismatch',
      'dynamodb.transaction.get',
    ],
  },
  {
    because: 'Consumed capacity is a constant.',
    right: 'the assertion',
    ids: [
      'dynamodb.capacity.read-sizes',
      'dynamodb.capacity.read-missing',
      'dynamodb.capacity.empty-query',
      'dynamodb.capacity.query-sums',
      'dynamodb.capacity.write-sizes',
      'dynamodb.capacity.larger-of-both',
      'dynamodb.capacity.update-whole-item',
      'dynamodb.capacity.index-put-small',
      'dynamodb.capacity.index-put-large',
      'dynamodb.capacity.index-key-moves',
      'dynamodb.capacity.index-untouched',
      'dynamodb.capacity.index-query',
      'dynamodb.capacity.batch-get',
      'dynamodb.capacity.batch-write',
      'dynamodb.capacity.transaction-write',
      'dynamodb.capacity.transaction-read',
    ],
  },
  {
    because: 'Time to live is turned on where it is on, and a missing table is told under another name.',
    right: 'the assertion',
    ids: ['dynamodb.ttl.turn-on-twice', 'dynamodb.ttl.missing-table'],
  },
  {
    because: 'A write that changes nothing writes a record.',
    right: 'the assertion',
    ids: ['dynamodb.streams.nothing-changed'],
  },
  {
    because: 'Turning on a stream twice is refused by another name.',
    right: 'the assertion',
    ids: ['dynamodb.streams.turned-on-twice'],
  },
]);
