import { isDeepStrictEqual } from 'node:util';
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { OtherDynamodb } from './dynamodb-pair.ts';
import type { Step } from './dynamodb-steps.ts';
import type { KnownDifference } from './fuzz-run.ts';
import { comparable } from './dynamodb-outcome.ts';

const guide = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const api = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference';

const twoFaults: KnownDifference<Step> = {
  because: 'Of two faults in one transaction each tells another; the page does not say which comes first',
  doc: `${api}/API_TransactWriteItems.html`,
  explains: (step, { ours, theirs }) => meetsAnItemTwice(step) && isRefused(ours) && isRefused(theirs),
};

/** These are the known differences of dynoxide 1.2.1 from AWS. */
export const dynoxideKnown: OtherDynamodb = {
  limits: { beyondEndOfLists: false },
  forgiving: (outcome) => outcome,
  known: [
    {
      because: 'dynoxide lets a filter look at what an index does not project',
      doc: `${api}/API_Query.html`,
      explains: (step, { ours, theirs }) => isQueryOfIndex(step) && isRefused(ours) && !isRefused(theirs),
    },
    {
      because: 'dynoxide gives the key as ALL_OLD of an item that was not there',
      doc: `${api}/API_UpdateItem.html`,
      explains: ({ operation, input }, { ours, theirs }) =>
        operation === 'UpdateItem' &&
        input['ReturnValues'] === 'ALL_OLD' &&
        !has(ours, 'Attributes') &&
        has(theirs, 'Attributes'),
    },
    {
      because: 'dynoxide gives the key with whatever a projection of TransactGetItems asks for',
      doc: `${api}/API_Get.html`,
      explains: ({ operation }, { ours, theirs }) =>
        operation === 'TransactGetItems' && isDeepStrictEqual(withoutKeys(ours), withoutKeys(theirs)),
    },
    {
      because:
        'dynoxide removes nothing where a path leads through what is not there; DynamoDB Local refuses',
      doc: `${guide}/Expressions.UpdateExpressions.html`,
      explains: (step, { ours }) => isRefused(ours) && removesNested(step),
    },
    {
      because: 'dynoxide makes a map of a null that a path leads through',
      doc: `${guide}/Expressions.UpdateExpressions.html`,
      explains: (step, { ours }) => isRefused(ours) && setsNested(step),
    },
    {
      because: 'dynoxide takes DELETE of what is no set where there is nothing to delete from',
      doc: `${guide}/Expressions.UpdateExpressions.html`,
      explains: ({ input }, { ours, theirs }) =>
        refusal(ours) === 'ValidationException' &&
        !isRefused(theirs) &&
        / ?DELETE /.test(JSON.stringify(input)),
    },
    {
      because: 'dynoxide takes capitals for small letters in begins_with of a sort key',
      doc: `${guide}/Query.KeyConditionExpressions.html`,
      explains: ({ operation, input }) =>
        operation === 'Query' && /begins_with\(#?sk/.test(String(input['KeyConditionExpression'])),
    },
    {
      because: 'dynoxide finds a malformed expression in a transaction late or never',
      doc: `${api}/API_TransactWriteItems.html`,
      explains: ({ operation }, { ours, theirs }) =>
        operation === 'TransactWriteItems' &&
        refusal(ours) === 'ValidationException' &&
        refusal(theirs) !== 'ValidationException',
    },
    twoFaults,
  ],
};

/** These are the known differences of DynamoDB Local 3.3.1 from AWS. */
export const dynamodbLocalKnown: OtherDynamodb = {
  limits: { beyondEndOfLists: true },
  /** It keeps numbers as they were written and has capacities of its own. */
  forgiving: withoutCapacity,
  known: [
    {
      because: 'DynamoDB Local gives the whole attribute where a nested path was updated',
      doc: `${api}/API_UpdateItem.html`,
      explains: ({ operation, input }, { ours, theirs }) =>
        operation === 'UpdateItem' &&
        String(input['ReturnValues']).startsWith('UPDATED_') &&
        !isRefused(ours) &&
        !isRefused(theirs),
    },
    {
      because: 'DynamoDB Local refuses a transaction whose update does not fit instead of cancelling it',
      doc: `${api}/API_TransactWriteItems.html`,
      explains: ({ operation }, { ours, theirs }) =>
        operation === 'TransactWriteItems' &&
        refusal(ours) === 'TransactionCanceledException' &&
        refusal(theirs) === 'ValidationException',
    },
    twoFaults,
    {
      because:
        'DynamoDB Local ends a query of one whole key without a key to go on after; the page leaves it open',
      doc: `${guide}/Query.Pagination.html`,
      explains: ({ operation }, { ours, theirs }) =>
        operation === 'Query' && isDeepStrictEqual(withoutLastPage(ours), withoutLastPage(theirs)),
    },
  ],
};

function meetsAnItemTwice({ operation, input }: Step): boolean {
  if (operation !== 'TransactWriteItems') return false;
  const keys = (input['TransactItems'] as TransactWriteItem[]).map(
    ({ Put, Update, Delete, ConditionCheck }) => {
      const { pk, sk } = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key ?? {};
      return JSON.stringify(comparable([pk, sk]));
    },
  );
  return new Set(keys).size < keys.length;
}

function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'pk' && name !== 'sk');
  // An item without any requested attribute is empty on one side and missing on the other.
  return Object.fromEntries(
    members
      .map(([name, each]) => [name, withoutKeys(each)] as const)
      .filter(([name, each]) => name !== 'Item' || Object.keys(each as object).length > 0),
  );
}

function removesNested(step: Step): boolean {
  return /REMOVE [#a-z, ]*[#a-z]+[.[]/.test(JSON.stringify(step.input));
}

function setsNested({ input }: Step): boolean {
  return /SET .*[a-z]\.#?[a-z]+(?:\.#?[a-z]+)? =/.test(JSON.stringify(input));
}

/** Removes an empty last page, and the key that led to it. */
function withoutLastPage(outcome: unknown): unknown {
  if (!has(outcome, 'pages')) return outcome;
  const { pages } = outcome as { pages: Record<string, unknown>[] };
  const kept = pages.at(-1)?.['ScannedCount'] === 0 && pages.length > 1 ? pages.slice(0, -1) : pages;
  return kept.map((page, at) => (at < kept.length - 1 ? page : { ...page, LastEvaluatedKey: undefined }));
}

function isQueryOfIndex({ operation, input }: Step): boolean {
  return (
    operation === 'Query' && Object.hasOwn(input, 'IndexName') && Object.hasOwn(input, 'FilterExpression')
  );
}

function isRefused(outcome: unknown): boolean {
  return has(outcome, 'refused');
}

function refusal(outcome: unknown): unknown {
  return has(outcome, 'refused') ? (outcome as { refused: unknown }).refused : undefined;
}

function has(outcome: unknown, member: string): boolean {
  return typeof outcome === 'object' && outcome !== null && Object.hasOwn(outcome, member);
}

function withoutCapacity(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCapacity);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'ConsumedCapacity');
  return Object.fromEntries(members.map(([name, each]) => [name, spelling(name, withoutCapacity(each))]));
}

function spelling(name: string, value: unknown): unknown {
  if (name === 'N') return plainNumber(String(value));
  return name === 'NS' && Array.isArray(value) ? value.map((each) => plainNumber(String(each))) : value;
}

/** Removes insignificant zeros and writes the exponent out. */
function plainNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`;
  const point = whole.length + Number(exponent);
  const padded = digits.padStart(digits.length + Math.max(0, -point), '0').padEnd(point, '0');
  const at = Math.max(0, point);
  const left = padded.slice(0, at).replace(/^0+/, '');
  const right = padded.slice(at).replace(/0+$/, '');
  const plain = `${left === '' ? '0' : left}${right === '' ? '' : `.${right}`}`;
  return sign === '-' && plain !== '0' ? `-${plain}` : plain;
}
