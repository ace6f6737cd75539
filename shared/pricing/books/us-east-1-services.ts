import { readIn } from './read-in.ts';
import type { Price, PriceBook } from '../price-book.ts';

const lambda = 'Infracost, lambda_function_test golden file';
const s3 = 'Infracost, s3_bucket_test golden file';
const alarms = 'Infracost, cloudwatch_metric_alarm_test golden file';
const sqs = 'https://cloudburn.io/blog/amazon-sqs-pricing';

/** Queues, steps, functions, objects and metrics. */
export const servicePrices: PriceBook['prices'] = {
  'sqs.standard': requests('0.40', {
    freePerMonth: 1_000_000,
    note: 'A request is 64 KB or part of it.',
  }),
  'sqs.fifo': requests('0.50', { freePerMonth: 1_000_000, note: 'A request is 64 KB or part of it.' }),
  'sqs.fairQueue': requests('0.10', { note: 'On top of a standard queue.' }),
  'stepFunctions.transition': {
    usd: '0.025',
    per: 1_000,
    unit: 'state transition',
    source: 'https://aws.amazon.com/step-functions/pricing/',
    asOf: readIn,
    verified: true,
    freePerMonth: 4_000,
    note: 'Standard workflows; a retry is a transition too.',
  },
  'lambda.arm64': {
    usd: '0.0000133334',
    per: 1,
    unit: 'GB-second',
    source: lambda,
    asOf: readIn,
    verified: true,
  },
  'lambda.x86': {
    usd: '0.0000166667',
    per: 1,
    unit: 'GB-second',
    source: lambda,
    asOf: readIn,
    verified: true,
  },
  'lambda.request': {
    usd: '0.20',
    per: 1_000_000,
    unit: 'request',
    source: lambda,
    asOf: readIn,
    verified: true,
  },
  's3.standard': { usd: '0.023', per: 1, unit: 'GB-month', source: s3, asOf: readIn, verified: true },
  's3.put': {
    usd: '0.005',
    per: 1_000,
    unit: 'request',
    source: s3,
    asOf: readIn,
    verified: true,
    note: 'The move of an object to Glacier is taken at it too; what AWS asks for that could not be read.',
  },
  's3.get': { usd: '0.0004', per: 1_000, unit: 'request', source: s3, asOf: readIn, verified: true },
  's3.glacierFlexible': { usd: '0.0036', per: 1, unit: 'GB-month', source: s3, asOf: readIn, verified: true },
  's3.glacierDeepArchive': {
    usd: '0.00099',
    per: 1,
    unit: 'GB-month',
    source: s3,
    asOf: readIn,
    verified: true,
  },
  's3.glacierInstant': {
    usd: '0.004',
    per: 1,
    unit: 'GB-month',
    source: 'From memory',
    asOf: null,
    verified: false,
  },
  'cloudwatch.alarm': {
    usd: '0.10',
    per: 1,
    unit: 'alarm-month',
    source: alarms,
    asOf: readIn,
    verified: true,
    freePerMonth: 10,
  },
  'cloudwatch.highResolutionAlarm': {
    usd: '0.30',
    per: 1,
    unit: 'alarm-month',
    source: alarms,
    asOf: readIn,
    verified: true,
  },
  'cloudwatch.compositeAlarm': {
    usd: '0.50',
    per: 1,
    unit: 'alarm-month',
    source: 'https://c3x.dev/resources/aws/aws_cloudwatch_metric_alarm',
    asOf: readIn,
    verified: false,
  },
  'cloudwatch.metric': {
    usd: '0.30',
    per: 1,
    unit: 'metric-month',
    source: 'https://signoz.io/guides/cloudwatch-pricing',
    asOf: readIn,
    verified: false,
    note: 'A custom metric, one of the first 10,000.',
  },
  'cloudwatch.getMetricData': {
    usd: '0.01',
    per: 1_000,
    unit: 'metric',
    source: 'From memory; https://aws.amazon.com/cloudwatch/pricing/ says that none of it is free',
    asOf: null,
    verified: false,
  },
  'cloudwatch.logsIngest': {
    usd: '0.50',
    per: 1,
    unit: 'GB',
    source: 'factualminds',
    asOf: readIn,
    verified: false,
  },
  'cloudwatch.logsInsights': {
    usd: '0.005',
    per: 1,
    unit: 'GB',
    source: 'From memory',
    asOf: null,
    verified: false,
    note: 'Of what a query reads.',
  },
};

function requests(usd: string, more: Pick<Price, 'freePerMonth' | 'note'>): Price {
  return { usd, per: 1_000_000, unit: 'request', source: sqs, asOf: readIn, verified: false, ...more };
}
