import type { DeadLetterQueue, MoveTask } from '#shared/contract/dead-letters/queues.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { usePerson } from '../queues/use-person.ts';
import { activeWords, moveGlyphs, moveStateWords, movedWords, speedWords } from './move-task-words.ts';
import { isActive } from './move-words.ts';
import styles from './move.module.css';
import { useStopMove } from './use-stop-move.ts';

/** The move that runs, with its way out, and those before it, as far as SQS still tells of them. */
export function MoveHistory({ queue }: { readonly queue: DeadLetterQueue }) {
  const active = queue.moves.find(isActive);
  const past = queue.moves.filter((move) => !isActive(move));
  const unlisted = queue.lacks.find(({ part }) => part === 'moves');
  const now = useNow(10_000);
  return (
    <section className={styles.history} aria-label={`Moves of ${queue.name}`}>
      {active === undefined ? null : <ActiveMove queue={queue} move={active} />}
      {queue.moves.length === 0 ? (
        <p className={styles.quiet}>{unlisted?.why ?? 'SQS knows of no move of this queue.'}</p>
      ) : (
        <ol className={styles.moves}>
          {past.map((move, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- SQS gives those that have ended no id
            <PastMove key={`${move.startedAt ?? ''} ${String(place)}`} move={move} now={now} />
          ))}
        </ol>
      )}
    </section>
  );
}

function ActiveMove({ queue, move }: { readonly queue: DeadLetterQueue; readonly move: MoveTask }) {
  const { whyNotStop } = usePerson();
  const cancel = useStopMove(queue.name, { toldInPlace: true });
  const isStopping = move.state === 'CANCELLING' || cancel.isRunning;
  return (
    <div className={styles.active}>
      <ProgressBar
        label={activeWords(move)}
        value={move.toMove === null ? null : move.moved}
        max={move.toMove ?? 0}
        figure={movedWords(move)}
        tone="processing"
      />
      <div className={styles.stop}>
        <Button
          size="sm"
          variant="danger"
          icon="stop"
          loading={isStopping}
          disabled={whyNotStop ?? false}
          onClick={cancel.stop}
        >
          Stop the move
        </Button>
        <span className={styles.quiet}>What has been moved stays moved.</span>
      </div>
      {cancel.failure === undefined ? null : (
        <Note tone="bad" live>
          <b>It was not stopped.</b> {cancel.failure.message}
        </Note>
      )}
    </div>
  );
}

function PastMove({ move, now }: { readonly move: MoveTask; readonly now: number }) {
  const time = move.startedAt === null ? Number.NaN : Date.parse(move.startedAt);
  return (
    <li className={styles.move}>
      <StatusGlyph glyph={moveGlyphs[move.state]} />
      <span>{moveStateWords[move.state]}</span>
      <span className={styles.figure}>{movedWords(move)}</span>
      <span className={styles.quiet}>{speedWords(move)}</span>
      <span className={styles.when}>
        {Number.isNaN(time) ? 'at no known time' : <RelativeTime at={time} now={Math.max(now, time)} />}
      </span>
      {move.failure === null ? null : <span className={styles.failure}>{move.failure}</span>}
    </li>
  );
}
