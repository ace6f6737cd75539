import { ok, type Result } from '#shared/contract/result.ts';
import type { CatalogueReader } from '../../../aws/reading.ts';
import { typesIn, type SchemaTypes } from '../../judged/schema-types.ts';
import type { PaidReads } from './paid-reads.ts';

interface WorkflowKey {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
}

/** What a workflow's schema types its fields as; null where there is no such workflow, or it says nothing. */
export async function schemaTypes(
  key: WorkflowKey,
  { reader, reads }: { readonly reader: CatalogueReader; readonly reads: PaidReads },
): Promise<Result<SchemaTypes | null>> {
  const read = reads.paid(await reader.run('extraction.workflowById', { ...key }));
  return read.ok ? ok(typesIn(read.value.items[0])) : read;
}
