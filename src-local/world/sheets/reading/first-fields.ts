import type { ReadField, Reading } from '../../../pipelines/extraction/readers.ts';
import type { Judgement } from './judgements-of.ts';

type Fields = Readonly<Record<string, ReadField>>;

export function foundByTextract(judgements: readonly Judgement[]): Fields {
  return Object.fromEntries(
    judgements.flatMap((judgement): [string, ReadField][] =>
      judgement.textract ? [[judgement.name, unverified(judgement, judgement.textract, 'textract')]] : [],
    ),
  );
}

/** The model is asked for what is missing, and for nothing else. */
export function foundByModel(judgements: readonly Judgement[], missing: readonly string[]): Fields {
  return Object.fromEntries(
    judgements
      .filter(({ name }) => missing.includes(name))
      .map((judgement) => [judgement.name, unverified(judgement, judgement.bedrock, 'gap-fill')]),
  );
}

function unverified({ field }: Judgement, reading: Reading, readBy: ReadField['readBy']): ReadField {
  return { ...reading, readBy, page: field.page, box: field.box };
}
