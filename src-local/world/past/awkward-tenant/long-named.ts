import type { Item } from '../../../aws/dynamodb/values/attribute-value.ts';
import { keyOf } from '../../../pipelines/extraction/keys.ts';
import { quill } from './quill.ts';
import { toAttributes } from './to-attributes.ts';

const userId = 'user-cagla-quill';
const email = 'çağla+everything@quill.example';
/** One of those who have a name for every ancestor. */
const name = `Çağla ${'María de la Concepción Żółć-Öztürk '.repeat(7)}Quill`;

/** The only person at the awkward tenant. Her role was never written down. */
export function longNamed(anchor: number): Item[] {
  const at = new Date(anchor - 400 * 24 * 3_600_000).toISOString();
  const common = { version: 1, createdAt: at, updatedAt: at, name };
  return [
    toAttributes({
      ...keyOf.user(userId),
      GSI1PK: email,
      GSI1SK: `USER#${userId}`,
      ...common,
      email,
      tenantIds: new Set([quill.tenantId]),
    }),
    toAttributes({ ...keyOf.userInTenant(quill.tenantId, userId), ...common }),
  ];
}
