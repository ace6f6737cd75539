import { decimal, decimalText, plus, rounded, sumOf } from '#shared/pricing/decimal.ts';
import { costParts } from '#shared/pricing/document-cost.ts';
import type { CostPart } from '#shared/pricing/document-cost.ts';

/** Exact dollars of each part. Null: nothing that has a price was consumed, which is not the same as nothing. */
export type PartUsd = Readonly<Record<CostPart, string | null>>;

export const noUsd: PartUsd = { textract: null, gapFill: null, verify: null, infrastructure: null };

export function addParts(a: PartUsd, b: PartUsd): PartUsd {
  return mapParts((part) => addUsd(a[part], b[part]));
}

export function totalOf(parts: PartUsd): string {
  return decimalText(sumOf(costParts.flatMap((part) => parts[part] ?? []).map(decimal)));
}

/** What is neither the pipeline's own running nor its storage. */
export function aiOf(parts: PartUsd): string {
  return totalOf({ ...parts, infrastructure: null });
}

/** What a number of documents cost if each costs what `of` documents did on average; to twelve places. */
export function scaledParts(parts: PartUsd, documents: number, of: number): PartUsd {
  return mapParts((part) => {
    const usd = parts[part];
    return usd === null ? null : scaledUsd(usd, documents, of);
  });
}

export function scaledUsd(usd: string, times: number, by: number): string {
  const { digits, places } = decimal(usd);
  // One place more than is kept, so that it is rounded and not cut off.
  const exact = { digits: (digits * BigInt(times) * 10n ** 13n) / BigInt(by), places: places + 13 };
  return decimalText(rounded(exact, 12));
}

export function addUsd(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return decimalText(plus(decimal(a), decimal(b)));
}

function mapParts(usdOf: (part: CostPart) => string | null): PartUsd {
  return {
    textract: usdOf('textract'),
    gapFill: usdOf('gapFill'),
    verify: usdOf('verify'),
    infrastructure: usdOf('infrastructure'),
  };
}
