import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';

/**
 * These are the rows of the table printed in the funds seed: PK, SK, type, amount, status, version, position.
 */
const rows = [
  ['DOC001', 'DOCUMENT#LATEST', 'Document', null, 'Active', 'Latest', null],
  ['DOC001', 'DOCUMENT#2025-09-01', 'Document', null, 'Historical', 'Historical', null],
  ['DOC001', 'CAPITAL_ACTIVITY#LATEST', 'CapitalActivity', '500000', 'Pending', 'Latest', null],
  ['DOC001', 'CAPITAL_ACTIVITY#2025-08-15', 'CapitalActivity', '450000', 'Completed', 'Historical', null],
  ['DOC001', 'CAPITAL_CALL#POSITION_1', 'CapitalCall', '500000', 'Pending', 'Latest', 'POSITION_1'],
  ['DOC001', 'DISTRIBUTION#POSITION_1', 'Distribution', '75000', 'Completed', 'Latest', 'POSITION_1'],
  [
    'DOC001',
    'UNFUNDED_COMMITMENT#POSITION_1',
    'UnfundedCommitment',
    '1500000',
    'Active',
    'Latest',
    'POSITION_1',
  ],
  ['DOC001', 'CAPITAL_CALL#POSITION_2', 'CapitalCall', '300000', 'Pending', 'Latest', 'POSITION_2'],
  ['DOC001', 'DISTRIBUTION#POSITION_2', 'Distribution', '45000', 'Completed', 'Latest', 'POSITION_2'],
  [
    'DOC001',
    'UNFUNDED_COMMITMENT#POSITION_2',
    'UnfundedCommitment',
    '850000',
    'Active',
    'Latest',
    'POSITION_2',
  ],
  ['DOC002', 'DOCUMENT#LATEST', 'Document', null, 'Active', 'Latest', null],
  ['DOC002', 'CAPITAL_CALL#POSITION_1', 'CapitalCall', '750000', 'Completed', 'Latest', 'POSITION_1'],
  ['DOC002', 'DISTRIBUTION#POSITION_1', 'Distribution', '120000', 'Pending', 'Latest', 'POSITION_1'],
  ['DOC002', 'CAPITAL_CALL#POSITION_2', 'CapitalCall', '400000', 'Pending', 'Latest', 'POSITION_2'],
] as const;

export const fundItems: readonly Attributes[] = rows.map(
  ([PK, SK, EntityType, Amount, Status, Version, PositionId]) => ({
    PK: { S: PK },
    SK: { S: SK },
    EntityType: { S: EntityType },
    ...(Amount === null ? {} : { Amount: { N: Amount } }),
    Status: { S: Status },
    Version: { S: Version },
    ...(PositionId === null ? {} : { PositionId: { S: PositionId } }),
  }),
);
