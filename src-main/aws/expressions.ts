import type { AttributeValue as SdkValue } from '@aws-sdk/client-dynamodb';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { FilledKey } from './fill-question.ts';

type Names = Record<string, string>;

/**
 * Names and values never stand in an expression themselves, only what we call them: a name may be a reserved word,
 * hold a dot, or be `__proto__`.
 */
export interface KeyCondition {
  readonly KeyConditionExpression: string;
  readonly ExpressionAttributeNames: Names;
  readonly ExpressionAttributeValues: Record<string, SdkValue>;
}

export function keyConditionOf({ partition, sort }: FilledKey): KeyCondition {
  const values = [partition.value, ...(sort?.values ?? [])];
  return {
    KeyConditionExpression: sort === null ? '#k0 = :v0' : `#k0 = :v0 AND ${sortExpressions[sort.word]}`,
    ExpressionAttributeNames: { '#k0': partition.name, ...(sort !== null && { '#k1': sort.name }) },
    ExpressionAttributeValues: Object.fromEntries(values.map((value, at) => [`:v${at}`, sdkValue(value)])),
  };
}

export interface Projection {
  readonly ProjectionExpression: string;
  readonly ExpressionAttributeNames: Names;
}

/** Nothing, where all attributes are wanted. */
export function projectionOf(attributes: readonly string[] | undefined): Partial<Projection> {
  if (attributes === undefined) return {};
  return {
    ProjectionExpression: attributes.map((_, at) => `#a${at}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, at) => [`#a${at}`, name])),
  };
}

export function sdkKey(key: Attributes): Record<string, SdkValue> {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [name, sdkValue(value)]));
}

const sortExpressions = {
  equals: '#k1 = :v1',
  beginsWith: 'begins_with(#k1, :v1)',
  between: '#k1 BETWEEN :v1 AND :v2',
  before: '#k1 < :v1',
  upTo: '#k1 <= :v1',
  after: '#k1 > :v1',
  from: '#k1 >= :v1',
} as const;

/** Keys are text, numbers or bytes; DynamoDB takes no other. */
function sdkValue(value: AttributeValue): SdkValue {
  if ('S' in value) return { S: value.S };
  if ('N' in value) return { N: value.N };
  if ('B' in value) return { B: Buffer.from(value.B, 'base64') };
  throw new TypeError('A key is text, a number or bytes.');
}
