import { describe, expect, it } from 'vitest';
import { deploymentCost, type DeployedParts } from '#shared/pricing/deployment-cost.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

const [book] = priceBooks;
const parts: DeployedParts = {
  alarms: 9,
  dashboards: 1,
  keys: 1,
  polledQueues: 3,
  scheduledCalls: 8_730,
  megabytesOfAFunction: 1_024,
  metrics: 50,
};
const usdOf = (lines: readonly { readonly what: string; readonly usd: string | null }[], what: string) =>
  lines.find((line) => line.what.startsWith(what))?.usd;

describe('the cost of a deployment', () => {
  it('is priced line by line while no document comes', () => {
    const { idle } = deploymentCost(parts, 1_000, book);
    expect(usdOf(idle, 'alarms')).toBe('0.9');
    expect(usdOf(idle, 'the key')).toBe('1');
    // Five connections to each of three queues, each asking three times a minute.
    expect(usdOf(idle, 'Lambda asks')).toBe('0.7776');
    expect(usdOf(idle, 'scheduled functions, time')).toBe('0.116400582');
  });

  it('grows with the documents, but for the metrics', () => {
    const few = deploymentCost(parts, 1_000, book);
    const many = deploymentCost(parts, 10_000, book);
    expect(many.idleUsd).toBe(few.idleUsd);
    // Metrics are paid for by the month, however many documents they count.
    const metrics = Number(usdOf(few.documents, 'metrics of our own'));
    expect(metrics).toBe(15);
    expect(Number(many.documentsUsd) - metrics).toBeCloseTo(10 * (Number(few.documentsUsd) - metrics), 6);
  });

  it('leaves a part without a price out of its sum, and says so with null', () => {
    const { 'kms.key': _key, ...prices } = book.prices;
    const without = deploymentCost(parts, 1_000, { ...book, prices });
    expect(usdOf(without.idle, 'the key')).toBeNull();
    expect(Number(without.idleUsd)).toBeCloseTo(Number(deploymentCost(parts, 1_000, book).idleUsd) - 1, 9);
  });

  it('names its price book, and what AWS gives for free', () => {
    const { book: name, idle } = deploymentCost(parts, 1, book);
    expect(name).toBe(book.name);
    expect(idle.find(({ what }) => what === 'alarms')?.freePerMonth).toBe(10);
  });
});
