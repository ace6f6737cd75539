import { DynamoDBClient, QueryCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';

type Values = Readonly<Record<string, readonly string[]>>;
type Item = Record<string, AttributeValue>;

/** Holds ids of existing things, by the beginning of the path: parameters, and the versions that they have. */
export interface RealIds {
  readonly paths: readonly (readonly [beginning: string, values: Values])[];
  /** This is keyed by the name that they have in bodies. */
  readonly bodies: Values;
}

/** Finds one batch with documents that wait for review, the workflows beside it, and some downloads. */
export async function realIds(
  endpoint: string,
  tables: { readonly extraction: string; readonly jobs: string; readonly batches: string },
  tenantId: string,
): Promise<RealIds> {
  const dynamodb = new DynamoDBClient({
    region: 'local',
    endpoint,
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
  });
  const query = async (table: string, index: string, name: string, value: string): Promise<Item[]> => {
    const { Items = [] } = await dynamodb.send(
      new QueryCommand({
        TableName: table,
        IndexName: index,
        Limit: 100,
        ScanIndexForward: false,
        KeyConditionExpression: '#key = :value',
        ExpressionAttributeNames: { '#key': name },
        ExpressionAttributeValues: { ':value': { S: value } },
      }),
    );
    return Items;
  };
  const { extraction } = tables;
  const inReview = await query(extraction, 'GSI2', 'GSI2PK', `TENANT#${tenantId}#STATUS#REVIEW_REQUIRED`);
  const batch = inReview.toSorted((one, other) => waitingIn(other) - waitingIn(one))[0] ?? {};
  const batchId = idIn(batch['SK'], 1);
  const waiting = `TENANT#${tenantId}#BATCH#${batchId}#STATUS#REVIEW_REQUIRED`;
  const documents = await query(extraction, 'GSI2', 'GSI2PK', waiting);
  const workflows = await query(extraction, 'GSI1', 'GSI1PK', batch['PK']?.S ?? '');
  const files = await query(tables.jobs, 'StatusIndex', 'Status', 'failed');
  const today = new Date().toISOString().slice(0, 10);
  const downloads = await query(tables.batches, 'PollingDateIndex', 'PollingDate', today);
  if (documents.length === 0 || files.length === 0)
    throw new Error(`${tenantId} has nothing to try things on`);

  const ofProject = {
    tenantId: [tenantId],
    projectId: [idIn(batch['PK'], 3)],
    workflowId: workflows.map(({ SK }) => idIn(SK, 1)),
  };
  const documentIds = documents.map(({ SK }) => idIn(SK, 1));
  return {
    paths: [
      [
        '/documents/',
        { tenantId: [tenantId], batchId: [batchId], documentId: documentIds, ...seen(documents) },
      ],
      ['/batches/', { batchId: [batchId] }],
      ['/workflows/', { ...ofProject, ...seen(workflows) }],
      ['/downloads/files/', { fileId: texts(files, 'FileID'), ...seen(files, 'StatusUpdatedAt') }],
      ['/downloads/batches/', { batchId: texts(downloads, 'BatchID'), ...seen(downloads, 'UpdatedAt') }],
    ],
    bodies: { ...ofProject, documentIds },
  };
}

function seen(items: readonly Item[], attribute = 'version'): Values {
  return { 'If-Match': texts(items, attribute).map((version) => `"${version}"`) };
}

function texts(items: readonly Item[], attribute: string): string[] {
  return [...new Set(items.map((item) => item[attribute]?.S ?? item[attribute]?.N ?? ''))];
}

function waitingIn({ counts }: Item): number {
  return Number(counts?.M?.['REVIEW_REQUIRED']?.N ?? 0);
}

function idIn(key: AttributeValue | undefined, place: number): string {
  return key?.S?.split('#')[place] ?? '';
}
