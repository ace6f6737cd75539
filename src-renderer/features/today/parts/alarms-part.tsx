import type { Place } from '#shared/contract/monitor/alarms.ts';
import type { Monitor } from '#shared/contract/monitor/poller.ts';
import { placeWords } from '#shared/domain/monitor/place-words.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { Lead } from '../lead/lead.tsx';
import type { Seen } from '../reading/seen.ts';
import { alarmTrouble, placeFor, quietWords } from './alarm-words.ts';
import { Age } from './age.tsx';
import { NotForYou, Said } from './part-state.tsx';
import { TodayPart } from './today-part.tsx';
import styles from './today-part.module.css';

/** What the one poller has seen: those that fire, and those that cannot tell; each leads to its desk. */
export function AlarmsPart({ seen }: { readonly seen: Seen }) {
  const { me, monitor, now } = seen;
  // Of what is shown: a look that failed since has told nothing.
  const readAt = Date.parse(monitor?.readAt ?? monitor?.poller.lastAt ?? '');
  return (
    <TodayPart
      title="Alarms"
      hint={
        Number.isNaN(readAt) || !me.seesAllTenants ? undefined : (
          <>
            looked <RelativeTime at={Math.min(readAt, now)} now={now} />
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
    return <NotForYou>Alarms are about all tenants, and you may see only some of them.</NotForYou>;
  }
  const trouble = alarmTrouble(seen);
  const alarms = monitor?.alarms ?? null;
  if (alarms === null) {
    return trouble === null ? (
      <SkeletonRows rows={2} label="Looking at the alarms" />
    ) : (
      <Said>{trouble}</Said>
    );
  }
  const shown = alarms.filter(({ state }) => state !== 'OK');
  return (
    <>
      {trouble === null ? null : <Said>{trouble}</Said>}
      <ul className={styles.list} aria-label="Alarms that do not say OK">
        {shown.slice(0, most).map((alarm) => (
          <AlarmRow key={alarm.name} alarm={alarm} place={placeFor(me, alarm)} now={now} />
        ))}
      </ul>
      <Said>{quietWords(alarms, Math.min(shown.length, most), monitor?.isAll !== false)}</Said>
    </>
  );
}

const most = 6;

interface AlarmRowProps {
  readonly alarm: NonNullable<Monitor['alarms']>[number];
  /** The desk that opens. */
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
        {isFiring ? (description ?? reason ?? 'no reason was given') : 'too little data'}
      </span>
      <span className={styles.end}>
        <Lead isWord to={{ desk: 'place', place }} label={`${placeWords(place).short}, for ${name}`}>
          {placeWords(place).short}
        </Lead>
      </span>
    </li>
  );
}
