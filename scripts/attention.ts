import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { mostUnitsOfRead, rebuildAttention } from '#pipelines/extraction/rebuild-attention.ts';
import type { PipelineParts } from '#pipelines/parts.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

/**
 * `npm run -s attention -- rebuild --stage S [--endpoint URL] [--budget READ_UNITS] [--from CURSOR]` makes what the
 * pipeline keeps about all tenants again, from the tenants' own items (docs/attention.md). Credentials and region come
 * from the environment, as for the AWS command line.
 */
const usage =
  'Usage: npm run -s attention -- rebuild --stage STAGE [--endpoint URL] [--budget READ_UNITS] [--from CURSOR]';

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  if (!asked) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const { stage, endpoint, budget, from } = asked;
  const names = namesByConvention(stage);
  const dynamodb = new DynamoDBClient(endpoint === undefined ? {} : { endpoint });
  const TableName = names.extraction.table;
  const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
  if (Table?.StreamSpecification?.StreamEnabled !== true) {
    throw new Error(
      `${TableName} has no stream, so attention would be out of date at once. Nothing was read or written. Deploy the pipeline first.`,
    );
  }
  const parts = {
    clients: { dynamodb },
    names,
    now: () => Date.now(),
    pause: async (attempt: number) => {
      await wait(Math.min(1_000, 20 * 2 ** attempt * (0.5 + Math.random() / 2)));
    },
    // The rebuild needs nothing else.
  } as unknown as PipelineParts;
  const done = await rebuildAttention(parts, { budget, ...(from !== undefined && { from }) });
  const { tenants, batches, recounted, corrected, removed, readUnits, stoppedAt } = done;
  process.stdout.write(
    [
      `${tenants} tenants, ${batches} batches. Causes of ${recounted} batches counted from their documents.`,
      `${corrected} causes by day corrected, ${removed} items removed, ${readUnits} read units.`,
      stoppedAt === undefined
        ? 'Attention is complete.'
        : `The budget of ${budget} read units ended after ${stoppedAt}. Go on with --from ${stoppedAt}`,
      '',
    ].join('\n'),
  );
  if (stoppedAt !== undefined && stoppedAt === (from ?? 'tenants/')) {
    process.stderr.write('Nothing was finished: one tenant needs more than this budget. Use a larger one.\n');
    return 1;
  }
  return 0;
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      endpoint: { type: 'string' },
      budget: { type: 'string' },
      from: { type: 'string' },
    },
  });
  const { stage, endpoint, from } = values;
  if (positionals.join(' ') !== 'rebuild' || stage === undefined) return undefined;
  const budget = Number(values.budget ?? 200_000);
  if (!Number.isInteger(budget) || budget <= mostUnitsOfRead) {
    throw new Error(
      `--budget expects a whole number above ${mostUnitsOfRead}, the most that one read may take.`,
    );
  }
  return { stage, endpoint, from, budget };
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
