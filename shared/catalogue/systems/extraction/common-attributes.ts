import type { AttributeDeclaration } from '../../declaration.ts';

/** What every item of the table carries beside its keys. */
export const commonAttributes = {
  version: { type: 'number', about: 'Raised by each change; If-Match asks for it.' },
  createdAt: { type: 'time' },
  updatedAt: { type: 'time' },
  ttl: { type: 'epoch seconds', optional: true, about: 'Only on what is kept for a short time.' },
} as const satisfies Record<string, AttributeDeclaration>;

export const thresholdAttributes = {
  confidenceThreshold: { type: 'number', about: 'A document that scores below it has failed.' },
  reviewThreshold: { type: 'number', about: 'A document that scores below it goes to a reviewer.' },
} as const satisfies Record<string, AttributeDeclaration>;

/** Items in any other status have no keys in GSI2. */
export const statusesInIndex = ['PROCESSING', 'FAILED', 'REVIEW_REQUIRED'] as const;
