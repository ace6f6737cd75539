import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeadLetterQueue, MoveTask } from '#shared/contract/dead-letters.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { RelativeTime, useNow } from '#renderer/ui/relative-time.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { whyNotStopMove } from '#shared/permissions.ts';
import { messages } from '../messages.ts';
import {
  describeActiveMove,
  listEndedSince,
  isActive,
  replaceQueue,
  formatMoved,
  moveGlyphs,
  moveStateLabels,
  getMoveToastId,
  toMoveNews,
  formatSpeed,
} from './move-rules.ts';
import styles from './actions.module.css';

/** Shows the running move, which can be stopped, and the earlier moves that SQS still lists. */
export function MoveHistory({ queue }: { readonly queue: DeadLetterQueue }) {
  const active = queue.moves.find(isActive);
  const past = queue.moves.filter((move) => !isActive(move));
  const unlisted = queue.lacks.find(({ part }) => part === 'moves');
  const now = useNow(10_000);
  return (
    <section className={styles.history} aria-label={messages.moves.region(queue.name)}>
      {active === undefined ? null : <ActiveMove queue={queue} move={active} />}
      {queue.moves.length === 0 ? (
        <p className={styles.quiet}>{unlisted?.why ?? messages.moves.none}</p>
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
  const { me, connection } = usePersonHere();
  const whyNotStop = whyNotStopMove(me, connection);
  const cancel = useStopMove(queue.name, { toldInPlace: true });
  const isStopping = move.state === 'CANCELLING' || cancel.isRunning;
  return (
    <div className={styles.active}>
      <ProgressBar
        label={describeActiveMove(move)}
        value={move.toMove === null ? null : move.moved}
        max={move.toMove ?? 0}
        figure={formatMoved(move)}
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
          {messages.moves.stop}
        </Button>
        <span className={styles.quiet}>{messages.moves.stayMoved}</span>
      </div>
      {cancel.failure === undefined ? null : (
        <Note tone="bad" live>
          <b>{messages.moves.notStopped}</b> {cancel.failure.message}
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
      <span>{moveStateLabels[move.state]}</span>
      <span className={styles.figure}>{formatMoved(move)}</span>
      <span className={styles.quiet}>{formatSpeed(move)}</span>
      <span className={styles.when}>
        {Number.isNaN(time) ? (
          messages.common.unknownTime
        ) : (
          <RelativeTime at={time} now={Math.max(now, time)} />
        )}
      </span>
      {move.failure === null ? null : <span className={styles.failure}>{move.failure}</span>}
    </li>
  );
}

interface ShownMoves {
  readonly shows: boolean;
  readonly setShows: (shows: boolean) => void;
}

/** The moves of a queue appear when one is running and stay after it has ended; a toast says how it ended. */
export function useShownMoves({ name, moves }: Pick<DeadLetterQueue, 'name' | 'moves'>): ShownMoves {
  const toast = useToast();
  const [shows, setShows] = useState(false);
  const isRunning = moves.some(isActive);
  const [wasRunning, setWasRunning] = useState(false);
  if (isRunning !== wasRunning) {
    setWasRunning(isRunning);
    if (isRunning) setShows(true);
  }

  const seen = useRef(moves);
  const tell = useEffectEvent((now: DeadLetterQueue['moves']) => {
    const ended = listEndedSince(seen.current, now);
    seen.current = now;
    for (const move of ended) {
      setShows(true);
      toast.show({ ...toMoveNews(move, name), id: getMoveToastId(name), timeoutMs: 12_000 });
    }
  });
  useEffect(() => tell(moves), [moves]);

  return { shows: shows || isRunning, setShows };
}

/** Stops the running move. With `toldInPlace` the caller shows the failure next to its button. */
export function useStopMove(queue: string, { toldInPlace }: { readonly toldInPlace: boolean }) {
  const client = useQueryClient();
  const { run, isRunning, failure } = useCommand('dead-letters.cancelMove', {
    toldInPlace,
    onSuccess: (after) => replaceQueue(client, after),
  });
  return { stop: () => void run({ queue }), isRunning, failure };
}
