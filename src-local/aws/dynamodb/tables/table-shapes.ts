import { boolean, integer, list, required, string, structure } from '../../protocol/shapes.ts';
import { indexName } from './table-name.ts';

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

/** Named, so that "no stream" and "no key of our own" can be said. */
export const streamSpecification = structure({
  StreamEnabled: required(boolean()),
  StreamViewType: string({ oneOf: ['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY'] }),
});
export const sseSpecification = structure({
  Enabled: boolean(),
  SSEType: string({ oneOf: ['AES256', 'KMS'] }),
  KMSMasterKeyId: string(),
});
