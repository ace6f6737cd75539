import { BatchGetItemCommand, type KeysAndAttributes } from '@aws-sdk/client-dynamodb';
import type { BatchItem, DocumentItem } from '../../extraction/item-shapes.ts';
import { keyOf } from '../../extraction/items/keys.ts';
import { documentFrom } from '../../extraction/items/read-items.ts';
import type { PipelineParts } from '../../parts.ts';
import { toItem } from '../../plain-items.ts';

/** By id; those that are not there are left out. At most 100 different ones. */
export async function getDocuments(
  parts: PipelineParts,
  { tenantId, batchId }: BatchItem,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DocumentItem>> {
  const table = parts.names.extraction.table;
  const documents = new Map<string, DocumentItem>();
  let left: KeysAndAttributes | undefined = {
    Keys: ids.map((id) => toItem(keyOf.document(tenantId, batchId, id))),
    ConsistentRead: true,
  };
  for (let attempt = 1; left; attempt += 1) {
    const RequestItems: Record<string, KeysAndAttributes> = { [table]: left };
    const { Responses, UnprocessedKeys } = await parts.clients.dynamodb.send(
      new BatchGetItemCommand({ RequestItems }),
    );
    for (const kept of Responses?.[table] ?? []) {
      const document = documentFrom(kept);
      documents.set(document.documentId, document);
    }
    left = UnprocessedKeys?.[table];
    if (left) await parts.pause(attempt);
  }
  return documents;
}
