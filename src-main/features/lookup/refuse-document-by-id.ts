import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { PatternDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { findAnswer } from '#shared/catalogue/questions/find-answer.ts';
import { plainTemplate } from '#shared/catalogue/templates/key-words.ts';
import type { Lookup } from '#shared/contract/triage/lookup.ts';

/** No index knows a document by its id alone: the refusal in the Explorer's words, which counts the same question. */
export function refuseDocumentById(): Extract<Lookup, { readonly found: 'no-index' }> {
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
