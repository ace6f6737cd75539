import { describe, expect, it } from 'vitest';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { readAll } from '#local/world/sheets/reading.ts';
import { makeSheet } from '#local/world/sheets/sheet-of.ts';
import { defects, sheetKinds, subjects, type SheetRecipe } from '#local/world/sheets/sheet.ts';
import { fieldProblem } from '#shared/domain/review/field-check.ts';
import { fieldType } from '#shared/domain/review/normalised-value.ts';
import { aRecipe } from './a-recipe.ts';

/** Lists a recipe for each kind and subject, with each defect and with none. */
const everything = sheetKinds.flatMap((kind) =>
  subjects.flatMap((about) =>
    Array.from({ length: 27 }, (_, at): SheetRecipe => {
      const defect = defects[at % (defects.length + 1)];
      const recipe = aRecipe({ kind, about, layout: at % 3, seed: `${kind}/${about}/${at}` });
      return defect === undefined ? recipe : { ...recipe, defect };
    }),
  ),
);

describe('the schema of a workflow', () => {
  it('has types of every kind, and one pattern for each kind of document', () => {
    const kinds = new Set<string>();
    for (const kind of sheetKinds) {
      for (const about of subjects) {
        const types = Object.values(buildSchema(kind, about)).map((type) => fieldType(type).kind);
        expect(types.filter((type) => type === 'pattern')).toHaveLength(1);
        for (const type of types) kinds.add(type);
      }
    }
    expect(kinds).toEqual(new Set(['text', 'date', 'money', 'number', 'iban', 'vat', 'enum', 'pattern']));
  });

  it('is followed by everything printed', () => {
    for (const recipe of everything) {
      const types = buildSchema(recipe.kind, recipe.about);
      for (const { name, value } of makeSheet(recipe).fields) {
        const problem = fieldProblem(types[name] ?? null, value);
        expect(problem, `${name} "${value}" as ${types[name] ?? ''} of ${JSON.stringify(recipe)}`).toBeNull();
      }
    }
  });

  it('catches a misread account number', () => {
    let misread = 0;
    for (const recipe of everything.filter(({ defect }) => defect === 'unsure' || defect === 'illegible')) {
      const schema = buildSchema(recipe.kind, recipe.about);
      const { judgements } = readAll(recipe, { schema, reviewThreshold: 0.85 });
      for (const { name, field, textract, bedrock } of judgements) {
        if (schema[name] !== 'iban' || !/^[A-Z]{2}/.test(field.value)) continue;
        for (const seen of [textract, bedrock]) {
          if (seen === undefined || seen.value === field.value) continue;
          misread += 1;
          expect(fieldProblem('iban', seen.value), `${seen.value} for ${field.value}`).not.toBeNull();
        }
      }
    }
    expect(misread).toBeGreaterThan(5);
  });
});
