import type { CostPart } from '#shared/pricing/document-cost.ts';

/** As they are named in the middle of a sentence, and in a legend. */
export const partWords: Readonly<Record<CostPart, string>> = {
  textract: 'Textract',
  gapFill: 'gap-fill',
  verify: 'verify',
  infrastructure: 'infrastructure',
};

export const partTitles: Readonly<Record<CostPart, string>> = {
  textract: 'Textract',
  gapFill: 'Gap-fill',
  verify: 'Verify',
  infrastructure: 'Infrastructure',
};
