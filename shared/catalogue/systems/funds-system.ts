import {
  system,
  type AttributeDeclaration,
  type EntityDeclaration,
  type ParameterDeclaration,
  type PatternDeclaration,
  type TableDeclaration,
} from '../declaration.ts';
import { fundSamples } from './funds-samples.ts';

const fundTables = {
  main: {
    name: 'investment_fund',
    about: 'All items of a document in the document’s partition.',
    partition: { name: 'PK', type: 'S' },
    sort: { name: 'SK', type: 'S' },
    indexes: {
      GSI_Entity_Document: {
        partition: { name: 'GSI_PK', type: 'S' },
        sort: { name: 'GSI_SK', type: 'S' },
        projection: 'ALL',
        about: 'One entity of one document as it is now; each key is unique, so none is hot.',
      },
      GSI_Position_Document: {
        partition: { name: 'GSI2_PK', type: 'S' },
        sort: { name: 'GSI2_SK', type: 'S' },
        projection: 'ALL',
        about: 'Everything about a position, across documents.',
      },
    },
  },
} as const satisfies Record<string, TableDeclaration>;

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

/** The source has five types. Two of them exist as the latest version and as dated versions, which have other keys. */
const fundEntities = {
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
    // Each item has six or eight attributes with keys of 20 to 40 bytes, and so do the other entities here.
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

const fundParameters = {
  documentId: { label: 'Document', example: 'DOC001' },
  positionId: { label: 'Position', about: 'A fund with an investor in it.', example: 'POSITION_1' },
  kind: {
    label: 'Kind',
    oneOf: ['DOCUMENT', 'CAPITAL_ACTIVITY', 'CAPITAL_CALL', 'DISTRIBUTION', 'UNFUNDED_COMMITMENT'],
    example: 'CAPITAL_CALL',
  },
  positionKind: {
    label: 'Kind',
    oneOf: ['CAPITAL_CALL', 'DISTRIBUTION', 'UNFUNDED_COMMITMENT'],
    example: 'CAPITAL_CALL',
  },
  from: { label: 'From', example: '2025-01-01' },
  to: { label: 'To', example: '2025-12-31' },
} as const satisfies Record<string, ParameterDeclaration>;

const positionPatterns = {
  capitalCallOfPosition: {
    number: 'AP10',
    asks: 'What does this document call from this position?',
    title: 'Capital call of a position',
    on: 'main',
    partition: '{documentId}',
    sort: { equals: 'CAPITAL_CALL#{positionId}' },
    returns: ['CapitalCall'],
    gives: 'one',
    usage: { callsPerDay: 1_000, items: 1 },
  },
  distributionOfPosition: {
    number: 'AP11',
    asks: 'What does this document distribute to this position?',
    title: 'Distribution of a position',
    on: 'main',
    partition: '{documentId}',
    sort: { equals: 'DISTRIBUTION#{positionId}' },
    returns: ['Distribution'],
    gives: 'one',
    usage: { callsPerDay: 1_000, items: 1 },
  },
  commitmentOfPosition: {
    number: 'AP12',
    asks: 'What is this position still committed to by this document?',
    title: 'Unfunded commitment of a position',
    on: 'main',
    partition: '{documentId}',
    sort: { equals: 'UNFUNDED_COMMITMENT#{positionId}' },
    returns: ['UnfundedCommitment'],
    gives: 'one',
    usage: { callsPerDay: 1_000, items: 1 },
  },
  positionAcrossDocuments: {
    number: 'AP13',
    asks: 'What do all documents say of this position?',
    title: 'Position across documents',
    on: 'main.GSI_Position_Document',
    partition: '{positionId}',
    returns: ['CapitalCall', 'Distribution', 'UnfundedCommitment'],
    gives: 'many',
    usage: { callsPerDay: 500, items: 30 },
  },
  positionAcrossDocumentsByKind: {
    number: 'AP14',
    asks: 'What of one kind do all documents say of this position?',
    title: 'Position across documents by kind',
    on: 'main.GSI_Position_Document',
    partition: '{positionId}',
    sort: { beginsWith: '{positionKind}#' },
    returns: ['CapitalCall', 'Distribution', 'UnfundedCommitment'],
    gives: 'many',
    usage: { callsPerDay: 200, items: 10 },
  },
  capitalCallByKey: {
    number: 'AP15',
    asks: 'Which capital call has this unique key?',
    title: 'Capital call by unique key',
    on: 'main.GSI_Entity_Document',
    partition: 'CAPITAL_CALL#{positionId}#{documentId}',
    returns: ['CapitalCall'],
    gives: 'one',
    usage: { callsPerDay: 200, items: 1 },
  },
  distributionByKey: {
    number: 'AP16',
    asks: 'Which distribution has this unique key?',
    title: 'Distribution by unique key',
    on: 'main.GSI_Entity_Document',
    partition: 'DISTRIBUTION#{positionId}#{documentId}',
    returns: ['Distribution'],
    gives: 'one',
    usage: { callsPerDay: 200, items: 1 },
  },
  commitmentByKey: {
    number: 'AP17',
    asks: 'Which unfunded commitment has this unique key?',
    title: 'Unfunded commitment by unique key',
    on: 'main.GSI_Entity_Document',
    partition: 'UNFUNDED_COMMITMENT#{positionId}#{documentId}',
    returns: ['UnfundedCommitment'],
    gives: 'one',
    usage: { callsPerDay: 200, items: 1 },
  },
} as const satisfies Record<string, PatternDeclaration>;

/**
 * The source gives no calls a day, so these are estimates: 2,000 documents, each opened once a day as a whole and in
 * part now and then, with 10 items a document as in the source's own DOC001.
 */
const documentPatterns = {
  documentOverview: {
    number: 'AP1',
    asks: 'What does this document say altogether?',
    title: 'Overview of a document',
    on: 'main',
    partition: '{documentId}',
    returns: [
      'Document',
      'DocumentVersion',
      'CapitalActivity',
      'CapitalActivityVersion',
      'CapitalCall',
      'Distribution',
      'UnfundedCommitment',
    ],
    gives: 'many',
    usage: { callsPerDay: 2_000, items: 10 },
  },
  itemsOfKind: {
    number: 'AP2',
    asks: 'Which items of one kind has this document?',
    title: 'Items of a kind',
    on: 'main',
    partition: '{documentId}',
    sort: { beginsWith: '{kind}#' },
    returns: [
      'Document',
      'DocumentVersion',
      'CapitalActivity',
      'CapitalActivityVersion',
      'CapitalCall',
      'Distribution',
      'UnfundedCommitment',
    ],
    gives: 'many',
    usage: { callsPerDay: 500, items: 2 },
  },
  capitalOfDocument: {
    number: 'AP3',
    asks: 'What is there about capital in this document?',
    title: 'Capital activity and calls',
    on: 'main',
    partition: '{documentId}',
    sort: { beginsWith: 'CAPITAL_' },
    returns: ['CapitalActivity', 'CapitalActivityVersion', 'CapitalCall'],
    gives: 'many',
    usage: { callsPerDay: 500, items: 4 },
  },
  latestDocument: {
    number: 'AP4',
    asks: 'How is this document now?',
    title: 'Latest document',
    on: 'main',
    partition: '{documentId}',
    sort: { equals: 'DOCUMENT#LATEST' },
    returns: ['Document'],
    gives: 'one',
    usage: { callsPerDay: 2_000, items: 1 },
  },
  latestCapitalActivity: {
    number: 'AP5',
    asks: 'How is the capital activity of this document now?',
    title: 'Latest capital activity',
    on: 'main',
    partition: '{documentId}',
    sort: { equals: 'CAPITAL_ACTIVITY#LATEST' },
    returns: ['CapitalActivity'],
    gives: 'one',
    usage: { callsPerDay: 500, items: 1 },
  },
  historicalBetween: {
    number: 'AP6',
    asks: 'How was this document between two days?',
    title: 'Historical versions between',
    on: 'main',
    partition: '{documentId}',
    sort: { between: ['DOCUMENT#{from:date}', 'DOCUMENT#{to:date}'] },
    returns: ['DocumentVersion'],
    gives: 'many',
    usage: { callsPerDay: 100, items: 4 },
  },
  versionsOfDocument: {
    number: 'AP7',
    asks: 'Which versions has this document?',
    title: 'All versions of a document',
    on: 'main',
    partition: '{documentId}',
    sort: { beginsWith: 'DOCUMENT#' },
    returns: ['Document', 'DocumentVersion'],
    gives: 'many',
    usage: { callsPerDay: 100, items: 5 },
  },
  capitalActivityBetween: {
    number: 'AP8',
    asks: 'How was the capital activity of this document between two days?',
    title: 'Capital activity between',
    on: 'main',
    partition: '{documentId}',
    sort: { between: ['CAPITAL_ACTIVITY#{from:date}', 'CAPITAL_ACTIVITY#{to:date}'] },
    returns: ['CapitalActivityVersion'],
    gives: 'many',
    usage: { callsPerDay: 100, items: 4 },
  },
  latestDocumentByKey: {
    number: 'AP9',
    asks: 'How is this document now, by its unique key?',
    title: 'Latest document by unique key',
    on: 'main.GSI_Entity_Document',
    partition: 'DOCUMENT#LATEST#{documentId}',
    returns: ['Document'],
    gives: 'one',
    usage: { callsPerDay: 200, items: 1 },
  },
} as const satisfies Record<string, PatternDeclaration>;

/** A document and everything it says about its positions share one partition (domain, section 3). */
export const funds = system({
  id: 'funds',
  name: 'Investment funds',
  about: 'What documents say of positions: capital calls, distributions and unfunded commitments.',
  tables: fundTables,
  entities: fundEntities,
  patterns: { ...documentPatterns, ...positionPatterns },
  parameters: fundParameters,
  samples: fundSamples,
});
