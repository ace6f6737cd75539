import type { DownloadDay } from '#shared/contract/downloads/downloads.ts';
import { newestFirst, standingOfDay } from '#shared/domain/downloads/day-standing.ts';
import { fileSetsOf } from '#shared/domain/downloads/file-sets.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { nouns } from '../counted-words.ts';
import type { LeadTo } from '../lead/lead-to.ts';
import { Lead } from '../lead/lead.tsx';
import type { FilesPage, Seen } from '../reading/seen.ts';
import type { Part } from '../reading/use-part.ts';
import { NotForYou, PartState, Said } from './part-state.tsx';
import { TodayPart } from './today-part.tsx';
import styles from './today-part.module.css';

/** Today's files, and those that do not move. */
export function DownloadsPart({ seen }: { readonly seen: Seen }) {
  const { me, day, stuck, neverPickedUp } = seen;
  return (
    <TodayPart title="Downloads" hint={me.seesDownloads ? 'today, by UTC' : undefined}>
      {me.seesDownloads ? (
        <>
          <PartState part={day} notRead="Today’s downloads were not read" reading="Reading today’s downloads">
            {(value) => <Day day={value} />}
          </PartState>
          <dl className={styles.facts}>
            <Standing part={stuck} kind="stuck" title="Downloading for over 30 min" />
            <Standing part={neverPickedUp} kind="never-picked-up" title="Available for over 30 min" />
          </dl>
        </>
      ) : (
        <NotForYou>Nobody can say whose a downloaded file is, and you may see only some tenants.</NotForYou>
      )}
    </TodayPart>
  );
}

function Day({ day: { date, batches } }: { readonly day: DownloadDay }) {
  const [newest] = newestFirst(batches);
  const lead: LeadTo = { desk: 'downloads', date, batch: newest?.batchId ?? null };
  if (newest === undefined) {
    return (
      <Said>
        <Lead to={lead}>No download batch has begun today.</Lead>
      </Said>
    );
  }
  const { expected, completed, failed, open } = fileSetsOf(newest);
  return (
    <dl className={styles.facts}>
      <Fact title="Standing" lead={lead} value={standingOfDay(batches)} />
      {batches.length > 1 ? (
        <Fact title="Batches of today" lead={{ ...lead, batch: null }} value={grouped(batches.length)} />
      ) : null}
      <Fact
        title="Files completed"
        lead={lead}
        value={`${grouped(completed.length)} of ${nouns(expected.length, 'file', 'files')}`}
      />
      {failed.length === 0 ? null : (
        <Fact title="Files failed" lead={lead} value={grouped(failed.length)} isPressing />
      )}
      {open.length === 0 ? null : <Fact title="Files open" lead={lead} value={grouped(open.length)} />}
    </dl>
  );
}

interface StandingProps {
  readonly part: Part<FilesPage>;
  readonly kind: 'stuck' | 'never-picked-up';
  readonly title: string;
}

function Standing({ part: { value, failure }, kind, title }: StandingProps) {
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
