import { findServiceOfPrice, listCharges } from '#shared/pricing/charges.ts';
import { deploymentTag } from '#shared/domain/pipeline-names.ts';
import { decimal, decimalText, rounded, times } from '#shared/pricing/decimal.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { readFigures } from '#shared/pricing/run-spend.ts';
import type { CostLine, ReadCosts } from '../aws/ce/cost-explorer.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

const stage = 'sandbox';

/**
 * Tells what the sandbox has cost: what its pipeline has summed, by the newest price book, a little more for repeated
 * calls, and what our estimates leave out. Calls to Textract and Bedrock carry no tag.
 */
export const readSandboxCosts: ReadCosts = async (world, { from, until }) => {
  const { Items = [] } = (await world.call('dynamodb', 'Query', {
    TableName: namesByConvention(stage).extraction.table,
    KeyConditionExpression: 'PK = :pk AND SK BETWEEN :from AND :until',
    ExpressionAttributeValues: {
      ':pk': { S: 'SPEND' },
      ':from': { S: `DAY#${from}` },
      ':until': { S: `DAY#${until}` },
    },
  })) as { readonly Items?: readonly SpendItem[] };
  const [book] = priceBooks;
  return Items.flatMap(({ SK, usage }): CostLine[] => {
    const day = SK.S.slice(4);
    if (day >= until) return [];
    const figures = Object.fromEntries(Object.entries(usage.M).map(([name, { N }]) => [name, Number(N)]));
    const charges = listCharges(readFigures(figures).usage, book);
    const metered = charges.map(({ price, usd }) => {
      const { name } = findServiceOfPrice(price);
      const isTagged = name !== 'Amazon Textract' && name !== 'Amazon Bedrock';
      return {
        day,
        service: name === 'Amazon Bedrock' ? 'Claude (Amazon Bedrock Edition)' : name,
        usd: decimalText(rounded(times(decimal(usd), decimal(repeated)), 10)),
        tags: isTagged ? { [deploymentTag]: stage } : {},
      };
    });
    const rest = alsoBilled.map(([service, usd]) => ({
      day,
      service,
      usd,
      tags: { [deploymentTag]: stage },
    }));
    return [...metered, ...rest];
  });
};

interface SpendItem {
  readonly SK: { readonly S: string };
  readonly usage: { readonly M: Readonly<Record<string, { readonly N?: string }>> };
}

/** Calls that were repeated are billed and not in the sums. */
const repeated = '1.02';

/** Tells what a deployment of this size pays a day for what is not estimated. */
const alsoBilled = [
  ['AmazonCloudWatch', '0.0900'],
  ['AWS Key Management Service', '0.0333'],
  ['Amazon API Gateway', '0.0011'],
  ['Amazon DynamoDB', '0.0120'],
] as const;
