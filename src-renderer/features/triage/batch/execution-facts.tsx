import type { ReactNode } from 'react';
import type { Execution } from '#shared/contract/triage/executions.ts';
import { Chip } from '#renderer/ui/chip/chip.tsx';
import type { ChipTone } from '#renderer/ui/chip/chip.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list/key-value-list.tsx';
import type { KeyValueItem } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import styles from './execution-drawer.module.css';
import { redriveWords, timesWords } from './execution-words.ts';

export interface ExecutionFactsProps {
  readonly execution: Execution;
  readonly now: number;
}

/** What Step Functions says of it. */
export function ExecutionFacts({ execution, now }: ExecutionFactsProps) {
  const { arn, status, startedAt, stoppedAt, error, redriveCount, redrivenAt, redriveUntil } = execution;
  const items: KeyValueItem[] = [
    { label: 'Status', value: <Chip tone={tones[status]}>{status}</Chip> },
    { label: 'Started', value: moment(startedAt, now) },
    ...(stoppedAt === null ? [] : [{ label: 'Ended', value: moment(stoppedAt, now) }]),
    ...(error === null
      ? []
      : [
          {
            label: 'Error',
            value: <Wrapped>{[error.code, error.cause].filter((part) => part !== null).join(': ')}</Wrapped>,
          },
        ]),
    { label: 'Redriven', value: timesWords(redriveCount) },
    ...(redrivenAt === null ? [] : [{ label: 'Last redriven', value: moment(redrivenAt, now) }]),
    { label: 'Redrive', value: <Wrapped>{redriveWords(execution)}</Wrapped> },
    ...(redriveUntil === null ? [] : [{ label: 'Redrive until', value: moment(redriveUntil, now) }]),
    { label: 'ARN', value: arn, mono: true, copy: arn },
  ];
  return <KeyValueList items={items} />;
}

/** A reason is read to its end. */
function Wrapped({ children }: { readonly children: string }) {
  return <span className={styles.wrapped}>{children}</span>;
}

function moment(text: string | null, now: number): ReactNode {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? 'not known' : <RelativeTime at={at} now={now} />;
}

const tones: Readonly<Record<Execution['status'], ChipTone>> = {
  RUNNING: 'accent',
  PENDING_REDRIVE: 'accent',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  TIMED_OUT: 'failed',
  ABORTED: 'failed',
};
