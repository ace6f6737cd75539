import { CostExplorerClient, GetCostAndUsageCommand, type Expression } from '@aws-sdk/client-cost-explorer';
import { findAwsPartition } from '#shared/catalogue/iam/arns.ts';
import { ok, refused, type Receipt, type Refusal, type Result } from '#shared/contract/result.ts';
import { decimal, decimalText, plus, zero, type Decimal } from '#shared/pricing/decimal.ts';
import { deploymentTag, namesByConvention } from '#shared/domain/pipeline-names.ts';
import { toFailure, toTrouble } from './aws-trouble.ts';
import { clientConfig, namesAt, withRenewal, type AwsPlace } from './client-config.ts';
import { onlyCommands, whereCommandsAre } from './middleware.ts';
import { machineParts } from './patience.ts';

export interface BillAsked {
  /** The first day, and the day after the last, as Cost Explorer counts. */
  readonly from: string;
  readonly until: string;
  /** Tells what carries the tag of this deployment's stacks, or the whole account. */
  readonly of: 'stacks' | 'account';
  /** Each page is a question that is paid for. */
  readonly mostPages: number;
  /** A person stops waiting. A question that was sent already is paid for. */
  readonly signal?: AbortSignal | undefined;
}

export interface Billed {
  readonly lines: readonly { readonly service: string; readonly usd: string }[];
  /** Cost Explorer has not closed all of these days. */
  readonly isEstimated: boolean;
  readonly currency: string;
  readonly pages: number;
  /** There are more pages than were agreed to be paid for. */
  readonly isCut: boolean;
  /** The stage of the deployment, which the stacks' tag holds. */
  readonly stage: string;
}

/** Asks Cost Explorer what was billed, only when a person asks, because each question costs a cent. */
export interface BillDoor {
  readonly ask: (asked: BillAsked) => Promise<Result<Billed>>;
}

/** Cost Explorer has one address in each partition. https://docs.aws.amazon.com/general/latest/gr/billing.html */
const regions: Readonly<Record<string, string>> = { 'aws-cn': 'cn-northwest-1' };

export function openBill(place: AwsPlace, parts = machineParts()): BillDoor {
  const region = regions[findAwsPartition(place.region)] ?? 'us-east-1';
  const client = withRenewal(new CostExplorerClient(clientConfig({ ...place, region }, 'ce')), place);
  client.middlewareStack.add(
    onlyCommands(['GetCostAndUsageCommand'], 'The console asks for costs only'),
    whereCommandsAre,
  );
  const { now, elapsed } = parts;
  const stage = findStage(place);
  return {
    async ask(asked) {
      if (stage === '') return refused(noStage);
      const begun = elapsed();
      const asOf = new Date(now()).toISOString();
      let pages = 0;
      const receipt = (): Receipt => ({
        pattern: 'Cost Explorer: GetCostAndUsage',
        index: 'costs',
        pages,
        items: 0,
        rru: 0,
        bytes: 0,
        ms: elapsed() - begun,
        asOf,
      });
      const sums = newSums();
      let token: string | undefined;
      try {
        do {
          // A question is paid for when it is answered, also with a refusal, so it is never repeated automatically.
          pages += 1;
          const page = await client.send(
            new GetCostAndUsageCommand({ ...toQuestion(asked, stage), NextPageToken: token }),
            asked.signal === undefined ? {} : { abortSignal: asked.signal },
          );
          sums.add(page.ResultsByTime ?? []);
          token = page.NextPageToken === '' ? undefined : page.NextPageToken;
        } while (token !== undefined && pages < asked.mostPages);
      } catch (error) {
        if (asked.signal?.aborted === true) return { ...stopped(pages), receipt: receipt() };
        return { ...refused(toFailure(toTrouble(error), 1, telling)), receipt: receipt() };
      }
      return ok({ ...sums.read(), pages, isCut: token !== undefined, stage }, receipt());
    },
  };
}

/** Says what a stopped comparison has cost. */
export function stopped(sent: number): ReturnType<typeof refused> {
  const paid =
    sent === 0
      ? 'No question was sent, and nothing was paid.'
      : `${sent === 1 ? 'One question was' : `${sent} questions were`} sent, which AWS charges with $0.01 each.`;
  return refused({
    code: 'invalid-input',
    message: `Stopped. ${paid} Nothing was compared.`,
    issues: [{ path: 'bill', problem: 'was stopped' }],
  });
}

const telling = {
  service: 'Cost Explorer',
  action: 'ce:GetCostAndUsage',
  place: 'the bill',
  resource: '*',
  advice:
    'Cost Explorer must be enabled for the account, and figures take up to a day to appear. A member account may need the organisation to allow it.',
  missing: {
    code: 'not-found',
    message: 'Cost Explorer has no figures for these days. Nothing was compared.',
    what: 'bill',
  },
} as const;

/** The names of functions always follow the convention, and end with the stage. */
function findStage(place: AwsPlace): string {
  const { processDocument } = namesAt(place).extractionFunctions;
  const before = namesByConvention('').extractionFunctions.processDocument;
  return processDocument.startsWith(before) ? processDocument.slice(before.length) : '';
}

const noStage = {
  code: 'invalid-input',
  message:
    'This connection names no stage, so the tag of its stacks is not known. Cost Explorer was not asked, and nothing was paid. Add the stage to the connection, then ask again.',
  issues: [{ path: 'stage', problem: 'is not known' }],
} satisfies Refusal;

function toQuestion({ from, until, of }: BillAsked, stage: string) {
  // Credits and refunds would hide what the use cost.
  const usage: Expression = { Dimensions: { Key: 'RECORD_TYPE', Values: ['Usage'] } };
  const tag: Expression = { Tags: { Key: deploymentTag, Values: [stage], MatchOptions: ['EQUALS'] } };
  return {
    TimePeriod: { Start: from, End: until },
    Granularity: 'DAILY' as const,
    Metrics: ['UnblendedCost'],
    GroupBy: [{ Type: 'DIMENSION' as const, Key: 'SERVICE' }],
    Filter: of === 'stacks' ? { And: [tag, usage] } : usage,
  };
}

interface Sums {
  add(results: readonly CostsByTime[]): void;
  read(): Pick<Billed, 'lines' | 'isEstimated' | 'currency'>;
}

interface CostsByTime {
  readonly Estimated?: boolean | undefined;
  readonly Groups?:
    | readonly {
        readonly Keys?: readonly string[] | undefined;
        readonly Metrics?:
          | Readonly<
              Record<string, { readonly Amount?: string | undefined; readonly Unit?: string | undefined }>
            >
          | undefined;
      }[]
    | undefined;
}

function newSums(): Sums {
  const sums = new Map<string, Decimal>();
  let [isEstimated, currency] = [false, 'USD'];
  return {
    add(results) {
      for (const { Estimated, Groups = [] } of results) {
        isEstimated ||= Estimated === true;
        for (const { Keys = [], Metrics = {} } of Groups) {
          const { Amount = '0', Unit } = Metrics['UnblendedCost'] ?? {};
          const service = Keys[0] ?? 'Unknown';
          currency = Unit ?? currency;
          sums.set(service, plus(sums.get(service) ?? zero, decimal(Amount.replace(/E/, 'e'))));
        }
      }
    },
    read: () => ({
      lines: [...sums].map(([service, value]) => ({ service, usd: decimalText(value) })),
      isEstimated,
      currency,
    }),
  };
}
