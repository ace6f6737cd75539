import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeAttentionCosts } from '#shared/pricing/attention-cost.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

const page = readFileSync('docs/attention.md', 'utf8');

test('the page has the costs that the newest price book gives', () => {
  const remedy = 'npm run -s attention -- cost prints the table';
  expect(page, remedy).toContain(writeAttentionCosts(priceBooks[0]));
  expect(page).toContain(`"${priceBooks[0].name}"`);
});
