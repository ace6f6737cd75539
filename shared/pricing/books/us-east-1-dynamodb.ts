import { readIn } from './read-in.ts';
import type { PriceBook } from '../price-book.ts';

type Prices = PriceBook['prices'];

const infracost = 'Infracost, dynamodb_table_test golden file';
const airbyte = 'https://airbyte.com/data-engineering-resources/dynamodb-pricing';

/** The golden file still has them, which shows how a frozen list of prices grows old. */
export const requestsBeforeNovember2024: Prices = {
  'dynamodb.read': {
    usd: '0.25',
    per: 1_000_000,
    unit: 'read request unit',
    source: `${infracost}; the Acme HR schema review`,
    asOf: readIn,
    verified: true,
    note: '8 million come to $2.00 there.',
  },
  'dynamodb.write': {
    usd: '1.25',
    per: 1_000_000,
    unit: 'write request unit',
    source: `${infracost}; the Acme HR schema review`,
    asOf: readIn,
    verified: true,
    note: '3 million come to $3.75 there.',
  },
};

export const requestsSinceNovember2024: Prices = {
  'dynamodb.read': {
    usd: '0.125',
    per: 1_000_000,
    unit: 'read request unit',
    source: airbyte,
    asOf: readIn,
    verified: false,
    note: 'Half of what it was until November 2024.',
  },
  'dynamodb.write': {
    usd: '0.625',
    per: 1_000_000,
    unit: 'write request unit',
    source: airbyte,
    asOf: readIn,
    verified: false,
    note: 'Half of what it was until November 2024.',
  },
};

/** What the cut of November 2024 left alone. */
export const dynamodbPrices: Prices = {
  'dynamodb.readCapacity': {
    usd: '0.00013',
    per: 1,
    unit: 'read capacity unit and hour',
    source: 'https://cloud-horizons.com/blog/dynamodb-the-on-demand-vs-provisioned-tipping-point/',
    asOf: readIn,
    verified: false,
    note: 'The Infracost golden file agrees: 30 units for 730 hours come to $2.85.',
  },
  'dynamodb.writeCapacity': {
    usd: '0.00065',
    per: 1,
    unit: 'write capacity unit and hour',
    source: 'https://cloud-horizons.com/blog/dynamodb-the-on-demand-vs-provisioned-tipping-point/',
    asOf: readIn,
    verified: false,
    note: 'The Infracost golden file agrees: 20 units for 730 hours come to $9.49.',
  },
  'dynamodb.storage': {
    usd: '0.25',
    per: 1,
    unit: 'GB-month',
    source: infracost,
    asOf: readIn,
    verified: true,
    freePerMonth: 25,
    note: 'Standard class. The 25 free GB are from memory.',
  },
  'dynamodb.pointInTimeRecovery': {
    usd: '0.20',
    per: 1,
    unit: 'GB-month',
    source: infracost,
    asOf: readIn,
    verified: true,
  },
  'dynamodb.backup': {
    usd: '0.10',
    per: 1,
    unit: 'GB-month',
    source: infracost,
    asOf: readIn,
    verified: true,
  },
  'dynamodb.restore': { usd: '0.15', per: 1, unit: 'GB', source: infracost, asOf: readIn, verified: true },
  'dynamodb.streamRead': {
    usd: '0.20',
    per: 1_000_000,
    unit: 'stream read request unit',
    source: infracost,
    asOf: readIn,
    verified: true,
  },
  'dynamodb.export': {
    usd: '0.10',
    per: 1,
    unit: 'GB',
    source: 'From memory',
    asOf: null,
    verified: false,
    note: 'To S3.',
  },
};
