import { ExpiryRing } from '#renderer/ui/progress.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { DeadLetterQueue, Queues } from '#shared/contract/dead-letters.ts';
import type { DownloadDay } from '#shared/contract/downloads.ts';
import type { Monitor, Place } from '#shared/contract/monitor.ts';
import { listFileSets, newestFirst, standingOfDay } from '#shared/domain/download-days.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { describePlace } from '#shared/domain/monitor/place-of-alarm.ts';
import type { LeadTo } from '../lead-to.ts';
import { Lead } from '../lead.tsx';
import { describeAlarmTrouble, formatNouns, placeFor, describeQuietAlarms } from '../messages.ts';
import { readDepth, describeExpiry, describeOldest } from '../part-numbers.ts';
import type { FilesPage, Part, Seen } from '../seen.ts';
import styles from './parts.module.css';
import { Age, NotForYou, PartState, PartNote, TodayPart } from './today-part.tsx';
import { messages } from '../messages.ts';

/** Lists the dead-letter queues that are not empty, with depth, age and the next message to expire. */
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
        <PartState part={queues} notRead={messages.queues.notRead} reading={messages.queues.reading}>
          {(value) => <QueueList rows={value.queues} now={now} />}
        </PartState>
      ) : (
        <NotForYou>
          {me.seesAllTenants ? messages.queues.requiresRole : messages.queues.requiresAllTenants}
        </NotForYou>
      )}
    </TodayPart>
  );
}

function QueueList({ rows, now }: { readonly rows: Queues['queues']; readonly now: number }) {
  const shown = rows
    .map((row) => ({ ...row, depth: row.queue && readDepth(row.queue) }))
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
                {`Not read: ${failure ?? messages.queues.noReason}`}
              </span>
            ) : (
              <QueueStanding queue={queue} now={now} />
            )}
          </li>
        ))}
      </ul>
      {empty === 0 ? null : (
        <PartNote>
          {shown.length === 0
            ? `All ${formatNouns(empty, 'queue is', 'queues are')} empty.`
            : `${formatNouns(empty, 'more is', 'more are')} empty.`}
        </PartNote>
      )}
    </>
  );
}

function QueueStanding({ queue, now }: { readonly queue: DeadLetterQueue; readonly now: number }) {
  const { left, words, tone } = describeExpiry(queue, now);
  return (
    <>
      <span className={styles.quiet}>{describeOldest(queue, now)}</span>
      <span className={styles.end}>
        <ExpiryRing left={left} words={words} tone={tone} />
      </span>
    </>
  );
}

/** Lists the alarms of the poller that fire or have no data; each leads to its desk. */
export function AlarmsPart({ seen }: { readonly seen: Seen }) {
  const { me, monitor, now } = seen;
  // The age is that of the shown data, because a look that failed later brought none.
  const readAt = Date.parse(monitor?.readAt ?? monitor?.poller.lastAt ?? '');
  return (
    <TodayPart
      title="Alarms"
      hint={
        Number.isNaN(readAt) || !me.seesAllTenants ? undefined : (
          <>
            checked <RelativeTime at={Math.min(readAt, now)} now={now} />
          </>
        )
      }
      actions={
        me.seesAllTenants ? (
          <Lead isWord to={{ desk: 'alarms' }}>
            Monitor
          </Lead>
        ) : undefined
      }
    >
      <Alarms seen={seen} />
    </TodayPart>
  );
}

function Alarms({ seen }: { readonly seen: Seen }) {
  const { me, monitor, now } = seen;
  if (!me.seesAllTenants) {
    return <NotForYou>{messages.alarms.requiresAllTenants}</NotForYou>;
  }
  const trouble = describeAlarmTrouble(seen);
  const alarms = monitor?.alarms ?? null;
  if (alarms === null) {
    return trouble === null ? (
      <SkeletonRows rows={2} label={messages.alarms.checking} />
    ) : (
      <PartNote>{trouble}</PartNote>
    );
  }
  const shown = alarms.filter(({ state }) => state !== 'OK');
  return (
    <>
      {trouble === null ? null : <PartNote>{trouble}</PartNote>}
      <ul className={styles.list} aria-label={messages.alarms.notOk}>
        {shown.slice(0, most).map((alarm) => (
          <AlarmRow key={alarm.name} alarm={alarm} place={placeFor(me, alarm)} now={now} />
        ))}
      </ul>
      <PartNote>
        {describeQuietAlarms(alarms, Math.min(shown.length, most), monitor?.isAll !== false)}
      </PartNote>
    </>
  );
}

const most = 6;

interface AlarmRowProps {
  readonly alarm: NonNullable<Monitor['alarms']>[number];
  /** The desk that the link opens. */
  readonly place: Place;
  readonly now: number;
}

function AlarmRow({ alarm, place, now }: AlarmRowProps) {
  const { name, description, state, since, reason } = alarm;
  const isFiring = state === 'ALARM';
  const at = Date.parse(since ?? '');
  return (
    <li className={styles.row}>
      <span className={styles.state}>
        <StatusGlyph glyph={isFiring ? 'failed' : 'queued'} />
        <VisuallyHidden>{isFiring ? 'In alarm' : 'Too little data'}: </VisuallyHidden>
        <Lead isRow to={{ desk: 'place', place }} className={styles.name} title={name}>
          {name}
        </Lead>
      </span>
      <span className={styles.end}>{Number.isNaN(at) ? 'since unknown' : <Age at={at} now={now} />}</span>
      <span className={styles.quiet} title={reason ?? undefined}>
        {isFiring ? (description ?? reason ?? messages.alarms.noReason) : 'too little data'}
      </span>
      <span className={styles.end}>
        <Lead isWord to={{ desk: 'place', place }} label={`${describePlace(place).short}, for ${name}`}>
          {describePlace(place).short}
        </Lead>
      </span>
    </li>
  );
}

/** Shows today's downloads and the stuck files. */
export function DownloadsPart({ seen }: { readonly seen: Seen }) {
  const { me, day, stuck, neverPickedUp } = seen;
  return (
    <TodayPart title="Downloads" hint={me.seesDownloads ? 'today, by UTC' : undefined}>
      {me.seesDownloads ? (
        <>
          <PartState part={day} notRead={messages.downloads.notRead} reading={messages.downloads.reading}>
            {(value) => <Day day={value} />}
          </PartState>
          <dl className={styles.facts}>
            <FilesStanding part={stuck} kind="stuck" title="Downloading for over 30 min" />
            <FilesStanding part={neverPickedUp} kind="never-picked-up" title="Available for over 30 min" />
          </dl>
        </>
      ) : (
        <NotForYou>{messages.downloads.requiresAllTenants}</NotForYou>
      )}
    </TodayPart>
  );
}

function Day({ day: { date, batches } }: { readonly day: DownloadDay }) {
  const [newest] = newestFirst(batches);
  const lead: LeadTo = { desk: 'downloads', date, batch: newest?.batchId ?? null };
  if (newest === undefined) {
    return (
      <PartNote>
        <Lead to={lead}>{messages.downloads.none}</Lead>
      </PartNote>
    );
  }
  const { expected, completed, failed, open } = listFileSets(newest);
  return (
    <dl className={styles.facts}>
      <Fact title="Standing" lead={lead} value={standingOfDay(batches)} />
      {batches.length > 1 ? (
        <Fact title="Batches of today" lead={{ ...lead, batch: null }} value={grouped(batches.length)} />
      ) : null}
      <Fact
        title="Files completed"
        lead={lead}
        value={`${grouped(completed.length)} of ${formatNouns(expected.length, 'file', 'files')}`}
      />
      {failed.length === 0 ? null : (
        <Fact title="Files failed" lead={lead} value={grouped(failed.length)} isPressing />
      )}
      {open.length === 0 ? null : <Fact title="Files open" lead={lead} value={grouped(open.length)} />}
    </dl>
  );
}

interface FilesStandingProps {
  readonly part: Part<FilesPage>;
  readonly kind: 'stuck' | 'never-picked-up';
  readonly title: string;
}

function FilesStanding({ part: { value, failure }, kind, title }: FilesStandingProps) {
  const count = value?.rows.length ?? 0;
  const words =
    value === undefined
      ? failure === undefined
        ? 'reading'
        : 'unknown'
      : `${value.cursor === null ? '' : 'at least '}${grouped(count)}`;
  return (
    <Fact
      title={title}
      lead={{ desk: 'place', place: { desk: 'downloads', standing: kind } }}
      value={words}
      isPressing={count > 0}
      about={failure?.message}
    />
  );
}

interface FactProps {
  readonly title: string;
  readonly lead: LeadTo;
  readonly value: string;
  readonly isPressing?: boolean | undefined;
  readonly about?: string | undefined;
}

function Fact({ title, lead, value, isPressing = false, about }: FactProps) {
  return (
    <div title={about}>
      <dt>{title}</dt>
      <dd className={isPressing ? styles.pressing : undefined}>
        <Lead to={lead} label={`${title}: ${value}`}>
          {value}
        </Lead>
      </dd>
    </div>
  );
}
