import type { ModelUsage, Usage } from '../contract/triage/documents.ts';

export interface ExpectedUsage {
  readonly usage: Usage;
  /** How many documents it is the mean of; 0: planning figures. */
  readonly n: number;
}

/**
 * The mean over the seeded sandbox world of seed 1: 16,230 documents of 246 batches, each a run that went well, as the
 * simulated readers meter it. A test measures it again, and fails when the world has moved away by 5 %.
 */
export const planningUsage = {
  textract: { pages: 1.4, ms: 6_000 },
  gapFill: { model: 'claudeHaiku45.regional', inputTokens: 7_150, outputTokens: 391, ms: 4_000 },
  verify: { model: 'claudeHaiku45.regional', inputTokens: 12_180, outputTokens: 1_194, ms: 5_000 },
} as const satisfies Usage;

/** What one more document will consume: the mean of those that are known, stage by stage, else planning figures. */
export function expectedUsage(known: readonly Usage[]): ExpectedUsage {
  const textract = known.flatMap(({ textract: read }) => (isRead(read) ? [read] : []));
  return {
    usage: {
      textract: {
        pages:
          mean(
            textract.map(({ pages }) => pages),
            2,
          ) ?? planningUsage.textract.pages,
        ms:
          mean(
            textract.map(({ ms }) => ms),
            0,
          ) ?? planningUsage.textract.ms,
      },
      gapFill: expectedModel(
        known.map(({ gapFill }) => gapFill),
        planningUsage.gapFill,
      ),
      verify: expectedModel(
        known.map(({ verify }) => verify),
        planningUsage.verify,
      ),
    },
    n: known.filter(isKnown).length,
  };
}

function isKnown({ textract, gapFill, verify }: Usage): boolean {
  return isRead(textract) || isMetered(gapFill) || isMetered(verify);
}

function isRead(usage: Usage['textract']): usage is NonNullable<Usage['textract']> {
  return usage !== null && usage.pages !== null;
}

function isMetered(usage: ModelUsage | null): usage is ModelUsage {
  return usage !== null && usage.model !== null && usage.inputTokens !== null && usage.outputTokens !== null;
}

/** Of the model that most of them used: tokens of another have another price. */
function expectedModel(known: readonly (ModelUsage | null)[], planned: ModelUsage): ModelUsage {
  const byModel = groupedByModel(known.filter(isMetered));
  const [first, ...others] = byModel.values();
  if (first === undefined) return planned;
  const most = others.reduce((best, list) => (list.length > best.length ? list : best), first);
  return {
    model: most[0]?.model ?? null,
    inputTokens: mean(
      most.map(({ inputTokens }) => inputTokens),
      0,
    ),
    outputTokens: mean(
      most.map(({ outputTokens }) => outputTokens),
      0,
    ),
    ms:
      mean(
        most.map(({ ms }) => ms),
        0,
      ) ?? planned.ms,
  };
}

function groupedByModel(usages: readonly ModelUsage[]): ReadonlyMap<string | null, readonly ModelUsage[]> {
  const groups = new Map<string | null, ModelUsage[]>();
  for (const usage of usages) {
    const group = groups.get(usage.model);
    if (group === undefined) groups.set(usage.model, [usage]);
    else group.push(usage);
  }
  return groups;
}

function mean(values: readonly (number | null)[], places: number): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const sum = known.reduce((total, value) => total + value, 0);
  return Number((sum / known.length).toFixed(places));
}
