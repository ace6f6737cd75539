import type { StandingKind } from '#shared/contract/downloads/downloads.ts';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane/pane-bar.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import type { Files } from '../batch/use-files.ts';
import { fileWords } from '../strip/day-words.ts';
import styles from './standing-pane.module.css';
import { minutesOffered, minutesWords, standingTitles } from './standing-words.ts';

interface StandingHeadProps {
  readonly kind: StandingKind;
  readonly minutes: number;
  readonly files: Files;
  readonly onMinutes: (minutes: number) => void;
}

export function StandingHead({ kind, minutes, files, onMinutes }: StandingHeadProps) {
  const count = files.isRead ? `${files.complete ? '' : 'at least '}${fileWords(files.rows.length)}` : '';
  return (
    <PaneBar low>
      <PaneBarTitle>{standingTitles[kind]}</PaneBarTitle>
      <span className={styles.hint}>{count}</span>
      <div className={styles.minutes}>
        <span aria-hidden>for over</span>
        <Select
          label="For longer than"
          labelHidden
          size="sm"
          value={String(minutes)}
          options={minutesOffered(minutes).map((one) => ({
            value: String(one),
            label: minutesWords(one),
          }))}
          onChange={(value) => onMinutes(Number(value))}
        />
      </div>
    </PaneBar>
  );
}
