import { validationException } from '../../protocol/aws-error.ts';
import {
  boolean,
  integer,
  list,
  required,
  string,
  structure,
  type Infer,
  type Shape,
} from '../../protocol/shapes.ts';
import type { StreamSettings } from './table-record.ts';

/** A table's name or, where AWS takes that too, its ARN. */
export const tableName = required(named(1));

/** CreateTable requires a longer name. */
export const newTableName = required(named(3));

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html#HowItWorks.NamingRules */
export const indexName = createNameShape(3);

function named(shortest: number): Shape<string> {
  const name = createNameShape(shortest);
  const arn = string({ max: 1024 });
  return {
    check(value, at, problems) {
      const isArn = shortest === 1 && typeof value === 'string' && value.startsWith('arn:');
      (isArn ? arn : name).check(value, at, problems);
    },
  };
}

function createNameShape(min: number): Shape<string> {
  const lengths = string({ min, max: 255 });
  return {
    check(value, at, problems) {
      if (typeof value === 'string' && !/^[a-zA-Z0-9_.-]+$/.test(value) && value !== '') {
        const constraint = 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+';
        const message = `Value '${value}' at '${at}' failed to satisfy constraint: ${constraint}`;
        problems.push({ kind: 'constraint', at, message });
      }
      lengths.check(value, at, problems);
    },
  };
}

/** Members that CreateTable and UpdateTable share. */

const attributeName = required(string({ min: 1, max: 255 }));

export const attributeDefinitions = list(
  structure({ AttributeName: attributeName, AttributeType: required(string({ oneOf: ['B', 'N', 'S'] })) }),
);

export const keySchema = required(
  list(structure({ AttributeName: attributeName, KeyType: required(string({ oneOf: ['HASH', 'RANGE'] })) }), {
    min: 1,
    max: 2,
  }),
);

export const provisionedThroughput = structure({
  ReadCapacityUnits: required(integer({ min: 1 })),
  WriteCapacityUnits: required(integer({ min: 1 })),
});

const projection = required(
  structure({
    ProjectionType: string({ oneOf: ['ALL', 'INCLUDE', 'KEYS_ONLY'] }),
    NonKeyAttributes: list(string({ min: 1, max: 255 }), { min: 1, max: 20 }),
  }),
);

export const localIndex = structure({
  IndexName: required(indexName),
  KeySchema: keySchema,
  Projection: projection,
});

export const globalIndex = structure({
  IndexName: required(indexName),
  KeySchema: keySchema,
  Projection: projection,
  ProvisionedThroughput: provisionedThroughput,
});

export const billingMode = string({ oneOf: ['PROVISIONED', 'PAY_PER_REQUEST'] });
export const tableClass = string({ oneOf: ['STANDARD', 'STANDARD_INFREQUENT_ACCESS'] });

export const tags = list(
  structure({ Key: required(string({ min: 1, max: 128 })), Value: required(string({ max: 256 })) }),
);

export const streamSpecification = structure({
  StreamEnabled: required(boolean()),
  StreamViewType: string({ oneOf: ['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY'] }),
});
/** These members are accepted so that a request can say "no key of our own". */
export const sseSpecification = structure({
  Enabled: boolean(),
  SSEType: string({ oneOf: ['AES256', 'KMS'] }),
  KMSMasterKeyId: string(),
});

interface Specifications {
  readonly SSESpecification?: Infer<typeof sseSpecification>;
}

/** Settings that Pocket AWS would not honour are refused; switching them off is allowed. */
export function refuseUnsupported({ SSESpecification }: Specifications): void {
  if (SSESpecification?.Enabled) {
    throw validationException('SSESpecification: keys of KMS are not supported here');
  }
}

/** Reads what a request says of the stream: its view, or undefined for no stream. */
export function readStreamView(
  specification: Infer<typeof streamSpecification> | undefined,
): StreamSettings['view'] | undefined {
  if (specification === undefined) return undefined;
  const { StreamEnabled: isOn, StreamViewType: view } = specification;
  if (isOn && view === undefined) {
    throw validationException(
      'One or more parameter values were invalid: StreamViewType is required when StreamEnabled is true',
    );
  }
  if (!isOn && view !== undefined) {
    throw validationException(
      'One or more parameter values were invalid: StreamViewType cannot be specified when StreamEnabled is false',
    );
  }
  return isOn ? view : undefined;
}
