import { expect, expectTypeOf, it, test } from 'vitest';
import { catalogue, type ParamsOf, type PatternName } from '#shared/catalogue/catalogue.ts';
import type { TemplateParams } from '#shared/catalogue/keys/key-template.ts';

it('names each system by its id', () => {
  expect(Object.values(catalogue).map(({ id }) => id)).toEqual(Object.keys(catalogue));
});

it('knows its patterns by name, and no others', () => {
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

/** Has the reader's types, because this tests what the compiler refuses. */
function asked<N extends PatternName>(name: N, params: ParamsOf<N>): readonly [N, ParamsOf<N>] {
  return [name, params];
}

test('a question with all of its parameters compiles', () => {
  const questions = [
    asked('extraction.documentsByStatus', { tenantId: 'northwind', batchId: 'b-1', status: 'FAILED' }),
    asked('extraction.batchesByStatusBetween', { tenantId: 't', status: 'FAILED', from: 'a', to: 'b' }),
    asked('extraction.documentsByKeys', [{ tenantId: 't', batchId: 'b', documentId: 'd' }]),
    asked('extraction.userByEmail', { email: 'maya.ortiz@northwind.example' }),
    asked('extraction.tenants', {}),
    asked('downloads.stuckFiles', { olderThan: 1_795_185_000_000 }),
    asked('downloads.stuckFiles', { olderThan: '1795185000000' }),
    asked('downloads.filesById', [{ fileId: 'accounts-2026-11-20' }]),
    asked('funds.historicalBetween', { documentId: 'DOC001', from: '2025-01-01', to: '2025-12-31' }),
    asked('hr.jobById', { orgId: '01HXAA', postedAt: '01HXZZ1', jobId: '01HXAF' }),
  ];
  for (const [name] of questions) {
    const [system = '', pattern = ''] = name.split('.');
    expect(Object.entries(catalogue).find(([id]) => id === system)?.[1].patterns).toHaveProperty(pattern);
  }
});

test('a question without one of its parameters does not compile', () => {
  const questions = [
    // @ts-expect-error the batch is missing
    asked('extraction.documentsByStatus', { tenantId: 'northwind', status: 'FAILED' }),
    // @ts-expect-error the tenant is missing, so this would cross tenants
    asked('extraction.projectsOfTenant', {}),
    // @ts-expect-error one end of the range is missing
    asked('funds.historicalBetween', { documentId: 'DOC001', from: '2025-01-01' }),
    // @ts-expect-error the posting is missing, and a job's id alone does not identify it
    asked('hr.jobById', { orgId: '01HXAA', jobId: '01HXAF' }),
    // @ts-expect-error a question for many items takes a list
    asked('extraction.documentsByKeys', { tenantId: 't', batchId: 'b', documentId: 'd' }),
    // @ts-expect-error the time has to be in milliseconds
    asked('downloads.stuckFiles', { olderThan: 'yesterday' }),
    // @ts-expect-error there is no such parameter
    asked('downloads.fileById', { fileId: 'accounts-2026-11-20', status: 'failed' }),
    // @ts-expect-error there is no such question
    asked('extraction.allDocuments', {}),
  ];
  expect(questions).toHaveLength(8);
});
