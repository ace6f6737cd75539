import { decimal, decimalText, perPowerOfTen, times } from './decimal.ts';
import type { PriceBook } from './price-book.ts';

/** Lists everything that a price book can price. A book may leave some out. */
export const priceNames = [
  'dynamodb.read',
  'dynamodb.write',
  'dynamodb.readCapacity',
  'dynamodb.writeCapacity',
  'dynamodb.storage',
  'dynamodb.pointInTimeRecovery',
  'dynamodb.backup',
  'dynamodb.restore',
  'dynamodb.streamRead',
  'dynamodb.export',
  'sqs.standard',
  'sqs.fifo',
  'sqs.fairQueue',
  'stepFunctions.transition',
  'lambda.arm64',
  'lambda.x86',
  'lambda.request',
  's3.standard',
  's3.put',
  's3.get',
  's3.glacierFlexible',
  's3.glacierDeepArchive',
  's3.glacierInstant',
  'cloudwatch.alarm',
  'cloudwatch.highResolutionAlarm',
  'cloudwatch.compositeAlarm',
  'cloudwatch.metric',
  'cloudwatch.getMetricData',
  'cloudwatch.logsIngest',
  'cloudwatch.logsInsights',
  'textract.text',
  'textract.layout',
  'textract.signatures',
  'textract.tables',
  'textract.forms',
  'textract.tablesAndForms',
  'textract.queries',
  'textract.expense',
  'dataAutomation.standard',
  'dataAutomation.custom',
  'bedrock.novaMicro.input',
  'bedrock.novaMicro.output',
  'bedrock.novaLite.input',
  'bedrock.novaLite.output',
  'bedrock.novaPro.input',
  'bedrock.novaPro.output',
  'bedrock.nova2Lite.input',
  'bedrock.nova2Lite.output',
  'bedrock.nova2LiteFlex.input',
  'bedrock.nova2LiteFlex.output',
  'bedrock.nova2LitePriority.input',
  'bedrock.nova2LitePriority.output',
  'bedrock.claudeHaiku45.regional.input',
  'bedrock.claudeHaiku45.regional.output',
  'bedrock.claudeHaiku45.global.input',
  'bedrock.claudeHaiku45.global.output',
  'bedrock.claudeSonnet.regional.input',
  'bedrock.claudeSonnet.regional.output',
  'bedrock.claudeSonnet.global.input',
  'bedrock.claudeSonnet.global.output',
  'bedrock.claude3Haiku.input',
  'bedrock.claude3Haiku.output',
] as const;
export type PriceName = (typeof priceNames)[number];

/**
 * Computes exact dollars for a number of units at the first tier's price; null if the book does not price
 * them.
 */
export function usdFor(book: PriceBook, name: PriceName, units: string | number): string | null {
  const price = book.prices[name];
  if (price === undefined) return null;
  return decimalText(perPowerOfTen(times(decimal(price.usd), decimal(units)), price.per));
}
