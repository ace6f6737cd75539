import { useEffect, useId, useRef, useState } from 'react';
import type { ReviewDocument } from '#shared/contract/review/document.ts';
import type { Edits } from '#shared/domain/review/draft-rules.ts';
import { fieldDiff, keptEdits } from '#shared/domain/review/field-diff.ts';
import type { Place } from '#shared/domain/review/places.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { useNames } from '../queue/use-names.ts';
import { nameFirst } from './desk-words.ts';
import styles from './lost-race.module.css';
import { peopleIn } from './people-in.ts';
import { RaceTable } from './race-table.tsx';
import { canStillDecide, differenceWords, finalWords, winnerWords } from './race-words.ts';

export interface LostRaceProps {
  /** As this person saw it. */
  readonly mine: ReviewDocument;
  readonly edits: Edits;
  /** As it is now. */
  readonly theirs: ReviewDocument;
  /** Which edits stay, on their version. Only where it still waits for review. */
  readonly onKeep: (edits: Edits) => void;
  /** Nothing of mine is kept; the next one. */
  readonly onLeave: () => void;
}

/** Somebody was faster: what they made of it beside mine, field by field. */
export function LostRace({ mine, edits, theirs, onKeep, onLeave }: LostRaceProps) {
  const nameOf = useNames([{ tenantId: theirs.tenantId, ids: peopleIn(theirs) }]);
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const [takesTheirs, setTakesTheirs] = useState<ReadonlySet<Place>>(() => new Set());
  const diffs = fieldDiff(mine, edits, theirs);
  const conflicts = diffs.filter(({ conflict }) => conflict).map(({ place }) => place);
  const canKeep = canStillDecide(theirs);
  const winner = winnerWords(theirs, nameOf);

  // It stands where the fields were: whoever was typing there has to hear of it.
  useEffect(() => section.current?.focus({ preventScroll: true }), []);

  function take(place: Place, isTheirs: boolean): void {
    const next = new Set(takesTheirs);
    if (isTheirs) next.add(place);
    else next.delete(place);
    setTakesTheirs(next);
  }

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={titleId} className={styles.race}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {canKeep ? 'It has changed while you worked on it' : 'Somebody was faster'}
        </h2>
        <p className={styles.says}>
          <b>{winner}</b> <Final theirs={theirs} /> {differenceWords(diffs)}
        </p>
      </header>
      <div ref={makeScrollReachable} className={styles.body}>
        {diffs.length === 0 ? null : (
          <RaceTable
            diffs={diffs}
            theirName={theirs.reviewedBy === null ? 'Now' : nameFirst(theirs.reviewedBy, nameOf)}
            takesTheirs={canKeep ? takesTheirs : null}
            onTake={take}
          />
        )}
      </div>
      <footer className={styles.foot}>
        <p className={styles.quiet}>Nothing of yours was sent.</p>
        {canKeep ? (
          <>
            <Button variant="ghost" onClick={onLeave}>
              Leave it
            </Button>
            {conflicts.length < 2 ? null : (
              <>
                <Button onClick={() => setTakesTheirs(new Set(conflicts))}>All theirs</Button>
                <Button onClick={() => setTakesTheirs(new Set())}>All mine</Button>
              </>
            )}
            <Button variant="primary" onClick={() => onKeep(keptEdits(edits, diffs, takesTheirs))}>
              Go on with these
            </Button>
          </>
        ) : (
          <Button variant="primary" icon="forward" onClick={onLeave}>
            Take the next one
          </Button>
        )}
      </footer>
    </section>
  );
}

function Final({ theirs }: Pick<LostRaceProps, 'theirs'>) {
  const now = useNow(theirs.holdUntil === null ? null : 1_000);
  return finalWords(theirs, now);
}
