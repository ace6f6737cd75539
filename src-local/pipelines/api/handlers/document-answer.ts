import type { DocumentItem } from '../../extraction/item-shapes.ts';
import { opinionsOf } from './second-opinion.ts';

/**
 * Without what is the pipeline's own business, and without what checks of quality have found. What one person has
 * decided is told to nobody before another has, unseen.
 */
export function documentAnswer(document: DocumentItem): Readonly<Record<string, unknown>> {
  const { undo: _undo, ttl: _ttl, found: _found, opinions: _opinions, ...told } = document;
  const opinions = opinionsOf(document);
  return {
    ...told,
    ...(opinions.length > 1 && { opinions }),
    version: (document as Partial<DocumentItem>).version ?? 0,
  };
}
