import { aiFactors, aiPrices } from './books/us-east-1-ai.ts';
import {
  dynamodbPrices,
  requestsBeforeNovember2024,
  requestsSinceNovember2024,
} from './books/us-east-1-dynamodb.ts';
import { servicePrices } from './books/us-east-1-services.ts';
import type { PriceBook } from './price-book.ts';

const shared = {
  region: 'us-east-1',
  source: 'Public list prices, on demand, first tier; each price names where it was read.',
  factors: aiFactors,
} as const;
const rest = { ...dynamodbPrices, ...servicePrices, ...aiPrices };

/** Newest first. They differ in DynamoDB's requests, whose price AWS halved in November 2024. */
export const priceBooks: readonly [PriceBook, ...PriceBook[]] = [
  {
    ...shared,
    id: 'us-east-1-since-2024-11',
    name: 'us-east-1 list, since 1 Nov 2024',
    effectiveFrom: '2024-11-01',
    prices: { ...rest, ...requestsSinceNovember2024 },
  },
  {
    ...shared,
    id: 'us-east-1-before-2024-11',
    name: 'us-east-1 list, before 1 Nov 2024',
    // The day on which on-demand tables were announced.
    effectiveFrom: '2018-11-28',
    effectiveUntil: '2024-11-01',
    prices: { ...rest, ...requestsBeforeNovember2024 },
  },
];
