import { batchEstimate } from './batch-estimate.ts';
import { daysPerMonth } from './cost-table.ts';
import { decimal, decimalText, sumDecimals, times } from './decimal.ts';
import type { PriceBook } from './price-book.ts';
import { usdFor, type PriceName } from './price-names.ts';

/** The parts of a deployment that cost money although no document comes, counted in its templates. */
export interface DeployedParts {
  readonly alarms: number;
  readonly dashboards: number;
  readonly keys: number;
  /** Queues that Lambda polls. */
  readonly polledQueues: number;
  /** Calls of scheduled functions in a month of 30 days. */
  readonly scheduledCalls: number;
  readonly megabytesOfAFunction: number;
  /** Metrics of our own, each of which is paid for in a month in which it has a value. */
  readonly metrics: number;
}

export interface CostLine {
  readonly what: string;
  readonly units: string;
  /** Exact dollars of a month before anything that AWS gives for free; null where the book has no price. */
  readonly usd: string | null;
  /** How much of it AWS gives an account for free each month, in the same units, where it does. */
  readonly freePerMonth?: number;
}

export interface DeploymentCost {
  readonly book: string;
  readonly idle: readonly CostLine[];
  readonly documents: readonly CostLine[];
  readonly idleUsd: string;
  readonly documentsUsd: string;
}

/**
 * Estimates what a deployment costs in a month of 30 days: while it is idle, and for a number of documents in addition.
 * Parts without a price are null and in no sum.
 */
export function deploymentCost(parts: DeployedParts, documents: number, book: PriceBook): DeploymentCost {
  const line = (what: string, name: PriceName, units: string | number): CostLine => {
    const free = book.prices[name]?.freePerMonth;
    return {
      what,
      units: `${units} × ${book.prices[name]?.unit ?? name}`,
      usd: usdFor(book, name, units),
      ...(free !== undefined && { freePerMonth: free }),
    };
  };
  const gigabyteSeconds = (calls: number): string =>
    decimalText(
      times(
        times(decimal(calls), decimal(secondsOfAScheduledCall)),
        decimal(parts.megabytesOfAFunction / 1_024),
      ),
    );
  const idle = [
    line('alarms', 'cloudwatch.alarm', parts.alarms),
    line('dashboards', 'cloudwatch.dashboard', parts.dashboards),
    line("the key that unwraps the provider's keys", 'kms.key', parts.keys),
    line('Lambda asks empty queues', 'sqs.standard', parts.polledQueues * emptyReceivesOfAQueue),
    line('scheduled functions, calls', 'lambda.request', parts.scheduledCalls),
    line('scheduled functions, time', 'lambda.arm64', gigabyteSeconds(parts.scheduledCalls)),
    line('scheduled functions, reads', 'dynamodb.read', parts.scheduledCalls * readsOfAScheduledCall),
  ];
  const { cost } = batchEstimate({ documents, pagesPerDocument }, book);
  const guarded = documents * textUnitsOfADocument;
  const perDocument: readonly CostLine[] = [
    {
      what: 'Textract, expense analysis',
      units: `${documents * pagesPerDocument} pages`,
      usd: cost.textract,
    },
    { what: 'the model fills gaps', units: `${documents} documents`, usd: cost.gapFill },
    { what: 'the model verifies', units: `${documents} documents`, usd: cost.verify },
    line('the guardrail, content', 'bedrock.guardrail.contentFilters', guarded),
    line('the guardrail, topics', 'bedrock.guardrail.deniedTopics', guarded),
    line('the guardrail, grounding', 'bedrock.guardrail.contextualGrounding', guarded),
    {
      what: 'files, queues, steps, functions and items',
      units: `${documents} documents`,
      usd: cost.infrastructure,
    },
    line('calls of the API', 'apiGateway.httpRequest', documents * callsOfADocument),
    line('metrics of our own, if every one has a value', 'cloudwatch.metric', parts.metrics),
    line('traces', 'xray.trace', documents * tracesOfADocument),
    line('logs', 'cloudwatch.logsIngest', decimalText(times(decimal(documents), decimal(gigabytesOfLogs)))),
  ];
  return {
    book: book.name,
    idle,
    documents: perDocument,
    idleUsd: sumLines(idle),
    documentsUsd: sumLines(perDocument),
  };
}

function sumLines(lines: readonly CostLine[]): string {
  return decimalText(sumDecimals(lines.flatMap(({ usd }) => (usd === null ? [] : [decimal(usd)]))));
}

/**
 * Lambda keeps five connections to a queue, and each waits 20 seconds for a message.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 */
const emptyReceivesOfAQueue = 5 * 3 * 60 * 24 * daysPerMonth;

/** Planning figures, of a pipeline whose documents are invoices of two pages. */
const pagesPerDocument = 2;
const secondsOfAScheduledCall = 1;
const readsOfAScheduledCall = 10;
/** The model is sent this many thousands of characters at its two stages, and answers with them. */
const textUnitsOfADocument = 12;
/** A share of the submission, and a review of every fourth document with its claim. */
const callsOfADocument = 1;
/** Ingestion and three stages. */
const tracesOfADocument = 4;
const gigabytesOfLogs = '0.00001';
