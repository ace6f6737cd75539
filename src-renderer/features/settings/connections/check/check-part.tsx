import { useId } from 'react';
import type { ConnectionSummary } from '#shared/contract/session.ts';
import { useConnectionCheck } from '#renderer/contract/use-connection-check.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { CheckFailure } from './check-failure.tsx';
import styles from './check-part.module.css';
import { CheckReportView } from './check-report.tsx';
import { CheckRunning } from './check-running.tsx';
import { summaryWords } from './check-words.ts';

interface CheckPartProps {
  readonly connection: ConnectionSummary;
  readonly onCheck: () => void;
}

/** What of a connection works, is denied or differs: asked only when somebody says so, open or not. */
export function CheckPart({ connection: { id, kind }, onCheck }: CheckPartProps) {
  const titleId = useId();
  const { report, runningSince, failure } = useConnectionCheck(id);
  const isRunning = runningSince !== null;
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <PaneHead
        title="Check"
        titleId={titleId}
        level={3}
        hint={kind === 'sandbox' ? undefined : 'each call the console needs, made once; no data is read'}
        actions={
          kind === 'sandbox' ? undefined : (
            <Button
              size="sm"
              icon={report === undefined ? 'play' : 'retry'}
              shortcut="U"
              loading={isRunning}
              onClick={onCheck}
            >
              {report === undefined ? 'Check connection' : 'Check again'}
            </Button>
          )
        }
      />
      <VisuallyHidden>
        <output>{isRunning ? 'Checking the connection' : report && summaryWords(report)}</output>
      </VisuallyHidden>
      {isRunning ? <CheckRunning since={runningSince} /> : null}
      {failure === undefined || isRunning ? null : (
        <CheckFailure failure={failure} hasReport={report !== undefined} />
      )}
      {report !== undefined ? (
        <CheckReportView report={report} />
      ) : isRunning || failure !== undefined ? null : (
        <p className={styles.none}>{kind === 'sandbox' ? nothingToCheck : notYet}</p>
      )}
    </section>
  );
}

const nothingToCheck =
  'The sandbox is in this console: it asks nobody to sign in and denies nothing, so there is nothing to check.';
const notYet =
  'Not checked in this window. It says whose account this is, what differs from what the console expects, what is denied, and the policy that would allow it.';
