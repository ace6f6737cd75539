import type { Price, PriceBook } from './price-book.ts';
import type { PriceName } from './price-names.ts';

/** The month in which the research read the sources named here. Prices from memory have no date. */
const readIn = '2026-11';

const fromMemory = { source: 'From memory', asOf: null, verified: false } as const;
const lambda = 'Infracost, lambda_function_test golden file';
const s3 = 'Infracost, s3_bucket_test golden file';
const alarms = 'Infracost, cloudwatch_metric_alarm_test golden file';
const sqs = 'https://cloudburn.io/blog/amazon-sqs-pricing';

/** Prices of queues, steps, functions, objects and metrics. */
const servicePrices: PriceBook['prices'] = {
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
    note: 'Also used for moving an object to Glacier, whose own price could not be read.',
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
  's3.glacierInstant': { usd: '0.004', per: 1, unit: 'GB-month', ...fromMemory },
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
  'cloudwatch.dashboard': {
    usd: '3.00',
    per: 1,
    unit: 'dashboard-month',
    source: 'From memory',
    asOf: null,
    verified: false,
    freePerMonth: 3,
  },
  'costExplorer.request': { usd: '0.01', per: 1, unit: 'question', ...fromMemory },
  'kms.key': {
    usd: '1.00',
    per: 1,
    unit: 'key-month',
    source: 'https://aws.amazon.com/kms/pricing/',
    asOf: readIn,
    verified: true,
    note: 'Asymmetric keys cost the same; their requests are extra.',
  },
  'apiGateway.httpRequest': {
    usd: '1.00',
    per: 1_000_000,
    unit: 'request',
    source: 'From memory',
    asOf: null,
    verified: false,
    note: 'An HTTP API, the first 300 million a month.',
  },
  'xray.trace': {
    usd: '5.00',
    per: 1_000_000,
    unit: 'trace',
    source: 'From memory',
    asOf: null,
    verified: false,
    freePerMonth: 100_000,
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
    note: 'Per GB that a query reads.',
  },
};

function requests(usd: string, more: Pick<Price, 'freePerMonth' | 'note'>): Price {
  return { usd, per: 1_000_000, unit: 'request', source: sqs, asOf: readIn, verified: false, ...more };
}

type Prices = PriceBook['prices'];

const infracost = 'Infracost, dynamodb_table_test golden file';
const airbyte = 'https://airbyte.com/data-engineering-resources/dynamodb-pricing';

/** The golden file still has these prices, which shows how a frozen price list becomes outdated. */
const requestsBeforeNovember2024: Prices = {
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

const requestsSinceNovember2024: Prices = {
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

/** The prices that the cut of November 2024 did not change. */
const dynamodbPrices: Prices = {
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

const accelerator = 'The IDP accelerator’s pricing.yaml';
const claude = 'https://clauder-navi.com/en/bedrock-claude-cost/';

/** These services make up almost the whole cost of a document. */
const aiPrices: PriceBook['prices'] = {
  'textract.text': page('0.0015', {
    tiers: [{ over: 1_000_000, usd: '0.0006', verified: false }],
    note: 'DetectDocumentText.',
  }),
  'textract.layout': page('0.004'),
  'textract.signatures': page('0.0035'),
  'textract.tables': page('0.015'),
  'textract.forms': page('0.05'),
  'textract.tablesAndForms': page('0.065'),
  'textract.queries': page('0.015', {
    source: 'Several projects’ README files',
    asOf: readIn,
    verified: false,
    note: 'Another source says 0.025, which is probably for custom queries.',
  }),
  'textract.expense': page('0.01', {
    source: 'AWS guidance README: 50,000 pages come to $500',
    asOf: readIn,
    tiers: [{ over: 1_000_000, usd: '0.008', verified: false }],
    note: 'AnalyzeExpense.',
  }),
  'bedrock.guardrail.contentFilters': textUnits('0.15'),
  'bedrock.guardrail.deniedTopics': textUnits('0.15'),
  'bedrock.guardrail.contextualGrounding': textUnits('0.10', { source: 'From memory', asOf: null }),
  'dataAutomation.standard': page('0.01'),
  'dataAutomation.custom': page('0.04'),
  ...tokens('novaMicro', '0.000035', '0.00014', {
    source: 'https://pristren.com/blog/amazon-nova-micro-ultra-fast',
    asOf: readIn,
    verified: false,
  }),
  ...tokens('novaLite', '0.00006', '0.00024'),
  ...tokens('novaPro', '0.0008', '0.0032'),
  ...tokens('nova2Lite', '0.0003', '0.0025'),
  ...tokens('nova2LiteFlex', '0.00015', '0.00125'),
  ...tokens('nova2LitePriority', '0.000525', '0.00438'),
  ...tokens('claudeHaiku45.regional', '0.0011', '0.0055', { note: 'Profiles such as "us." and "eu.".' }),
  ...tokens('claudeHaiku45.global', '0.001', '0.005'),
  ...tokens('claudeSonnet.regional', '0.0033', '0.0165', {
    note: '4.5, 4.6 and 5; profiles such as "us." and "eu.".',
  }),
  ...tokens('claudeSonnet.global', '0.003', '0.015', { note: '4.5, 4.6 and 5.' }),
  ...tokens('claude3Haiku', '0.00025', '0.00125'),
};

const aiFactors: NonNullable<PriceBook['factors']> = {
  'bedrock.batch': { times: '0.5', source: claude, asOf: readIn, verified: false },
  'bedrock.cacheRead': { times: '0.1', source: claude, asOf: readIn, verified: false, note: 'Claude.' },
  'bedrock.cacheWrite': { times: '1.25', source: claude, asOf: readIn, verified: false, note: 'Claude.' },
};

function page(usd: string, more: Partial<Price> = {}): Price {
  return { usd, per: 1, unit: 'page', source: accelerator, asOf: readIn, verified: true, ...more };
}

function textUnits(usd: string, more: Partial<Price> = {}): Price {
  const source =
    'https://hivebook.wiki/wiki/aws-bedrock-guardrails-content-filters-pii-masking-grounding-checks-for-fms';
  const note = 'A text unit is 1,000 characters or part of it.';
  return { usd, per: 1_000, unit: 'text unit', source, asOf: readIn, verified: false, note, ...more };
}

type Model<Name = PriceName> = Name extends `bedrock.${infer M}.input` ? M : never;

function tokens(model: Model, input: string, output: string, more: Partial<Price> = {}): PriceBook['prices'] {
  const shared = { per: 1_000, source: accelerator, asOf: readIn, verified: true, ...more };
  return {
    [`bedrock.${model}.input`]: { ...shared, usd: input, unit: 'token in' },
    [`bedrock.${model}.output`]: { ...shared, usd: output, unit: 'token out' },
  };
}

const shared = {
  region: 'us-east-1',
  source: 'Public list prices, on demand, first tier; each price names its source.',
  factors: aiFactors,
} as const;
const rest = { ...dynamodbPrices, ...servicePrices, ...aiPrices };

/** The newest book comes first. The books differ in DynamoDB's request prices, which AWS halved in November 2024. */
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
    // On-demand tables were announced on this day.
    effectiveFrom: '2018-11-28',
    effectiveUntil: '2024-11-01',
    prices: { ...rest, ...requestsBeforeNovember2024 },
  },
];
