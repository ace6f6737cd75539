import type { AttributeDeclaration } from '../declaration.ts';

/** Every item of the table has these attributes in addition to its keys. */
export const commonAttributes = {
  version: { type: 'number', about: 'Raised by each change; If-Match asks for it.' },
  createdAt: { type: 'time' },
  updatedAt: { type: 'time' },
  ttl: { type: 'epoch seconds', optional: true, about: 'Only on what is kept for a short time.' },
} as const satisfies Record<string, AttributeDeclaration>;
