import { useState } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import type { ConnectionDraft, FilePreview } from '#shared/contract/connections.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { CheckReport } from '#shared/contract/session.ts';
import { CheckReportView } from '../check-part.tsx';
import { FileDifference, hasChange, SaveProblems } from '../file-difference.tsx';
import { describeNeeded, labelOfPath, messages } from './form-messages.ts';
import { Outcome, Step } from './form-parts.tsx';
import styles from './form.module.css';

interface SaveStepProps {
  readonly entry: ConnectionDraft;
  /** The entry that hidden values come from. */
  readonly like: string | undefined;
  readonly preview: FilePreview | undefined;
  readonly failure: Failure | undefined;
  /** The reason why the last save was not written. */
  readonly refused: 'conflict' | 'mistakes' | undefined;
  readonly checksAfter: boolean;
  readonly onChecksAfter: (on: boolean) => void;
  readonly onGoTo: (path: string) => void;
}

/** Says what is still needed, and shows what would be written to the file. */
export function SaveStep(props: SaveStepProps) {
  const { entry, like, preview, failure, refused, checksAfter, onChecksAfter, onGoTo } = props;
  return (
    <Step id="save" title={messages.save.title} hint={preview?.file}>
      <SaveProblems refused={refused} failure={failure} />
      {preview === undefined && failure === undefined ? (
        <SkeletonRows label={messages.save.comparing} rows={3} />
      ) : null}
      {preview === undefined || preview.problems.length === 0 ? null : (
        <section aria-label={messages.save.needed}>
          <h3 className={styles.sub}>{messages.save.needed}</h3>
          <ul className={styles.needed}>
            {preview.problems.map(({ path, problem }) => (
              <li key={`${path} ${problem}`}>
                <Button size="sm" variant="ghost" icon="edit" onClick={() => onGoTo(path)}>
                  {labelOfPath(path)}
                </Button>
                <span className={styles.quiet}>{problem}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <CheckPanel
        entry={entry}
        like={like}
        needed={preview?.problems.map(({ path }) => labelOfPath(path)) ?? []}
      />
      {preview === undefined || preview.lines.length === 0 ? null : (
        <section aria-label={messages.save.diff}>
          <h3 className={styles.sub}>{messages.save.diff}</h3>
          {hasChange(preview.lines) ? (
            <FileDifference label={messages.save.diff} lines={preview.lines} />
          ) : (
            <p className={styles.quiet}>{messages.save.noChange}</p>
          )}
        </section>
      )}
      <Checkbox
        label={messages.save.thenCheck}
        hint={messages.save.thenCheckHint}
        checked={checksAfter}
        onChange={onChecksAfter}
      />
    </Step>
  );
}

interface CheckPanelProps extends Pick<SaveStepProps, 'entry' | 'like'> {
  /** Names the fields that are missing or wrong. */
  readonly needed: readonly string[];
}

/** Checks what the form says now, so that a mistake shows before anything is written. */
function CheckPanel({ entry, like, needed }: CheckPanelProps) {
  const [checked, setChecked] = useState<{ readonly asked: string; readonly report: CheckReport }>();
  const checking = useCommand('connections.checkEntry', { toldInPlace: true });
  const asked = JSON.stringify(entry);
  const isOutdated = checked !== undefined && checked.asked !== asked;

  async function check(): Promise<void> {
    const result = await checking.run(like === undefined ? { entry } : { entry, like });
    // Without a report the form has mistakes, which stand above.
    if (result.ok && result.value.report !== null) setChecked({ asked, report: result.value.report });
  }

  return (
    <section className={styles.panel} aria-label={messages.save.check}>
      <div className={styles.inline}>
        <Button
          icon="play"
          loading={checking.isRunning}
          disabled={needed.length === 0 ? false : describeNeeded([...new Set(needed)])}
          onClick={() => void check()}
        >
          {checked === undefined ? messages.save.check : messages.save.checkAgain}
        </Button>
        <output className={styles.answer}>
          {checking.isRunning ? (
            <span className={styles.quiet}>{messages.save.checking}</span>
          ) : isOutdated ? (
            <Outcome tone="quiet">{messages.save.checkOutdated}</Outcome>
          ) : checked === undefined ? (
            <span className={styles.quiet}>{messages.save.thenCheckHint}</span>
          ) : null}
        </output>
      </div>
      {checked === undefined || isOutdated || checking.isRunning ? null : (
        <div className={styles.checks}>
          <CheckReportView report={checked.report} />
        </div>
      )}
      {checking.failure === undefined || checking.isRunning ? null : (
        <Note tone="bad" live>
          {checking.failure.message}
        </Note>
      )}
    </section>
  );
}
