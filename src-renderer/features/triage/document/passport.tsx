import type { DocumentError, PassportEvent } from '#shared/contract/triage/documents.ts';
import { ListEnd } from '../parts/list-end.tsx';
import { ListStale } from '../parts/list-stale.tsx';
import { ListState } from '../parts/list-state.tsx';
import type { Pages } from '../parts/use-pages.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import styles from './passport.module.css';
import { PassportLine } from './passport-line.tsx';

interface PassportProps {
  readonly pages: Pages<PassportEvent>;
  readonly error: DocumentError | null;
}

/** Everything that ever happened to it, from every mechanism, newest first. */
export function Passport({ pages, error }: PassportProps) {
  const now = useNow(5_000);
  return (
    <ListState pages={pages} what="events" empty="Its passport is empty">
      {pages.failure === undefined ? null : <ListStale failure={pages.failure} onRetry={pages.readOn} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no pointer scrolls with the keys */}
      <section className={styles.scrolls} tabIndex={0} aria-label="Passport">
        <ol className={styles.events}>
          {pages.rows.map((event) => (
            <PassportLine key={event.eventId} event={event} now={now} error={error} />
          ))}
        </ol>
        <ListEnd pages={pages} note="This is its beginning." />
      </section>
    </ListState>
  );
}
