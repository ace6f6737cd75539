import type { ModelUsage, Usage } from '#shared/contract/triage/documents.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { DocumentCost } from '#shared/pricing/document-cost.ts';

export interface StageLine {
  readonly stage: string;
  /** Its colour wherever stages are drawn. */
  readonly series: string;
  readonly ms: number | null;
  readonly consumed: string;
  /** Null where the price book has no price for it. */
  readonly usd: string | null;
}

/** Only stages that it came to; what AWS takes for the rest stands last. */
export function stageLines(usage: Usage, cost: DocumentCost): readonly StageLine[] {
  const { textract, gapFill, verify } = usage;
  return [
    ...(textract === null
      ? []
      : [
          {
            stage: 'Textract',
            series: '--data-6',
            ms: textract.ms,
            consumed: counted(textract.pages, 'page'),
            usd: cost.textract,
          },
        ]),
    ...(gapFill === null ? [] : [modelLine('Gap-fill', '--data-3', gapFill, cost.gapFill)]),
    ...(verify === null ? [] : [modelLine('Verify', '--data-1', verify, cost.verify)]),
    { stage: 'Infrastructure', series: '--data-5', ms: null, consumed: '', usd: cost.infrastructure },
  ];
}

function modelLine(stage: string, series: string, usage: ModelUsage, usd: string | null): StageLine {
  const { model, inputTokens, outputTokens, ms } = usage;
  const tokens = [
    inputTokens === null ? 'tokens in not known' : `${grouped(inputTokens)} tokens in`,
    outputTokens === null ? 'out not known' : `${grouped(outputTokens)} out`,
  ].join(', ');
  return { stage, series, ms, consumed: `${model ?? 'an unknown model'}: ${tokens}`, usd };
}

function counted(count: number | null, noun: string): string {
  if (count === null) return `${noun}s not known`;
  return count === 1 ? `1 ${noun}` : `${grouped(count)} ${noun}s`;
}
