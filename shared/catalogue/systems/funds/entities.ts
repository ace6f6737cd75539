import type { AttributeDeclaration, EntityDeclaration } from '../../declaration.ts';

const status = {
  type: 'text',
  oneOf: ['Active', 'Historical', 'Pending', 'Completed'],
} as const satisfies AttributeDeclaration;

const ofDocument = {
  Status: status,
  Version: { type: 'text', oneOf: ['Latest', 'Historical'] },
} as const satisfies Record<string, AttributeDeclaration>;

const ofPosition = {
  Amount: { type: 'number' },
  ...ofDocument,
  PositionId: { type: 'text', about: 'A fund with an investor in it.' },
} as const satisfies Record<string, AttributeDeclaration>;

/** The source has five types; two of them come as the latest and as dated versions, which have other keys. */
export const fundEntities = {
  Document: {
    table: 'main',
    about: 'The document as it is now.',
    keys: {
      PK: '{documentId}',
      SK: 'DOCUMENT#LATEST',
      GSI_PK: 'DOCUMENT#LATEST#{documentId}',
      GSI_SK: 'METADATA',
    },
    attributes: { EntityType: { type: 'text', oneOf: ['Document'] }, ...ofDocument },
    // Six or eight attributes with keys of 20 to 40 bytes; so are all of these.
    bytes: 160,
  },
  DocumentVersion: {
    table: 'main',
    about: 'The document as it was on a day.',
    keys: { PK: '{documentId}', SK: 'DOCUMENT#{date:date}' },
    attributes: { EntityType: { type: 'text', oneOf: ['Document'] }, ...ofDocument },
    bytes: 120,
  },
  CapitalActivity: {
    table: 'main',
    about: 'Capital activity of the whole document as it is now.',
    keys: { PK: '{documentId}', SK: 'CAPITAL_ACTIVITY#LATEST' },
    attributes: {
      EntityType: { type: 'text', oneOf: ['CapitalActivity'] },
      Amount: { type: 'number' },
      ...ofDocument,
    },
    bytes: 130,
  },
  CapitalActivityVersion: {
    table: 'main',
    about: 'Capital activity as it was on a day.',
    keys: { PK: '{documentId}', SK: 'CAPITAL_ACTIVITY#{date:date}' },
    attributes: {
      EntityType: { type: 'text', oneOf: ['CapitalActivity'] },
      Amount: { type: 'number' },
      ...ofDocument,
    },
    bytes: 130,
  },
  CapitalCall: {
    table: 'main',
    keys: {
      PK: '{documentId}',
      SK: 'CAPITAL_CALL#{positionId}',
      GSI_PK: 'CAPITAL_CALL#{positionId}#{documentId}',
      GSI_SK: 'LATEST',
      GSI2_PK: '{positionId}',
      GSI2_SK: 'CAPITAL_CALL#{documentId}',
    },
    attributes: { EntityType: { type: 'text', oneOf: ['CapitalCall'] }, ...ofPosition },
    bytes: 240,
  },
  Distribution: {
    table: 'main',
    keys: {
      PK: '{documentId}',
      SK: 'DISTRIBUTION#{positionId}',
      GSI_PK: 'DISTRIBUTION#{positionId}#{documentId}',
      GSI_SK: 'LATEST',
      GSI2_PK: '{positionId}',
      GSI2_SK: 'DISTRIBUTION#{documentId}',
    },
    attributes: { EntityType: { type: 'text', oneOf: ['Distribution'] }, ...ofPosition },
    bytes: 240,
  },
  UnfundedCommitment: {
    table: 'main',
    keys: {
      PK: '{documentId}',
      SK: 'UNFUNDED_COMMITMENT#{positionId}',
      GSI_PK: 'UNFUNDED_COMMITMENT#{positionId}#{documentId}',
      GSI_SK: 'LATEST',
      GSI2_PK: '{positionId}',
      GSI2_SK: 'UNFUNDED_COMMITMENT#{documentId}',
    },
    attributes: { EntityType: { type: 'text', oneOf: ['UnfundedCommitment'] }, ...ofPosition },
    bytes: 260,
  },
} as const satisfies Record<string, EntityDeclaration>;
