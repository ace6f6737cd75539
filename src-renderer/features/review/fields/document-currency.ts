import type { ReviewDocument } from '#shared/contract/review/document.ts';
import { valueWith, type Edits } from '#shared/domain/review/draft-rules.ts';

/** What the document's amounts are in, where another of its fields says so. */
export function documentCurrency(document: ReviewDocument, edits: Edits): string | null {
  const field = document.fields.find(({ name }) => /currency$/i.test(name));
  const value = field === undefined ? null : valueWith(document, edits, field.name);
  return value !== null && value.length <= longestCode ? value : null;
}

/** "GBP", "US$", "Euro": more is no currency. */
const longestCode = 5;
