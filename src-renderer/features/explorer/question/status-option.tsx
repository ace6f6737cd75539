import type { ReactNode } from 'react';
import { glyphOf, StatusGlyph, type StatusName } from '#renderer/ui/status.tsx';

/** The console's own status of this name, whatever the case; other systems' words stay words. */
export function knownStatus(word: string): StatusName | undefined {
  const name = word.toUpperCase();
  return Object.hasOwn(glyphOf, name) ? (name as StatusName) : undefined;
}

export function statusMark(word: string): ReactNode {
  const status = knownStatus(word);
  return status === undefined ? undefined : <StatusGlyph glyph={glyphOf[status]} />;
}
