import { expect, expectTypeOf, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { ParamsOf, PatternName } from '#shared/catalogue/catalogue.ts';
import type { TemplateParams } from '#shared/catalogue/templates/key-template.ts';

it('names each system by its id', () => {
  expect(Object.values(catalogue).map(({ id }) => id)).toEqual(Object.keys(catalogue));
});

it('knows its patterns by name, and no other', () => {
  expectTypeOf<'extraction.documentsByStatus'>().toExtend<PatternName>();
  expectTypeOf<'extraction.everything'>().not.toExtend<PatternName>();
});

it('does not compile with a parameter missing, or of another kind', () => {
  type Asked = ParamsOf<'extraction.documentsByStatus'>;
  expectTypeOf<{ tenantId: string; batchId: string; status: string }>().toExtend<Asked>();
  expectTypeOf<{ tenantId: string; batchId: string }>().not.toExtend<Asked>();
  expectTypeOf<{ tenantId: string; batchId: number; status: string }>().not.toExtend<Asked>();
});

it('reads names and kinds of parameters out of a template', () => {
  expectTypeOf<TemplateParams<'TENANT#{tenantId}#DAY#{day:date}'>>().toEqualTypeOf<{
    readonly tenantId: string;
    readonly day: string;
  }>();
  expectTypeOf<TemplateParams<'{since:epochMs}'>>().toEqualTypeOf<{
    readonly since: number | `${number}`;
  }>();
});
