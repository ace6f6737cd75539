import { PersonName } from '#renderer/contract/names.tsx';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { MarkedMessage } from '#renderer/ui/failure-message.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import type { DocumentError, PassportEvent } from '#shared/contract/triage.ts';
import { failureFingerprint } from '#shared/domain/failure-groups.ts';
import { ListEnd, ListStale, ListState } from '../parts/list-state.tsx';
import type { Pages } from '../parts/use-pages.ts';
import styles from './passport.module.css';
import { messages } from '../messages.ts';

interface PassportProps {
  readonly pages: Pages<PassportEvent>;
  readonly error: DocumentError | null;
  readonly tenantId: string;
}

/** Lists every event of the document from every mechanism, newest first. */
export function Passport({ pages, error, tenantId }: PassportProps) {
  const now = useNow(5_000);
  return (
    <ListState
      pages={pages}
      what="events"
      empty={messages.passport.empty}
      emptyNext={messages.passport.emptyNext}
    >
      {pages.failure === undefined ? null : <ListStale failure={pages.failure} onRetry={pages.readOn} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- people without a pointer scroll with the keys */}
      <section className={styles.scrolls} tabIndex={0} aria-label="Passport">
        <ol className={styles.events}>
          {pages.rows.map((event) => (
            <PassportLine key={event.eventId} event={event} now={now} error={error} tenantId={tenantId} />
          ))}
        </ol>
        <ListEnd pages={pages} note={messages.passport.beginning} />
      </section>
    </ListState>
  );
}

interface PassportLineProps {
  readonly event: PassportEvent;
  readonly now: number;
  readonly error: DocumentError | null;
  readonly tenantId: string;
}

function PassportLine({ event, now, error, tenantId }: PassportLineProps) {
  const { at, what, actor, reason, requestId, hidden, problems } = event;
  const time = at === null ? Number.NaN : Date.parse(at);
  const fingerprint = failureFingerprint(event, error);
  const changes = listChanges(event);
  return (
    <li className={styles.event}>
      <span className={classNames(styles.dot, styles[pickTone(event)])} aria-hidden />
      <div className={styles.line}>
        <b>{what ?? messages.passport.noName}</b>
        <span className={styles.where}>{describePlace(event)}</span>
        {fingerprint === undefined ? null : <FingerprintChip fingerprint={fingerprint} />}
        <span className={styles.by}>
          {actor === null ? (
            messages.passport.noActor
          ) : (
            <>
              by <PersonName personId={actor} tenantId={tenantId} />
            </>
          )}
          {Number.isNaN(time) ? messages.passport.noTime : null}
        </span>
        {Number.isNaN(time) ? null : (
          <span className={styles.at}>
            <RelativeTime at={time} now={Math.max(now, time)} />
          </span>
        )}
      </div>
      {reason === null ? null : (
        <p className={styles.reason}>
          {fingerprint === undefined ? reason : <MarkedMessage message={reason} />}
        </p>
      )}
      {changes.length === 0 && hidden === 0 ? null : (
        <ul className={styles.changes} aria-label="What changed">
          {changes.map(({ name, before, after }) => (
            <li key={name}>
              {name}{' '}
              {before === undefined ? null : (
                <>
                  <code>{before}</code> <span aria-label="became">→</span>{' '}
                </>
              )}
              <code>{after ?? messages.passport.removed}</code>
            </li>
          ))}
          {hidden === 0 ? null : (
            <li className={styles.quiet}>
              {hidden === 1 ? messages.passport.oneHidden : messages.passport.hidden(hidden)}
            </li>
          )}
        </ul>
      )}
      {requestId === null ? null : (
        <p className={styles.request}>
          request <code>{requestId}</code>
          <CopyButton text={requestId} label="Copy the request id" />
        </p>
      )}
      {problems.length === 0 ? null : <p className={styles.odd}>{problems.join('; ')}</p>}
    </li>
  );
}

interface Change {
  readonly name: string;
  /** Undefined if the value did not exist. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Lists what an event changed, the status first. */
export function listChanges({ before, after }: Pick<PassportEvent, 'before' | 'after'>): readonly Change[] {
  const names = [...new Set(['status', ...Object.keys(after), ...Object.keys(before)])];
  return names
    .map((name) => ({ name, before: readValue(before, name), after: readValue(after, name) }))
    .filter((change) => change.before !== change.after);
}

/** "run 2, gap-fill" */
export function describePlace({ run, stage }: Pick<PassportEvent, 'run' | 'stage'>): string {
  return [run === null ? '' : `run ${String(run)}`, stage ?? ''].filter((part) => part !== '').join(', ');
}

type Tone = 'failed' | 'good' | 'review' | 'work' | 'plain';

/** Chooses the tone by the status after the event. */
export function pickTone({ what, after }: Pick<PassportEvent, 'what' | 'after'>): Tone {
  const status = readValue(after, 'status');
  if (what === 'failed' || status === 'FAILED' || status === 'REJECTED') return 'failed';
  if (status === 'SUCCEEDED') return 'good';
  if (status === 'REVIEW_REQUIRED' || (what !== null && stillInReview.has(what))) return 'review';
  return status === 'PROCESSING' || status === 'QUEUED' ? 'work' : 'plain';
}

/** Another person has still to decide these. */
const stillInReview: ReadonlySet<string> = new Set(['handed over', 'first opinion', 'opinions differ']);

function readValue(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
