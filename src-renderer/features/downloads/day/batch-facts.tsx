import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import { KeyValueList } from '#renderer/ui/key-value-list/key-value-list.tsx';
import type { KeyValueItem } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { startedBy } from '../batch/batch-words.ts';
import { momentItem } from '../file/moment-item.tsx';
import { keptWords } from '../file/time-to-live-words.ts';
import styles from './day-pane.module.css';

/** Who started it and why, how it ended, and for how long it is kept. */
export function BatchFacts({ batch, now }: { readonly batch: DownloadBatch; readonly now: number }) {
  const { triggerReason, closedBy, closeReason, timedOutAt, updatedAt, timeToLive } = batch;
  const items: readonly (KeyValueItem | undefined)[] = [
    { label: 'Started by', value: startedBy(batch) },
    said('Reason', triggerReason),
    momentItem('Timed out', timedOutAt, now),
    said('Closed by', closedBy),
    said('Closed because', closeReason),
    momentItem('Last change', updatedAt, now),
    { label: 'Kept', value: keptWords(timeToLive, now) },
  ];
  return (
    <div className={styles.facts}>
      <KeyValueList size="small" items={items.filter((item) => item !== undefined)} />
    </div>
  );
}

function said(label: string, value: string | null): KeyValueItem | undefined {
  return value === null ? undefined : { label, value };
}
