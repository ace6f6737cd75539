import type { DeadLetterQueue, Queues } from '#shared/contract/dead-letters/queues.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { ExpiryRing } from '#renderer/ui/progress/expiry-ring.tsx';
import { nouns } from '../counted-words.ts';
import { Lead } from '../lead/lead.tsx';
import type { Seen } from '../reading/seen.ts';
import { NotForYou, PartState, Said } from './part-state.tsx';
import { depthOf, expiryOf, oldestWords } from './queue-words.ts';
import { TodayPart } from './today-part.tsx';
import styles from './today-part.module.css';

/** Dead-letter queues that are not empty: how deep, how old, and what goes first. */
export function QueuesPart({ seen }: { readonly seen: Seen }) {
  const { queues, me, now } = seen;
  return (
    <TodayPart
      title="Dead letters"
      hint={me.seesQueues ? 'depths are SQS estimates' : undefined}
      actions={
        me.seesQueues ? (
          <Lead isWord to={{ desk: 'dead-letters', queue: null }}>
            All queues
          </Lead>
        ) : undefined
      }
    >
      {me.seesQueues ? (
        <PartState part={queues} notRead="The queues were not read" reading="Reading how queues stand">
          {(value) => <QueueList rows={value.queues} now={now} />}
        </PartState>
      ) : (
        <NotForYou>
          {me.seesAllTenants
            ? 'Support and admins look at dead letters.'
            : 'A queue holds messages of every tenant, and you may see only some tenants.'}
        </NotForYou>
      )}
    </TodayPart>
  );
}

function QueueList({ rows, now }: { readonly rows: Queues['queues']; readonly now: number }) {
  const shown = rows
    .map((row) => ({ ...row, depth: row.queue && depthOf(row.queue) }))
    .filter(({ depth }) => depth !== 0);
  const empty = rows.length - shown.length;
  return (
    <>
      <ul className={styles.list} aria-label="Dead-letter queues">
        {shown.map(({ name, queue, failure, depth }) => (
          <li key={name} className={styles.row}>
            <span className={styles.head}>
              <Lead isRow to={{ desk: 'dead-letters', queue: name }} className={styles.mono}>
                {name}
              </Lead>
              <b className={styles.number}>{depth === null ? '?' : grouped(depth)}</b>
            </span>
            {queue === null ? (
              <span className={styles.quiet} title={failure ?? undefined}>
                {`Not read: ${failure ?? 'no reason was given.'}`}
              </span>
            ) : (
              <Standing queue={queue} now={now} />
            )}
          </li>
        ))}
      </ul>
      {empty === 0 ? null : (
        <Said>
          {shown.length === 0
            ? `All ${nouns(empty, 'queue is', 'queues are')} empty.`
            : `${nouns(empty, 'more is', 'more are')} empty.`}
        </Said>
      )}
    </>
  );
}

function Standing({ queue, now }: { readonly queue: DeadLetterQueue; readonly now: number }) {
  const { left, words, tone } = expiryOf(queue, now);
  return (
    <>
      <span className={styles.quiet}>{oldestWords(queue, now)}</span>
      <span className={styles.end}>
        <ExpiryRing left={left} words={words} tone={tone} />
      </span>
    </>
  );
}
