import { describe, expect, it } from 'vitest';
import { priceBookSchema } from '#shared/pricing/price-book.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { priceNames, usdFor } from '#shared/pricing/price-names.ts';

const since = priceBooks.find(({ effectiveUntil }) => effectiveUntil === undefined) ?? priceBooks[0];
const before = priceBooks.find(({ effectiveUntil }) => effectiveUntil !== undefined) ?? priceBooks[0];

describe('the price books', () => {
  it.each(priceBooks)('$name passes its own schema and prices everything', (book) => {
    expect(priceBookSchema.parse(book)).toEqual(book);
    expect(priceNames.filter((name) => book.prices[name] === undefined)).toEqual([]);
  });

  it('follow each other without a gap, newest first', () => {
    expect(before.effectiveUntil).toBe(since.effectiveFrom);
    expect(since.effectiveFrom).toBe('2024-11-01');
    expect(priceBooks[0]).toBe(since);
  });

  it('differ in DynamoDB requests alone, which cost half since', () => {
    const differing = priceNames.filter((name) => before.prices[name] !== since.prices[name]);
    expect(differing).toEqual(['dynamodb.read', 'dynamodb.write']);
    expect(usdFor(before, 'dynamodb.read', 1_000_000)).toBe('0.25');
    expect(usdFor(before, 'dynamodb.write', 1_000_000)).toBe('1.25');
    expect(usdFor(since, 'dynamodb.read', 1_000_000)).toBe('0.125');
    expect(usdFor(since, 'dynamodb.write', 1_000_000)).toBe('0.625');
  });

  it('show where every price was read, and mark those at second hand as unverified', () => {
    for (const [name, { source, verified }] of Object.entries(since.prices)) {
      expect(source, name).not.toBe('');
      if (
        /memory|airbyte|hivebook|cloudburn|signoz|c3x|pristren|factualminds|README files|cloud-horizons/.test(
          source,
        )
      ) {
        expect(verified, name).toBe(false);
      }
    }
    expect(priceNames.filter((name) => since.prices[name]?.verified === false)).toEqual([
      'dynamodb.read',
      'dynamodb.write',
      'dynamodb.readCapacity',
      'dynamodb.writeCapacity',
      'dynamodb.export',
      'sqs.standard',
      'sqs.fifo',
      'sqs.fairQueue',
      's3.glacierInstant',
      'cloudwatch.compositeAlarm',
      'cloudwatch.metric',
      'cloudwatch.dashboard',
      'cloudwatch.getMetricData',
      'cloudwatch.logsIngest',
      'cloudwatch.logsInsights',
      'costExplorer.request',
      'apiGateway.httpRequest',
      'xray.trace',
      'textract.queries',
      'bedrock.guardrail.contentFilters',
      'bedrock.guardrail.deniedTopics',
      'bedrock.guardrail.contextualGrounding',
      'bedrock.novaMicro.input',
      'bedrock.novaMicro.output',
    ]);
  });

  it('show when the source of every price was read, and otherwise say that it is unknown', () => {
    for (const book of priceBooks) {
      for (const [name, { source, asOf }] of Object.entries({ ...book.prices, ...book.factors })) {
        expect(asOf, name).toBe(
          source === 'From memory' || source.startsWith('From memory;') ? null : '2026-11',
        );
      }
    }
    expect(priceNames.filter((name) => since.prices[name]?.asOf === null)).toEqual([
      'dynamodb.export',
      's3.glacierInstant',
      'cloudwatch.dashboard',
      'cloudwatch.getMetricData',
      'cloudwatch.logsInsights',
      'costExplorer.request',
      'apiGateway.httpRequest',
      'xray.trace',
      'bedrock.guardrail.contextualGrounding',
    ]);
  });

  it.each(['2026', '2026-13', 'November 2026', '', undefined])('refuse an invalid date: %s', (asOf) => {
    const read = { ...since.prices['dynamodb.read'], asOf };
    const prices = { ...since.prices, 'dynamodb.read': read };
    expect(priceBookSchema.safeParse({ ...since, prices }).success).toBe(false);
  });

  it('match the invoice of three pages in the research', () => {
    expect(usdFor(since, 'textract.expense', 3)).toBe('0.03');
    expect(usdFor(since, 'bedrock.claudeHaiku45.regional.input', 10_000)).toBe('0.011');
    expect(usdFor(since, 'bedrock.claudeHaiku45.regional.output', 1_000)).toBe('0.0055');
    expect(usdFor(since, 'stepFunctions.transition', 25)).toBe('0.000625');
    expect(usdFor(since, 'lambda.arm64', 10)).toBe('0.000133334');
    expect(usdFor(since, 'dynamodb.write', 20)).toBe('0.0000125');
  });
});
