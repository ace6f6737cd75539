import type { ReactNode } from 'react';
import { EnvironmentChip, FingerprintChip } from '#renderer/ui/chip.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { StatusBadge, StatusGlyph, type GlyphName } from '#renderer/ui/status.tsx';
import type { ItemReceipt, ItemState, Job } from '#shared/contract/jobs.ts';
import type { PlanItem } from '#shared/contract/plans.ts';
import type { JobKind } from '#shared/domain/job-kinds/job-kinds.ts';
import { describeReceiptState } from '#shared/domain/job-words.ts';
import { messages } from './messages.ts';
import dialog from './planning-dialog.module.css';

export function Verdict({ verdict }: { readonly verdict: PlanItem['verdict'] }) {
  return (
    <span className={dialog.verdict}>
      <StatusGlyph glyph={verdict} />
      <span className={classNames(dialog.code, dialog[verdict])}>{verdict.toUpperCase()}</span>
    </span>
  );
}

type ShownItem = Pick<ItemReceipt, 'state' | 'status' | 'note'>;

interface ItemStateMarkProps {
  readonly kind: JobKind;
  readonly item: ShownItem;
}

/** Shows the outcome of an item: the status of the document if that says it, or else the state in the job. */
export function ItemStateMark({ kind, item }: ItemStateMarkProps) {
  const { state, status } = item;
  if (status !== null && (state === 'fixed' || state === 'running' || state === 'failed-again')) {
    return <StatusBadge status={status} />;
  }
  return (
    <span className={dialog.verdict}>
      <StatusGlyph glyph={itemGlyphs[state]} />
      <span className={dialog.code}>{describeReceiptState(kind, item).toUpperCase()}</span>
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

interface PlanChipsProps {
  readonly fingerprint: string | null;
  readonly connection: Pick<Job['connection'], 'environment' | 'name'>;
}

/** Shows the failure cause and the connection. */
export function PlanChips({ fingerprint, connection }: PlanChipsProps) {
  return (
    <>
      {fingerprint === null ? null : <FingerprintChip fingerprint={fingerprint} />}
      <EnvironmentChip environment={connection.environment} name={connection.name} />
    </>
  );
}

interface HashLineProps {
  readonly hash: string;
  readonly children: ReactNode;
  readonly end?: ReactNode;
}

/** Shows the hash of the frozen plan, which is the same in the plan, the running job and its receipts. */
export function HashLine({ hash, children, end }: HashLineProps) {
  return (
    <div className={dialog.line}>
      <Icon name="lock" size={12} />
      <span>{children}</span>
      <span className={dialog.lineEnd}>
        {end}
        <span>{messages.common.plan}</span>
        <code className={dialog.hash} title={messages.common.hash(hash)}>
          sha256:{hash.slice(0, 8)}…{hash.slice(-4)}
        </code>
        <CopyButton text={hash} label={messages.common.copyHash} />
      </span>
    </div>
  );
}
