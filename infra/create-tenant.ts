import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { namesByConvention } from '../shared/domain/pipeline-names.ts';
import { keyOf } from '../src-pipelines/extraction/keys.ts';
import { toItem, type PlainItem } from '../src-pipelines/plain-items.ts';
import { listFirstItems, parseFirstTenant, type FirstTenant } from './first-items.ts';
import { readConnection } from './read-connection.ts';

/**
 * Creates a tenant with its first project, workflow and person. What is there already stays as it is, so the command can
 * be repeated, and adds a workflow or a person to a tenant, too.
 */
const usage = `npm run create-tenant -- --stage staging
  --tenant northwind --name "Northwind Logistics" [--plan starter]
  --project invoices [--project-name "Invoices"]
  --workflow carrier-invoices [--workflow-name "Carrier invoices"]
  --field supplier --field total=money ... (text, date, money, number, iban, vat, enum:EUR|GBP, /^HPF-\\d+$/)
  [--confidence 0.6] [--review 0.85] [--webhook https://...]
  [--user SUB --email ADDRESS --user-name "Maya Ortiz" --role admin|reviewer|support]`;

const given = readArguments();
const { stage } = given;
const table = namesByConvention(stage).extraction.table;
// Region, account and credentials are those of the environment, as with the AWS CLI.
const dynamodb = new DynamoDBClient({});
try {
  await createItems();
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\nWhat is created stays. The command can be run again.\n`);
  process.exit(1);
}
process.stdout.write(
  `\nTokens have to name the tenant and a role: "tenants": ["${given.tenant}"] (or "*"), "role": "${given.role}".\n`,
);
process.stdout.write(`An entry for connections.json:\n${await describeConnection()}\n`);

async function createItems(): Promise<void> {
  for (const { about, items } of listFirstItems(given, { now: Date.now(), unit: Math.random })) {
    const isNew = await putTogether(items);
    process.stdout.write(`${isNew ? 'Created' : 'There already'}: ${about}\n`);
    if (!isNew && items[0]['SK'] === 'PROFILE') await addTenantToUser(given);
  }
}

function explainFailure(error: unknown): string {
  if (error instanceof ResourceNotFoundException)
    return `There is no table ${table} here; deploy the stage first.`;
  return error instanceof Error ? `${error.name}: ${error.message}.` : String(error);
}

function readArguments(): FirstTenant {
  try {
    return parseFirstTenant(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    return process.exit(2);
  }
}

/** Returns false, and writes nothing, where the first item is there already. */
async function putTogether(items: readonly PlainItem[]): Promise<boolean> {
  const TransactItems = items.map((item) => ({
    Put: { TableName: table, Item: toItem(item), ConditionExpression: 'attribute_not_exists(PK)' },
  }));
  try {
    await dynamodb.send(new TransactWriteItemsCommand({ TransactItems }));
    return true;
  } catch (error) {
    const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
    if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) return false;
    throw error;
  }
}

/** A person may work for several tenants. */
async function addTenantToUser({ user = '', tenant }: FirstTenant): Promise<void> {
  try {
    await dynamodb.send(
      new UpdateItemCommand({
        TableName: table,
        Key: toItem(keyOf.user(user)),
        ConditionExpression: 'NOT contains(tenantIds, :tenant)',
        UpdateExpression: 'SET updatedAt = :now ADD tenantIds :tenants, version :one',
        ExpressionAttributeValues: toItem({
          ':tenant': tenant,
          ':tenants': new Set([tenant]),
          ':now': new Date().toISOString(),
          ':one': 1,
        }),
      }),
    );
    process.stdout.write(`Added ${tenant} to the tenants of ${user}\n`);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** The tenant is there even where the stacks cannot be read. */
async function describeConnection(): Promise<string> {
  try {
    return JSON.stringify(await readConnection(stage), undefined, 2);
  } catch (error) {
    return `could not be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
