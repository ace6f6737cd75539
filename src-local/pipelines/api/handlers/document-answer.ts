import type { DocumentItem } from '../../extraction/item-shapes.ts';

/** Without what is the pipeline's own business. */
export function documentAnswer(document: DocumentItem): Readonly<Record<string, unknown>> {
  const { undo: _undo, ttl: _ttl, ...told } = document;
  return { ...told, version: (document as Partial<DocumentItem>).version ?? 0 };
}
