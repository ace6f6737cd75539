import { RemovalPolicy, type App, type Stack } from 'aws-cdk-lib';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { createTableRequest } from '../../shared/catalogue/create-table-request.ts';
import type { SystemDeclaration, TableDeclaration } from '../../shared/catalogue/declaration.ts';
import { extraction } from '../../shared/catalogue/systems/extraction-system.ts';
import { createStack, exportValue, keepsData, type Deployment } from '../deployment.ts';

/**
 * The single table, its keys and its indexes as the catalogue declares them. Each index is there for these questions,
 * and the template's metadata lists them in full:
 *
 * - GSI1: a user by e-mail (AP2); the workflows of a project by when they changed (AP4); batches of all tenants with
 *   documents to review (AP34); what tenants consumed on a day (AP44); what people did on a day (AP48); the batches of a
 *   tenant that people work on (AP54); documents in review that were handed to a person (AP60).
 * - GSI2: the batches of a tenant in a status (AP5, and AP25 between two times); the documents of a batch in a status
 *   (AP8, AP13 before a time), among them those that wait for review (AP11). It is sparse: only items that are in work
 *   or need attention have its keys. Batches of all tenants in a status (AP31, AP32, AP33). What people did about a
 *   batch (AP50) or a cause of failures (AP51).
 * - GSI3: a batch by its id alone (AP7), so that an execution needs to know no keys; deliveries that were given up (AP35);
 *   what a person did (AP52).
 *
 * Its stream has each change of an item, and one function follows it (decision 029).
 */
export function defineDatabase(app: App, deployment: Deployment): Stack {
  const stack = createStack(app, deployment, 'database', 'The single table of the extraction pipeline.');
  const table = defineTable(stack, deployment, 'Table', {
    name: deployment.names.extraction.table,
    system: extraction,
    table: 'main',
    // Nothing else holds the results, and they can be restored for 35 days.
    hasBackups: true,
    hasStream: true,
  });
  exportValue(
    stack,
    'TableStreamArn',
    table.attrStreamArn,
    'What is kept about all tenants follows this stream.',
  );
  return stack;
}

/** A table as a system of the catalogue declares it. It outlives its stack, because its data cannot be made again. */
export function defineTable(
  stack: Stack,
  { isProduction }: Deployment,
  id: string,
  {
    name,
    system,
    table,
    hasBackups,
    hasStream = false,
  }: {
    readonly name: string;
    readonly system: SystemDeclaration;
    readonly table: string;
    readonly hasBackups: boolean;
    readonly hasStream?: boolean;
  },
): CfnTable {
  const declared = system.tables[table];
  if (!declared) throw new Error(`The system ${system.id} has no table ${table}`);
  const request = createTableRequest(name, declared);
  const made = new CfnTable(stack, id, {
    tableName: name,
    billingMode: request.BillingMode,
    attributeDefinitions: request.AttributeDefinitions.map(({ AttributeName, AttributeType }) => ({
      attributeName: AttributeName,
      attributeType: AttributeType,
    })),
    keySchema: toKeySchema(request.KeySchema),
    ...(request.GlobalSecondaryIndexes && {
      globalSecondaryIndexes: request.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
        indexName: IndexName,
        keySchema: toKeySchema(KeySchema),
        projection: {
          projectionType: Projection.ProjectionType,
          ...('NonKeyAttributes' in Projection && { nonKeyAttributes: Projection.NonKeyAttributes }),
        },
      })),
    }),
    ...(declared.timeToLive !== undefined && {
      timeToLiveSpecification: { attributeName: declared.timeToLive, enabled: true },
    }),
    ...(hasStream && { streamSpecification: { streamViewType: 'NEW_AND_OLD_IMAGES' } }),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: hasBackups },
    ...(isProduction && { deletionProtectionEnabled: true }),
  });
  // A protected table could not be taken back: its stack would be stuck half-way.
  made.applyRemovalPolicy(isProduction ? RemovalPolicy.RETAIN : keepsData);
  made.addMetadata('Indexes', listQuestions(system, table, declared));
  return made;
}

/** Lists the questions that each index of a table answers. */
function listQuestions(
  { patterns }: SystemDeclaration,
  table: string,
  { indexes = {} }: TableDeclaration,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.keys(indexes).map((index) => [
      index,
      Object.values(patterns)
        .filter(({ on }) => on === `${table}.${index}`)
        .map(({ number, asks }) => `${number}: ${asks}`),
    ]),
  );
}

function toKeySchema(
  keys: readonly { readonly AttributeName: string; readonly KeyType: string }[],
): CfnTable.KeySchemaProperty[] {
  return keys.map(({ AttributeName, KeyType }) => ({ attributeName: AttributeName, keyType: KeyType }));
}
