import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { parseBatch } from '#pipelines/extraction/read-items.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import type { PocketAwsOptions } from '../aws/pocket-aws.ts';
import type { StoredFile } from '../aws/textract/found-pages.ts';
import type { ReadingPurpose } from '../world/sheets/drawn-documents.ts';
import type { World } from '../world/world.ts';

/**
 * Textract and Bedrock read the drawn sheets of this world. A request to AWS does not say what the pipeline knows, the run
 * and the schema, so they are looked up in its table. The code is loaded with the first document.
 */
export function sheetServices(
  world: () => World,
): Required<Pick<PocketAwsOptions, 'readFile' | 'answerModel'>> {
  let opened: ReturnType<typeof open> | undefined;
  const open = async () => {
    const { readDrawnDocuments } = await import('../world/sheets/drawn-documents.ts');
    return readDrawnDocuments({
      findPurpose: (key) => findPurpose(world(), key),
      findFile: (folder) => findFile(world(), folder),
      findSources: async (key) =>
        (await findDocument(world(), key))?.['madeOf'] as DocumentItem['madeOf'] | undefined,
    });
  };
  return {
    readFile: async (file) => (await (opened ??= open())).readFile(file),
    answerModel: async (asked) => (await (opened ??= open())).answerModel(asked),
  };
}

const { table: TableName, documentsBucket } = namesByConvention('sandbox').extraction;

type Items = Parameters<typeof fromItem>[0];

async function findPurpose(world: World, key: string): Promise<ReadingPurpose> {
  const document = await findDocument(world, key);
  const schema = await findSchema(world, key);
  const run = document?.['run'];
  return { run: typeof run === 'number' ? run : 1, schema };
}

/** "documents/tenant/batch/document/file", or the folder alone. */
function parsePlace(place: string): { tenantId: string; batchId: string; documentId: string } {
  const [, tenantId = '', batchId = '', documentId = ''] = place.split('/');
  return { tenantId, batchId, documentId };
}

function findDocument(world: World, place: string): Promise<PlainItem | undefined> {
  const { tenantId, batchId, documentId } = parsePlace(place);
  return getItem(world, keyOf.document(tenantId, batchId, documentId));
}

async function findSchema(world: World, place: string): Promise<ReadingPurpose['schema']> {
  const { tenantId, batchId } = parsePlace(place);
  const { Items = [] } = (await world.call('dynamodb', 'Query', {
    TableName,
    IndexName: 'GSI3',
    KeyConditionExpression: 'GSI3PK = :batchId AND GSI3SK = :batch',
    ExpressionAttributeValues: toItem({ ':batchId': batchId, ':batch': 'BATCH' }),
  })) as { Items?: Items[] };
  // Ids are unique only within a tenant.
  const batch = Items.map(parseBatch).find((one) => one.tenantId === tenantId);
  if (!batch) return {};
  const workflow = await getItem(world, keyOf.workflow(tenantId, batch.projectId, batch.workflowId));
  return (workflow?.['schema'] ?? {}) as ReadingPurpose['schema'];
}

async function getItem(world: World, key: PlainItem): Promise<PlainItem | undefined> {
  const { Item } = (await world.call('dynamodb', 'GetItem', { TableName, Key: toItem(key) })) as {
    Item?: Items;
  };
  return Item && fromItem(Item);
}

async function findFile(world: World, folder: string): Promise<StoredFile | undefined> {
  const key = (await findDocument(world, folder))?.['objectKey'];
  if (typeof key !== 'string') return undefined;
  const at = { Bucket: documentsBucket, Key: key };
  const { Metadata } = (await world.call('s3', 'HeadObject', at)) as { Metadata: Record<string, string> };
  const bytes = async (): Promise<Uint8Array> =>
    ((await world.call('s3', 'GetObject', at)) as { Body: Uint8Array }).Body;
  return { bucket: at.Bucket, key, metadata: Metadata, bytes };
}
