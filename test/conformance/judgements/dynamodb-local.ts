import { judged, type Judgement } from '#scripts/conformance/judgement.ts';

export const dynamodbLocal: readonly Judgement[] = judged('DynamoDB Local', [
  {
    because: 'It takes values outside an enumeration, and text where the API asks for another JSON type.',
    right: 'the assertion',
    ids: ['dynamodb.request.unknown-value', 'dynamodb.items.not-a-json-type'],
  },
  {
    because: 'It has no tags.',
    right: 'the assertion',
    ids: ['dynamodb.tables.tags'],
  },
  {
    because: 'It gives numbers back as they were spelt; AWS trims zeros.',
    right: 'the assertion',
    ids: ['dynamodb.numbers.normal-form'],
  },
  {
    because: 'UPDATED_NEW of a nested path gives the whole attribute that holds the path.',
    right: 'unclear',
    ids: ['dynamodb.update.return-nested'],
  },
  {
    because:
      'An update that does not fit its item is refused as a whole request instead of cancelling the transaction.',
    right: 'the assertion',
    ids: ['dynamodb.transaction.reason-validation'],
  },
  {
    because: 'A condition check together with a write of the same item is not refused.',
    right: 'the assertion',
    ids: ['dynamodb.transaction.same-item-twice'],
  },
  {
    because: 'It charges nothing for a query that finds nothing and for keys of a batch that are not there.',
    right: 'the assertion',
    ids: ['dynamodb.capacity.empty-query', 'dynamodb.capacity.batch-get'],
  },
]);
