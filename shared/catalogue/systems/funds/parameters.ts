import type { ParameterDeclaration } from '../../declaration.ts';

export const fundParameters = {
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
