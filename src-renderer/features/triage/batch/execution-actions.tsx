import type { ReactNode } from 'react';
import type { Execution } from '#shared/contract/triage/executions.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import styles from './execution-drawer.module.css';

export interface ExecutionActionsProps {
  readonly execution: Execution;
  /** How many documents of the batch have failed. */
  readonly failed: number;
  readonly whyNot: string | undefined;
  readonly onRedrive: () => void;
  readonly onReprocess: () => void;
  readonly onStop: () => void;
}

/** Two verbs that are often taken for one, side by side; each says what it would do, and why not where it cannot. */
export function ExecutionActions(props: ExecutionActionsProps) {
  const { execution, failed, whyNot, onRedrive, onReprocess, onStop } = props;
  const { canRedrive, canStop, status, run } = execution;
  const notRedrive = whyNot ?? (canRedrive.allowed ? undefined : canRedrive.why);
  const notReprocess = whyNot ?? (failed > 0 ? undefined : 'No document of this batch has failed.');
  const notStop = whyNot ?? (canStop.allowed ? undefined : canStop.why);
  return (
    <section className={styles.actions} aria-label="What can be done">
      <div className={styles.verbs}>
        <Verb title="Redrive" kind={`AWS's own retry`} reason={notRedrive}>
          Continues <b>this same execution</b>, run {run}, from where it failed, with the{' '}
          <b>old definition</b> it was started with. AWS takes it for 14 days after the end.
          <Button size="sm" disabled={notRedrive ?? false} onClick={onRedrive}>
            Redrive execution…
          </Button>
        </Verb>
        <Verb title="Reprocess" kind="a new run" reason={notReprocess}>
          Starts a <b>new run</b> for exactly the failed documents, with the <b>definition of today</b>. The
          old execution stays as it is.
          <Button size="sm" disabled={notReprocess ?? false} onClick={onReprocess}>
            {failed > 0 ? `Reprocess ${grouped(failed)} failed…` : 'Reprocess failed…'}
          </Button>
        </Verb>
      </div>
      {status === 'RUNNING' || canStop.allowed ? (
        <div className={styles.stop}>
          <p>
            <b>Stop</b> ends this execution now. Documents in work are not finished by it; what has ended
            stays as it is.
            {notStop === undefined ? null : <span className={styles.reason}>{notStop}</span>}
          </p>
          <Button size="sm" variant="danger" disabled={notStop ?? false} onClick={onStop}>
            Stop execution…
          </Button>
        </div>
      ) : null}
    </section>
  );
}

interface VerbProps {
  readonly title: string;
  readonly kind: string;
  readonly reason: string | undefined;
  readonly children: readonly ReactNode[];
}

/** The last child is its button: it stands at the foot, level with the other's. */
function Verb({ title, kind, reason, children }: VerbProps) {
  return (
    <section className={styles.verb} aria-label={title}>
      <h3 className={styles.verbTitle}>
        {title} <span>{kind}</span>
      </h3>
      <p className={styles.what}>{children.slice(0, -1)}</p>
      {reason === undefined ? null : <p className={styles.reason}>{reason}</p>}
      {children.at(-1)}
    </section>
  );
}
