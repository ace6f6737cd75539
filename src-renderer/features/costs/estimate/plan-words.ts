import type { UsageTotals } from '#shared/contract/costs/usage-totals.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { PlanEstimate, EstimatePart } from './estimate-of.ts';
import { modelName } from './model-names.ts';
import type { TypedPlan } from './read-plan.ts';

export const partTitles: Readonly<Record<EstimatePart['part'], string>> = {
  textract: 'Textract',
  gapFill: 'Gap-fill',
  verify: 'Verify',
  infrastructure: 'Other infrastructure',
  storage: 'Storage, six months',
};

/** What a part is for: "700 pages", "Claude Haiku 4.5, regional, 3,575,000 tokens in, 195,500 out". */
export function forWords(part: EstimatePart['part'], plan: TypedPlan, estimate: PlanEstimate): string {
  if (part === 'textract') return `${figure(estimate.totals.textract.pages)} pages`;
  if (part === 'storage') {
    return `${figure(plan.documents * plan.megabytes)} MB in ${count(plan.documents, 'object')}`;
  }
  if (part === 'infrastructure') return 'Lambda, Step Functions, SQS, DynamoDB, S3 requests';
  const used = estimate.totals.models.filter(({ stage }) => stage === part);
  return used.map(tokenWords).join('; ');
}

/** "50 rounds of 10, 15 s each" */
export function timeWords(plan: TypedPlan, { rounds }: PlanEstimate): string {
  return `${count(rounds, 'round')} of ${grouped(plan.workers)}, ${grouped(plan.seconds)} s each`;
}

export function count(number: number, noun: string): string {
  return `${grouped(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function tokenWords({ model, inputTokens, outputTokens }: UsageTotals['models'][number]): string {
  return `${model === null ? 'unknown model' : modelName(model)}, ${figure(inputTokens)} tokens in, ${figure(outputTokens)} out`;
}

function figure(number: number): string {
  return grouped(Number(number.toFixed(2)));
}

/** "the estimate is 12 % above it." */
export function againstWords(estimate: string, metered: string): string {
  if (Number(metered) === 0) return 'there is nothing to compare with.';
  const percent = (Number(estimate) / Number(metered) - 1) * 100;
  const size = Math.abs(percent);
  if (size < 0.5) return 'the estimate is the same within half a percent.';
  return `the estimate is ${grouped(Number(size.toPrecision(2)))} % ${percent > 0 ? 'above' : 'below'} it.`;
}
