import {
  ConditionalCheckFailedException,
  paginateQuery,
  UpdateItemCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { daysInStatusIndex } from '#shared/domain/pipeline-limits.ts';
import type { PipelineParts, ScheduledFunction } from '../parts.ts';
import { toItem } from '../plain-items.ts';
import { documentsPartition, keyOf } from './keys.ts';

/**
 * Removes documents that failed long ago from the sparse index, so that it stays small. It uses keys alone: the tenants
 * from their directory, each tenant's failed batches, each batch's failed documents.
 */
export function sweepStatusIndex(parts: PipelineParts): ScheduledFunction {
  return async () => {
    const before = new Date(parts.now() - daysInStatusIndex * dayMs).toISOString();
    for await (const tenant of query(parts, {
      KeyConditionExpression: 'PK = :partition AND begins_with(SK, :tenant)',
      ExpressionAttributeValues: toItem({
        ':partition': keyOf.directory('').PK,
        ':tenant': keyOf.directory('').SK,
      }),
    })) {
      await sweepTenant(parts, tenant.SK.replace('TENANT#', ''), before);
    }
  };
}

const dayMs = 86_400_000;

/**
 * A failed batch stays while it leads to documents: to those that failed later than itself, and to those that wait
 * for review, however long.
 */
async function sweepTenant(parts: PipelineParts, tenantId: string, before: string): Promise<void> {
  for await (const batch of failed(parts, `TENANT#${tenantId}`)) {
    const batchId = batch.SK.replace('BATCH#', '');
    let isLeft = false;
    for await (const document of failed(parts, documentsPartition(tenantId, batchId))) {
      if (document.GSI2SK < before) await takeOff(parts, document);
      else isLeft = true;
    }
    if (!isLeft && batch.GSI2SK < before) await takeOff(parts, batch, unheld);
  }
}

const unheld = {
  condition: '(attribute_not_exists(#counts.#waiting) OR #counts.#waiting = :none)',
  names: { '#counts': 'counts', '#waiting': 'REVIEW_REQUIRED' },
  values: { ':none': 0 },
};

function failed(parts: PipelineParts, owner: string): AsyncGenerator<Keys> {
  return query(parts, {
    IndexName: 'GSI2',
    KeyConditionExpression: 'GSI2PK = :partition',
    ExpressionAttributeValues: toItem({ ':partition': `${owner}#STATUS#FAILED` }),
    ProjectionExpression: 'PK, SK, GSI2PK, GSI2SK',
  });
}

/** An item that has moved meanwhile stays. The version stays, too, because people have seen it. */
async function takeOff(
  parts: PipelineParts,
  { PK, SK, GSI2PK, GSI2SK }: Keys,
  also?: typeof unheld,
): Promise<void> {
  try {
    await parts.clients.dynamodb.send(
      new UpdateItemCommand({
        TableName: parts.names.extraction.table,
        Key: toItem({ PK, SK }),
        ConditionExpression: ['GSI2PK = :status AND GSI2SK = :since', also?.condition]
          .filter((condition) => condition !== undefined)
          .join(' AND '),
        UpdateExpression: 'REMOVE GSI2PK, GSI2SK',
        ...(also && { ExpressionAttributeNames: also.names }),
        ExpressionAttributeValues: toItem({ ':status': GSI2PK, ':since': GSI2SK, ...also?.values }),
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

async function* query(
  { clients, names }: PipelineParts,
  input: Omit<Parameters<typeof paginateQuery>[1], 'TableName'>,
): AsyncGenerator<Keys> {
  const pages = paginateQuery({ client: clients.dynamodb }, { ...input, TableName: names.extraction.table });
  for await (const { Items = [] } of pages) yield* Items.map(readKeys);
}

type Keys = Readonly<Record<'PK' | 'SK' | 'GSI2PK' | 'GSI2SK', string>>;

function readKeys({ PK, SK, GSI2PK, GSI2SK }: Record<string, AttributeValue>): Keys {
  return { PK: text(PK), SK: text(SK), GSI2PK: text(GSI2PK), GSI2SK: text(GSI2SK) };
}

function text(key: AttributeValue | undefined): string {
  return key?.S ?? '';
}
