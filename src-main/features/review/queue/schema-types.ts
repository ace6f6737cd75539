import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { CatalogueReader } from '../../../aws/reading.ts';
import type { SchemaTypes } from './queue-filters.ts';
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
  if (!read.ok) return read;
  const schema = findDeclared(read.value.items[0]?.attributes, 'schema');
  if (schema === undefined || !('M' in schema)) return ok(null);
  return ok(
    Object.fromEntries(
      Object.keys(schema.M).flatMap((name) => {
        const type = keyText(schema.M, name);
        return type === undefined ? [] : [[name, type]];
      }),
    ),
  );
}
