import type { MoveTask } from '#shared/contract/dead-letters/queues.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { GlyphName } from '#renderer/ui/status/glyph-paths.ts';

/** "188 of 205", "188" where SQS did not say of how many. */
export function movedWords({ moved, toMove }: Pick<MoveTask, 'moved' | 'toMove'>): string {
  return toMove === null ? `${grouped(moved)} moved` : `${grouped(moved)} of ${grouped(toMove)}`;
}

/** "20 a second" */
export function speedWords({ perSecond }: Pick<MoveTask, 'perSecond'>): string {
  return perSecond === null ? 'at SQS’s own speed' : `${grouped(perSecond)} a second`;
}

export function activeWords(move: Pick<MoveTask, 'state' | 'perSecond' | 'to'>): string {
  if (move.state === 'CANCELLING') return 'The move is being stopped';
  const where = move.to === null ? '' : ` to ${move.to}`;
  return `SQS moves${where}, ${speedWords(move)}`;
}

export const moveStateWords: Readonly<Record<MoveTask['state'], string>> = {
  RUNNING: 'Running',
  COMPLETED: 'Completed',
  CANCELLING: 'Being stopped',
  CANCELLED: 'Stopped',
  FAILED: 'Failed',
};

export const moveGlyphs: Readonly<Record<MoveTask['state'], GlyphName>> = {
  RUNNING: 'processing',
  COMPLETED: 'succeeded',
  CANCELLING: 'rejected',
  CANCELLED: 'rejected',
  FAILED: 'failed',
};
