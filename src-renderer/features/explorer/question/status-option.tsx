import type { ReactNode } from 'react';
import { glyphOf, StatusGlyph, type StatusName } from '#renderer/ui/status.tsx';

/** Returns the console's own status of this name in any case. Statuses of other systems stay plain text. */
export function findKnownStatus(word: string): StatusName | undefined {
  const name = word.toUpperCase();
  return Object.hasOwn(glyphOf, name) ? (name as StatusName) : undefined;
}

export function renderStatusMark(word: string): ReactNode {
  const status = findKnownStatus(word);
  return status === undefined ? undefined : <StatusGlyph glyph={glyphOf[status]} />;
}
