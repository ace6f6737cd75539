import { QueryCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import type { PipelineParts } from '../../parts.ts';
import { fromItem, toItem } from '../../plain-items.ts';
import { auditHeadsOf } from '../../extraction/items/keys.ts';

export interface KeptAnchor {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly anchoredAt: string;
}

/** Of this chain of this caller, the newest first. Read as it is now: what was told is compared with it. */
export function anchorsOf(
  parts: PipelineParts,
  { sub, chain, most }: { readonly sub: string; readonly chain: string; readonly most: number },
): Promise<readonly KeptAnchor[]> {
  return query(parts, most, {
    where: 'PK = :caller AND begins_with(SK, :chain)',
    values: { ':caller': `CALLER#${sub}`, ':chain': auditHeadsOf(chain) },
  });
}

/** The newest anchor of each chain: one read a chain, however many anchors it has. */
export async function newestAnchors(
  parts: PipelineParts,
  { sub, most }: { readonly sub: string; readonly most: number },
): Promise<readonly KeptAnchor[]> {
  const found: KeptAnchor[] = [];
  let before = 'AUDIT#~';
  while (found.length < most) {
    const [newest] = await query(parts, 1, {
      where: 'PK = :caller AND SK BETWEEN :first AND :before',
      values: { ':caller': `CALLER#${sub}`, ':first': 'AUDIT#', ':before': before },
    });
    if (newest === undefined) break;
    found.push(newest);
    // Its anchors all come after this, and those of every chain before it come before.
    before = auditHeadsOf(newest.chain);
  }
  return found;
}

async function query(
  parts: PipelineParts,
  most: number,
  { where, values }: { readonly where: string; readonly values: Readonly<Record<string, string>> },
): Promise<readonly KeptAnchor[]> {
  const { Items = [] } = await parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      KeyConditionExpression: where,
      ExpressionAttributeValues: toItem(values),
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: most,
    }),
  );
  return Items.flatMap(anchorFrom);
}

/** One that was written by hand, in another form, is no anchor. */
function anchorFrom(kept: Record<string, AttributeValue>): KeptAnchor[] {
  const { chain, sequence, hash, createdAt } = fromItem(kept);
  if (typeof chain !== 'string' || typeof hash !== 'string' || typeof createdAt !== 'string') return [];
  return [{ chain, sequence: Number(sequence), hash, anchoredAt: createdAt }];
}
