import type { AttributeValue } from '../../../aws/dynamodb/values/attribute-value.ts';

type Attributes = Readonly<Record<string, AttributeValue>>;

export interface OddDocument {
  /** What is left of its id behind the batch's. */
  readonly name: string;
  /** In the counts of its batch; those without one are not counted. */
  readonly counted?: 'FAILED' | 'SUCCEEDED' | 'REVIEW_REQUIRED';
  readonly attributes: Attributes;
}

/** Documents as no pipeline of today writes them: an import of the old system did, by hand. */
export function oddDocuments(at: string): readonly OddDocument[] {
  const times = { createdAt: { S: at }, updatedAt: { S: at } };
  const whole = { ...times, version: { N: '1' }, run: { N: '1' } };
  return [
    { name: 'KEYS-ONLY', attributes: {} },
    { name: 'NO-STATUS', attributes: { ...whole, fileName: { N: '20190412' }, objectKey: { NULL: true } } },
    { name: 'OTHER-STATUS', attributes: { ...whole, status: { S: 'ARCHIVED' }, fileName: { S: '' } } },
    {
      name: 'TEXTS-FOR-NUMBERS',
      counted: 'SUCCEEDED',
      attributes: {
        ...times,
        status: { S: 'SUCCEEDED' },
        version: { S: '3' },
        run: { S: 'first' },
        fileName: { S: 'typed.pdf' },
        score: { S: '0.97' },
        fields: { L: [{ S: 'reference' }, { S: 'AB-77' }] },
        usage: { NULL: true },
        lineItems: { M: {} },
      },
    },
    {
      name: 'ERROR-AS-TEXT',
      counted: 'FAILED',
      attributes: { status: { S: 'FAILED' }, fileName: { S: 'faxed.pdf' }, error: { S: 'it broke' } },
    },
    {
      name: 'ERROR-WITHOUT-CODE',
      counted: 'FAILED',
      attributes: {
        ...whole,
        status: { S: 'FAILED' },
        fileName: { S: 'scanned.pdf' },
        stage: { S: 'shredder' },
        error: { M: { message: { L: [{ S: 'paper' }, { N: '42' }] } } },
      },
    },
    {
      name: 'FIELDS-OF-ALL-KINDS',
      counted: 'REVIEW_REQUIRED',
      attributes: {
        ...whole,
        status: { S: 'REVIEW_REQUIRED' },
        fileName: { S: 'mixed.pdf' },
        score: { N: '0.74' },
        claimExpiresAt: { S: 'tomorrow' },
        fields: {
          M: {
            total: { N: '9007199254740993' },
            issuedOn: { BOOL: true },
            reference: { M: { value: { NULL: true }, confidence: { S: 'high' } } },
            sizes: { NS: ['0.0000001', '2'] },
            tags: { SS: ['a', 'ä'] },
            nothing: { NULL: true },
          },
        },
      },
    },
    {
      // Names that an object has already. An item may use them like others.
      name: 'OTHERS-NAMES',
      counted: 'SUCCEEDED',
      attributes: {
        ...whole,
        status: { S: 'SUCCEEDED' },
        fileName: { S: '__proto__.pdf' },
        fields: { M: named(['__proto__', 'constructor', 'toString', 'hasOwnProperty']) },
      },
    },
    {
      // In milliseconds, so that it never goes.
      name: 'TTL-IN-MS',
      counted: 'SUCCEEDED',
      attributes: {
        ...whole,
        status: { S: 'SUCCEEDED' },
        fileName: { S: 'for ever.pdf' },
        ttl: { N: String(Date.parse(at)) },
      },
    },
  ];
}

function named(names: readonly string[]): Record<string, AttributeValue> {
  const field = { M: { value: { S: 'x' }, confidence: { N: '1' }, readBy: { S: 'textract' } } };
  return Object.fromEntries(names.map((name) => [name, field]));
}
