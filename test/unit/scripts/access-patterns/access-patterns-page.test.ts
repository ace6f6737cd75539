import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accessPatternsPage } from '#scripts/access-patterns/access-patterns-page.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';

it('docs/access-patterns.md matches the catalogue; `npm run access-patterns` writes it again', () => {
  expect(readFileSync('docs/access-patterns.md', 'utf8')).toBe(accessPatternsPage(Object.values(catalogue)));
});

it('a bar in a question does not end its cell', () => {
  const page = accessPatternsPage([
    {
      ...catalogue.hr,
      patterns: { orgById: { ...catalogue.hr.patterns.orgById, asks: 'This | that?' } },
    },
  ]);
  expect(page).toContain('| This \\| that? |');
});
