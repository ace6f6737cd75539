import type { UsageTotals } from '../contract/costs.ts';
import { textractFeature } from './document-cost.ts';
import { listInfrastructureCosts } from './infrastructure-cost.ts';
import type { PriceBook } from './price-book.ts';
import { priceNames, usdFor, type PriceName } from './price-names.ts';

/** One priced kind of use. The charges of a sum add up to its cost to the last digit. */
export interface Charge {
  readonly price: PriceName;
  readonly units: string;
  /** Exact dollars. */
  readonly usd: string;
}

/** Splits the cost of a sum into what each price contributes. Use without a figure or a price is left out. */
export function listCharges(totals: UsageTotals, book: PriceBook): readonly Charge[] {
  const { textract, models } = totals;
  const forms = textract.forms ?? { documents: 0, pages: 0 };
  const pages = [
    ...(textract.documents - textract.unknown - forms.documents > 0
      ? [{ price: textractFeature({}), units: String(textract.pages - forms.pages) }]
      : []),
    ...(forms.documents > 0
      ? [{ price: textractFeature({ analysis: 'tablesAndForms' }), units: String(forms.pages) }]
      : []),
  ];
  const tokens = models.flatMap(({ model, inputTokens, outputTokens, documents, unknown }) => {
    const [input, output] = [
      findPrice(`bedrock.${model ?? ''}.input`),
      findPrice(`bedrock.${model ?? ''}.output`),
    ];
    // A model that has only one of its two prices has no known cost.
    if (documents === unknown || input === undefined || output === undefined) return [];
    if (usdFor(book, input, 0) === null || usdFor(book, output, 0) === null) return [];
    return [
      { price: input, units: String(inputTokens) },
      { price: output, units: String(outputTokens) },
    ];
  });
  const own = [...pages, ...tokens].flatMap(({ price, units }) => {
    const usd = usdFor(book, price, units);
    return usd === null ? [] : [{ price, units, usd }];
  });
  const infrastructure = listInfrastructureCosts(totals, book).flatMap(({ name, units, usd }) =>
    usd === null ? [] : [{ price: name, units, usd }],
  );
  return [...own, ...infrastructure];
}

function findPrice(text: string): PriceName | undefined {
  return priceNames.find((one) => one === text);
}

export interface Service {
  /** As Cost Explorer names it. */
  readonly name: string;
  /** As FOCUS classifies it. */
  readonly category: string;
  readonly subcategory: string;
}

/** Returns the service that a price belongs to. */
export function findServiceOfPrice(price: PriceName): Service {
  const prefix = price.slice(0, price.indexOf('.'));
  return services[prefix] ?? { name: 'Other', category: 'Other', subcategory: 'Other (Other)' };
}

function ai(name: string, subcategory: string): Service {
  return { name, category: 'AI and Machine Learning', subcategory };
}

const services: Readonly<Record<string, Service>> = {
  textract: ai('Amazon Textract', 'Machine Learning'),
  bedrock: ai('Amazon Bedrock', 'Generative AI'),
  dataAutomation: ai('Amazon Bedrock', 'Generative AI'),
  lambda: { name: 'AWS Lambda', category: 'Compute', subcategory: 'Serverless Compute' },
  dynamodb: { name: 'Amazon DynamoDB', category: 'Databases', subcategory: 'NoSQL Databases' },
  s3: { name: 'Amazon Simple Storage Service', category: 'Storage', subcategory: 'Object Storage' },
  sqs: { name: 'Amazon Simple Queue Service', category: 'Integration', subcategory: 'Messaging' },
  stepFunctions: {
    name: 'AWS Step Functions',
    category: 'Integration',
    subcategory: 'Workflow Orchestration',
  },
  cloudwatch: {
    name: 'AmazonCloudWatch',
    category: 'Management and Governance',
    subcategory: 'Observability',
  },
  kms: { name: 'AWS Key Management Service', category: 'Security', subcategory: 'Secret Management' },
  apiGateway: { name: 'Amazon API Gateway', category: 'Integration', subcategory: 'API Management' },
};

/** Calls to models are billed under a name for each model, such as "Claude Haiku 4.5 (Amazon Bedrock Edition)". */
export function toBilledService(name: string): string {
  return /bedrock/i.test(name) ? 'Amazon Bedrock' : name;
}

/** These two have no resources that could carry a tag, so their lines are those of the whole account. */
export const servicesWithoutTags = ['Amazon Textract', 'Amazon Bedrock'] as const;

/** Tells what our estimate leaves out, by service. */
export const notCounted: Readonly<Record<string, readonly string[]>> = {
  'Amazon Textract': [
    'pages of runs that have not ended',
    'calls that were repeated',
    'lower prices above a million pages',
  ],
  'Amazon Bedrock': ['tokens of calls that were repeated', 'guardrails', 'cached and batched tokens'],
  'AWS Lambda': ['functions other than those of documents', 'memory above 1 GB', 'free requests'],
  'Amazon DynamoDB': [
    'storage',
    'backups',
    'streams',
    'reads by this console and the API',
    'indexes by size',
  ],
  'Amazon Simple Storage Service': [
    'versions',
    'results',
    'storage is counted on the day of the run, for its whole life',
  ],
  'Amazon Simple Queue Service': ['empty receives', 'dead letters', 'webhooks'],
  'AWS Step Functions': ['free transitions', 'retries above the usual share'],
  AmazonCloudWatch: ['alarms, metrics, logs and dashboards'],
  'AWS Key Management Service': ['keys and their requests'],
  'Amazon API Gateway': ['requests to the pipeline API'],
};
