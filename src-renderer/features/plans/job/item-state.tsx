import type { ItemReceipt, ItemState } from '#shared/contract/jobs/jobs.ts';
import type { JobKind } from '#shared/contract/jobs/plans.ts';
import { itemWords } from '#shared/domain/job-words.ts';
import type { GlyphName } from '#renderer/ui/status/glyph-paths.ts';
import { StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import dialog from '../planning-dialog.module.css';

export type ShownItem = Pick<ItemReceipt, 'state' | 'status'>;

export interface ItemStateMarkProps {
  readonly kind: JobKind;
  readonly item: ShownItem;
}

/** What became of an item: the document's own status where that says it, else the job's word. */
export function ItemStateMark({ kind, item: { state, status } }: ItemStateMarkProps) {
  if (status !== null && (state === 'fixed' || state === 'running' || state === 'failed-again')) {
    return <StatusBadge status={status} />;
  }
  return (
    <span className={dialog.verdict}>
      <StatusGlyph glyph={itemGlyphs[state]} />
      <span className={dialog.code}>{itemWords(kind, state).toUpperCase()}</span>
    </span>
  );
}

export const itemGlyphs: Readonly<Record<ItemState, GlyphName>> = {
  waiting: 'queued',
  sending: 'processing',
  running: 'processing',
  fixed: 'succeeded',
  'failed-again': 'failed',
  unconfirmed: 'unconfirmed',
  'still-running': 'timeout',
  skipped: 'skip',
  refused: 'blocked',
  uncertain: 'review',
  overtaken: 'rejected',
};
