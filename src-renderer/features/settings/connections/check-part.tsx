import { useId, useState } from 'react';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { useConnectionCheck } from '#renderer/contract/use-connection-check.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import table from '#renderer/ui/plain-table.module.css';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Check, CheckReport, ConnectionSummary } from '#shared/contract/session.ts';
import type { Failure } from '#shared/contract/result.ts';
import {
  groupByArea,
  stateLooks,
  summarizeChecks,
  formatTimeTaken,
  type AreaOfReport,
} from './check-messages.ts';
import { messages } from '../messages.ts';
import styles from './check-part.module.css';

interface CheckPartProps {
  readonly connection: ConnectionSummary;
  readonly onCheck: () => void;
}

/**
 * Checks which parts of a connection work, are denied or differ. The check runs only on request, whether the
 * connection is open or not.
 */
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
        hint={kind === 'sandbox' ? undefined : messages.check.hint}
        actions={
          kind === 'sandbox' ? undefined : (
            <Button
              size="sm"
              icon={report === undefined ? 'play' : 'retry'}
              shortcut={pageKeys.connections.check}
              loading={isRunning}
              onClick={onCheck}
            >
              {report === undefined ? messages.check.check : messages.check.checkAgain}
            </Button>
          )
        }
      />
      <VisuallyHidden>
        <output>{isRunning ? messages.check.checking : report && summarizeChecks(report)}</output>
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

const nothingToCheck = messages.check.sandbox;
const notYet = messages.check.notYet;

/** The progress of a check is unknown until it is done, so only the time is shown. */
function CheckRunning({ since }: { readonly since: number }) {
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.floor((now - since) / 1_000));
  return (
    <div className={styles.running}>
      <ProgressBar
        label={messages.check.asking}
        value={null}
        max={1}
        thin
        figure={`${String(seconds)} s so far`}
      />
    </div>
  );
}

interface CheckFailureProps {
  readonly failure: Failure;
  readonly hasReport: boolean;
}

/** Says why this check has no report. The previous report stays. */
function CheckFailure({ failure, hasReport }: CheckFailureProps) {
  const { message, reference } = failure;
  return (
    <div className={styles.failure}>
      <Note tone="bad" live>
        <b>{messages.check.notChecked}</b> {message}{' '}
        {hasReport ? messages.check.earlierShown : messages.check.nothingRead}
        {reference === '' ? null : (
          <span className={styles.reference}>
            Reference <code>{reference}</code>
            <CopyButton text={reference} label={messages.check.copyReference} />
          </span>
        )}
      </Note>
    </div>
  );
}

export function CheckReportView({ report }: { readonly report: CheckReport }) {
  const now = useNow(5_000);
  const at = Date.parse(report.at);
  return (
    <>
      <p className={styles.summary}>
        <b>{summarizeChecks(report)}</b>
        <span className={styles.quiet}>
          checked <RelativeTime at={at} now={Math.max(now, at)} />, in {formatTimeTaken(report.ms)}
        </span>
      </p>
      {report.notes.length === 0 ? null : (
        <ul className={styles.notes}>
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {groupByArea(report).map((area) => (
        <CheckAreaPart key={area.area} area={area} />
      ))}
      {report.policy === null ? null : (
        <CheckPolicy connectionId={report.connectionId} policy={report.policy} />
      )}
    </>
  );
}

/** Areas with problems are open, and areas without are folded. */
function CheckAreaPart({ area }: { readonly area: AreaOfReport }) {
  const { title, hint, problems, rest, restWords } = area;
  const [isOpen, setOpen] = useState(false);
  // The identity and its account are worth reading each time.
  const isFolded = area.area !== 'identity';
  const shown = isFolded ? problems : [...problems, ...rest];
  return (
    <section className={styles.area} aria-label={title}>
      {shown.length === 0 ? null : (
        <>
          <PaneHead title={title} level={4} hint={hint} />
          <ul>
            {shown.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </>
      )}
      {rest.length === 0 || !isFolded ? null : (
        <Disclosure
          line={false}
          title={
            shown.length === 0 ? (
              <span className={styles.title}>{title}</span>
            ) : (
              <span className={styles.rest}>
                <VisuallyHidden>{title}: </VisuallyHidden>
                {restWords}
              </span>
            )
          }
          hint={shown.length === 0 ? restWords : undefined}
          open={isOpen}
          onOpen={setOpen}
        >
          <ul>
            {rest.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}

/** Shows one call: its result, what the result means, and the request. */
export function CheckRow({ check }: { readonly check: Check }) {
  const { title, state, told, action, resource, differences, ms } = check;
  const { word, tone, icon } = stateLooks[state];
  return (
    <li className={styles.row}>
      <div className={styles.state}>
        <Chip tone={tone} icon={icon}>
          {word}
        </Chip>
      </div>
      <div className={styles.what}>
        <p className={styles.title}>{title}</p>
        <p className={styles.told}>{told}</p>
        {action === null && resource === null ? null : (
          <p className={styles.asked}>
            {action === null ? null : <code>{action}</code>}{' '}
            {resource === null ? null : <code>{resource}</code>}
          </p>
        )}
        {differences.length === 0 ? null : <CheckDifferences of={title} differences={differences} />}
      </div>
      <span className={styles.ms}>{state === 'not-checked' ? '' : formatTimeTaken(ms)}</span>
    </li>
  );
}

interface CheckDifferencesProps {
  readonly of: string;
  readonly differences: Check['differences'];
}

/** Shows the important differences first. */
function CheckDifferences({ of, differences }: CheckDifferencesProps) {
  const sorted = differences.toSorted((left, right) => Number(right.matters) - Number(left.matters));
  return (
    <div className={styles.differences} ref={makeScrollReachable}>
      <table className={table.table} aria-label={`Differences of ${of}`}>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">Expected</th>
            <th scope="col">Found</th>
            <th scope="col">{messages.check.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ where, expected, found, means, matters }) => (
            <tr key={`${where} ${expected} ${found}`}>
              <th scope="row">{where}</th>
              <td className={table.mono}>{expected}</td>
              <td className={table.mono}>{found}</td>
              <td className={matters ? undefined : table.quiet}>
                <span className={styles.means}>
                  <Icon name={matters ? 'warning' : 'info'} size={12} />
                  <span>{means}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CheckPolicyProps {
  readonly connectionId: string;
  readonly policy: string;
}

/** Shows a policy with exactly the denied permissions, for the administrator of the account. */
function CheckPolicy({ connectionId, policy }: CheckPolicyProps) {
  const toast = useToast();
  const fileName = `missing-permissions-${connectionId}.json`;

  function save(): void {
    downloadText({ fileName, mediaType: 'application/json', text: policy });
    toast.show({ message: `${fileName} was written`, tone: 'succeeded' });
  }

  return (
    <section className={styles.policy} aria-label={messages.check.policy}>
      <PaneHead
        title={messages.check.policyTitle}
        level={3}
        hint={messages.check.policyNote}
        actions={
          <>
            <CopyButton text={policy} label={messages.check.copyPolicy} visibleLabel="Copy" />
            <Button size="sm" icon="downloads" onClick={save}>
              Save
            </Button>
          </>
        }
      />
      <div className={styles.well} ref={makeScrollReachable}>
        <pre>{policy}</pre>
      </div>
    </section>
  );
}
