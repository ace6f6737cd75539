import { useRef, type KeyboardEvent } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { SearchField } from '#renderer/ui/field.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Alarm, Place } from '#shared/contract/monitor.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { describePlace } from '#shared/domain/monitor/place-of-alarm.ts';
import { shortenReason, messages } from '../messages.ts';
import styles from './alarms.module.css';
import { alarmLooks, alarmsAPage, filterAlarms, findStep, type AlarmFilter } from './alarm-states.ts';

interface AlarmListProps {
  /** The alarms in display order; undefined before the first look. */
  readonly alarms: readonly Alarm[] | undefined;
  readonly isAll: boolean;
  /** The filter is kept by the parent, because the list is unmounted while an alarm is open. */
  readonly filter: AlarmFilter;
  readonly onFilter: (filter: AlarmFilter) => void;
  /** A look has finished without a list. */
  readonly isMissing: boolean;
  readonly now: number;
  readonly onOpen: (name: string) => void;
  readonly onOpenPlace: (place: Place) => void;
}

/** J and K move from row to row wherever the focus is; Tab reaches the runbook of each. */
export function AlarmList(props: AlarmListProps) {
  const { alarms, isAll, filter, onFilter, isMissing, now, onOpen, onOpenPlace } = props;
  const { words, most } = filter;
  const root = useRef<HTMLElement>(null);
  const found = filterAlarms(alarms ?? [], words);

  function move(by: 1 | -1): void {
    const rows = [...(root.current?.querySelectorAll<HTMLElement>('[data-alarm]') ?? [])];
    const at = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement));
    rows[at === -1 && by === -1 ? rows.length - 1 : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
  }
  usePageKeys(pageKeys.lists, {
    nextRow: () => move(1),
    previousRow: () => move(-1),
    filter: () => root.current?.querySelector<HTMLElement>('input')?.focus(),
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  }

  return (
    <section className={styles.list} aria-label="Alarms" ref={root}>
      <PaneHead title="Alarms" hint={describeHint(alarms, found, isAll)} line />
      {alarms !== undefined ? null : isMissing ? (
        <EmptyState title={messages.alarms.notRead}>
          <p>{messages.alarms.notReadWhy}</p>
        </EmptyState>
      ) : (
        <SkeletonRows rows={6} label={messages.alarms.reading} />
      )}
      {alarms !== undefined && alarms.length > fewAlarms ? (
        <div className={styles.filter}>
          <SearchField
            label={messages.alarms.filter}
            value={words}
            onChange={(typed) => onFilter({ ...filter, words: typed })}
            shortcut={pageKeys.lists.filter}
          />
        </div>
      ) : null}
      {alarms?.length === 0 ? (
        <EmptyState title={messages.alarms.none}>
          <p>{messages.alarms.noneNext}</p>
        </EmptyState>
      ) : null}
      {alarms !== undefined && alarms.length > 0 && found.length === 0 ? (
        <EmptyState
          title={messages.alarms.noMatch}
          actions={
            <Button size="sm" onClick={() => onFilter({ ...filter, words: '' })}>
              {messages.alarms.clearFilter}
            </Button>
          }
        />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between its buttons, which are reached by Tab as well */}
      <ul aria-label={messages.alarms.firingFirst} onKeyDown={onKeyDown}>
        {found.slice(0, most).map((alarm) => (
          <AlarmRow
            key={alarm.name}
            alarm={alarm}
            now={now}
            onOpen={() => onOpen(alarm.name)}
            onOpenPlace={onOpenPlace}
          />
        ))}
      </ul>
      {found.length > most ? (
        <div className={styles.more}>
          <Button size="sm" variant="ghost" onClick={() => onFilter({ ...filter, most: most + alarmsAPage })}>
            {`Show more of ${grouped(found.length)}`}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** "2 of 9 fire", "3 of the 400 loaded" */
function describeHint(alarms: readonly Alarm[] | undefined, found: readonly Alarm[], isAll: boolean): string {
  if (alarms === undefined || alarms.length === 0) return '';
  if (found.length < alarms.length) {
    return `${grouped(found.length)} of the ${grouped(alarms.length)} loaded`;
  }
  const firing = alarms.filter(({ state }) => state === 'ALARM').length;
  const all = `${isAll ? '' : 'at least '}${grouped(alarms.length)}`;
  return firing === 0 ? `none of ${all} firing` : `${grouped(firing)} of ${all} firing`;
}

const fewAlarms = 12;

interface AlarmRowProps {
  readonly alarm: Alarm;
  readonly now: number;
  readonly onOpen: () => void;
  readonly onOpenPlace: (place: Place) => void;
}

/** Shows the state of an alarm, since when and why, and a link to the desk that can act on it. */
function AlarmRow({ alarm, now, onOpen, onOpenPlace }: AlarmRowProps) {
  const { name, state, since, reason } = alarm;
  const step = findStep(alarm);
  const { glyph, word } = alarmLooks[state];
  const at = Date.parse(since ?? '');
  const isCalm = state === 'OK';
  return (
    <li className={styles.item} data-calm={isCalm || undefined}>
      <button type="button" className={styles.row} data-alarm={name} onClick={onOpen}>
        <StatusGlyph glyph={glyph} />
        <VisuallyHidden>{`${word}: `}</VisuallyHidden>
        <span className={styles.name}>{name}</span>
        {Number.isNaN(at) ? null : (
          <span className={styles.since}>
            <RelativeTime at={at} now={now} focusable={false} />
          </span>
        )}
      </button>
      {isCalm ? null : (
        <div className={styles.second}>
          <span className={styles.reason} title={reason ?? undefined}>
            {reason === null ? messages.alarms.noReason : shortenReason(reason)}
          </span>
          {step === null ? null : (
            <button type="button" className={styles.link} onClick={() => onOpenPlace(step)}>
              {describePlace(step).short}
              <VisuallyHidden>{` for ${name}`}</VisuallyHidden>
            </button>
          )}
        </div>
      )}
    </li>
  );
}
