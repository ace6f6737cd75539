import type { Plan } from '#shared/contract/jobs/plans.ts';
import type { Usage } from '#shared/contract/triage/documents.ts';
import { documentCost } from '#shared/pricing/document-cost.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

/** What one has really consumed, by the price book that its plan was estimated with. */
export function itemCost({ estimate }: Plan, usage: Usage | null): string | null {
  if (usage === null) return null;
  const book = priceBooks.find(({ id }) => id === estimate.priceBook.id) ?? priceBooks[0];
  return documentCost(usage, book).total;
}
