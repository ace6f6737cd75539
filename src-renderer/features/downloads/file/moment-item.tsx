import type { KeyValueItem } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { momentOf } from '../batch/batch-words.ts';
import { Moment } from './moment.tsx';

/** A fact that is a moment; none where it is not known. */
export function momentItem(label: string, at: string | null, now: number): KeyValueItem | undefined {
  const ms = momentOf(at);
  return ms === null ? undefined : { label, value: <Moment at={ms} now={now} /> };
}
