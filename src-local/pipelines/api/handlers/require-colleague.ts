import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DocumentItem } from '../../extraction/item-shapes.ts';
import { keyOf } from '../../extraction/items/keys.ts';
import type { PipelineParts } from '../../parts.ts';
import { fromItem, toItem } from '../../plain-items.ts';
import { ApiProblem } from '../call.ts';
import { documentAnswer } from './document-answer.ts';
import { opinionsOf } from './second-opinion.ts';

/** A reviewer of this tenant, and not somebody who has decided this document already: it asks for another person then. */
export async function requireColleague(
  parts: PipelineParts,
  document: DocumentItem,
  to: string,
): Promise<void> {
  const { Item } = await parts.clients.dynamodb.send(
    new GetItemCommand({
      TableName: parts.names.extraction.table,
      Key: toItem(keyOf.userInTenant(document.tenantId, to)),
      ConsistentRead: true,
    }),
  );
  const role = Item && fromItem(Item)['role'];
  if (role !== 'reviewer' && role !== 'admin') {
    const detail = `${to} is no reviewer of this tenant. Nothing was done; hand it to somebody who is.`;
    throw new ApiProblem('not-a-reviewer', detail, documentAnswer(document));
  }
  if (opinionsOf(document).some(({ by }) => by === to)) {
    const detail = `${to} has decided this document already, and it asks for another person. Nothing was done.`;
    throw new ApiProblem('not-a-reviewer', detail, documentAnswer(document));
  }
}
