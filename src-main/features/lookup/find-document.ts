import { catalogue } from '#shared/catalogue/catalogue.ts';
import { findAnswer } from '#shared/catalogue/questions/find-answer.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { PatternDeclaration } from '#shared/catalogue/declaration.ts';
import { plainTemplate } from '#shared/catalogue/templates/key-words.ts';
import type { Lookup } from '#shared/contract/triage/lookup.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { maySeeTenant } from '#shared/domain/tenant-scope.ts';
import type { DocumentPlace } from '../documents/seen-documents.ts';
import { documentRow } from '../rows/document-row.ts';
import { scopeOf } from '../session/scope-of.ts';
import { foundOrNothing } from './found-or-nothing.ts';
import type { LookupParts } from './lookup-parts.ts';

/**
 * No index knows a document by its id alone. With the key of its batch it is read; else it is told where it was seen
 * on an earlier page, which reads nothing, or that there is no index.
 */
export async function findDocument(
  documentId: string,
  within: { readonly tenantId: string; readonly batchId: string } | undefined,
  { doors, session, seen }: LookupParts,
): Promise<Result<Lookup>> {
  const here = seen.here();
  if (within === undefined) {
    const place = here.find(documentId);
    const maySee = place !== undefined && maySeeTenant(scopeOf(session()), place.tenantId);
    return ok(maySee ? found(place) : noIndex());
  }
  const read = await doors().reader.run('extraction.documentById', { ...within, documentId });
  return foundOrNothing(read, hint, (item) => {
    const row = documentRow(item);
    here.note([row]);
    return found(row);
  });
}

function found({ tenantId, batchId, documentId }: DocumentPlace): Lookup {
  // Its key says nothing of the project.
  return { found: 'document', tenantId, projectId: null, batchId, documentId };
}

const hint =
  'The batch that was named with it has no such document. It may have been pasted with another one’s key.';

/** In the words of the Explorer, which counts the same question. */
function noIndex(): Lookup {
  const { extraction } = catalogue;
  const asked = { entity: 'Document', by: ['documentId'] };
  const answer = findAnswer(extraction, asked);
  if (answer.answered) throw new Error(`An index knows documents by their id: ask ${answer.pattern}.`);
  const { partition, sort } = answer.wouldNeed;
  const patterns: Readonly<Record<string, PatternDeclaration>> = extraction.patterns;
  const nearest = findDeclared(patterns, answer.nearest ?? '');
  return {
    found: 'no-index',
    system: extraction.id,
    ...asked,
    question: 'Which documents have a given document id?',
    needs: [partition, sort].flatMap((key) => (key === undefined ? [] : plainTemplate(key))).join(', '),
    nearest: nearest === undefined ? '' : `${nearest.number} ${nearest.asks}`,
  };
}
