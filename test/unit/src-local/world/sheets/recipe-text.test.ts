import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRecipe, recipeText } from '#local/world/sheets/recipe-text.ts';
import { aRecipe, recipes } from './a-recipe.ts';

it('comes back as it was, with any names', () => {
  fc.assert(
    fc.property(recipes, (recipe) => {
      expect(parseRecipe(recipeText(recipe))).toEqual(recipe);
    }),
  );
});

it('has only characters that a header may contain, without a space at its end', () => {
  fc.assert(
    fc.property(recipes, (recipe) => {
      expect(recipeText(recipe)).toMatch(/^[!-~]+$/);
    }),
  );
});

it('is short', () => {
  expect(recipeText(aRecipe({ defect: 'unsupported language', about: 'freight', seed: '1/doc-01M7' }))).toBe(
    '1;invoice;0;1;;unsupported-language;freight;2026-11-12;Northwind+Logistics;1/doc-01M7',
  );
});

it.each([
  '',
  '2;invoice;0;1;;;;;a;b',
  '1;letter;0;1;;;;;a;b',
  '1;invoice;3;1;;;;;a;b',
  '1;invoice;0;0;;;;;a;b',
  '1;invoice;0;1;;torn;;;a;b',
  '1;invoice;0;1;;;;;a',
  '1;invoice;0;1;;;;;a;b;c',
])('is not a recipe: "%s"', (text) => {
  expect(parseRecipe(text)).toBeUndefined();
});
