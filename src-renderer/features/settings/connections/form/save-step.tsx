import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import type { FilePreview } from '#shared/contract/connections.ts';
import type { Failure } from '#shared/contract/result.ts';
import { FileDifference, hasChange, SaveProblems } from '../file-difference.tsx';
import { labelOfPath, messages } from './form-messages.ts';
import { Step } from './form-parts.tsx';
import styles from './form.module.css';

interface SaveStepProps {
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
  const { preview, failure, refused, checksAfter, onChecksAfter, onGoTo } = props;
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
