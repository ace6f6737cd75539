import type { SampleItem } from '../declaration.ts';

const latest = { Version: 'Latest' };
const historical = { Status: 'Historical', Version: 'Historical' };

/** The source's table of 14 rows in its order, with the index keys from its two other tables. */
export const fundSamples: Readonly<Record<'main', readonly SampleItem[]>> = {
  main: [
    aDocument('DOC001'),
    { PK: 'DOC001', SK: 'DOCUMENT#2025-09-01', EntityType: 'Document', ...historical },
    {
      PK: 'DOC001',
      SK: 'CAPITAL_ACTIVITY#LATEST',
      EntityType: 'CapitalActivity',
      Amount: 500_000,
      Status: 'Pending',
      ...latest,
    },
    {
      PK: 'DOC001',
      SK: 'CAPITAL_ACTIVITY#2025-08-15',
      EntityType: 'CapitalActivity',
      Amount: 450_000,
      Status: 'Completed',
      Version: 'Historical',
    },
    ofPosition('DOC001', 'POSITION_1', 'CAPITAL_CALL', 'CapitalCall', 500_000, 'Pending'),
    ofPosition('DOC001', 'POSITION_1', 'DISTRIBUTION', 'Distribution', 75_000, 'Completed'),
    ofPosition('DOC001', 'POSITION_1', 'UNFUNDED_COMMITMENT', 'UnfundedCommitment', 1_500_000, 'Active'),
    ofPosition('DOC001', 'POSITION_2', 'CAPITAL_CALL', 'CapitalCall', 300_000, 'Pending'),
    ofPosition('DOC001', 'POSITION_2', 'DISTRIBUTION', 'Distribution', 45_000, 'Completed'),
    ofPosition('DOC001', 'POSITION_2', 'UNFUNDED_COMMITMENT', 'UnfundedCommitment', 850_000, 'Active'),
    aDocument('DOC002'),
    ofPosition('DOC002', 'POSITION_1', 'CAPITAL_CALL', 'CapitalCall', 750_000, 'Completed'),
    ofPosition('DOC002', 'POSITION_1', 'DISTRIBUTION', 'Distribution', 120_000, 'Pending'),
    ofPosition('DOC002', 'POSITION_2', 'CAPITAL_CALL', 'CapitalCall', 400_000, 'Pending'),
  ],
};

function aDocument(documentId: string): SampleItem {
  return {
    PK: documentId,
    SK: 'DOCUMENT#LATEST',
    GSI_PK: `DOCUMENT#LATEST#${documentId}`,
    GSI_SK: 'METADATA',
    EntityType: 'Document',
    Status: 'Active',
    ...latest,
  };
}

function ofPosition(
  documentId: string,
  positionId: string,
  kind: string,
  EntityType: string,
  Amount: number,
  Status: string,
): SampleItem {
  return {
    PK: documentId,
    SK: `${kind}#${positionId}`,
    GSI_PK: `${kind}#${positionId}#${documentId}`,
    GSI_SK: 'LATEST',
    GSI2_PK: positionId,
    GSI2_SK: `${kind}#${documentId}`,
    EntityType,
    Amount,
    Status,
    ...latest,
    PositionId: positionId,
  };
}
