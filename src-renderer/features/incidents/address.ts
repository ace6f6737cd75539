import { incidentDays } from '#shared/domain/incident-rules.ts';
import { seriesKinds, type SeriesKind } from '#shared/domain/review/correction-counts.ts';
import {
  choice,
  defineAddress,
  numberChoice,
  parameter,
  shapeText,
  text,
  textLike,
} from '#renderer/contract/page-address.ts';

export const causeFilters = ['all', 'new', 'growing', 'gone'] as const;
export type CauseFilter = (typeof causeFilters)[number];

const deployForm = /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/;

/** Everything of Incidents that a link can share. */
export const { read: readIncidents, write: writeIncidents } = defineAddress({
  days: numberChoice(incidentDays, 2),
  show: choice(causeFilters, 'all'),
  /** The time of a deploy, by UTC, as "2026-11-26T14:02Z". */
  deploy: parameter(
    shapeText((written) => deployForm.test(written) && !Number.isNaN(Date.parse(written))),
    null,
  ),
  /** The short name of the cause whose page is open. */
  cause: textLike(/^[0-9a-z]{1,64}$/),
  /** The tenant and the workflow whose corrections are open. The tenant is not the one that the console shows. */
  of: text(),
  workflow: text(),
  /** The series that is shown, as "field:dueDate"; null for the most changed one. */
  series: text(),
});

/** Reads a series as the address keeps it; undefined for anything else. */
export function parseSeries(written: string | null): { kind: SeriesKind; name: string } | undefined {
  const [, kind = '', name = ''] = /^([a-z]+):(.*)$/.exec(written ?? '') ?? [];
  const known = seriesKinds.find((one) => one === kind);
  return known === undefined ? undefined : { kind: known, name: name.slice(0, 200) };
}

export function writeSeries({ kind, name }: { readonly kind: SeriesKind; readonly name: string }): string {
  return `${kind}:${name}`;
}

export type IncidentsAddress = ReturnType<typeof readIncidents>;

export type GoIncidents = (change: Partial<IncidentsAddress>, how?: 'push' | 'replace') => void;

/** Writes a moment as the address keeps it. */
export function writeDeploy(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`;
}

/**
 * Reads a time that a person typed, by UTC: "14:02" is the last such time before now, and a day may stand before it, as
 * in "2026-11-25 14:02". Returns null for anything else, and for a time that has not come.
 */
export function parseDeploy(typed: string, now: number): number | null {
  const [, day, hours = '', minutes = ''] =
    /^(?:(\d{4}-\d\d-\d\d)[ T])?(\d{1,2}):(\d\d)(?::\d\d)?\s*(?:Z|UTC)?$/i.exec(typed.trim()) ?? [];
  if (hours === '') return null;
  const clock = `T${hours.padStart(2, '0')}:${minutes}:00Z`;
  const at = Date.parse(`${day ?? new Date(now).toISOString().slice(0, 10)}${clock}`);
  if (Number.isNaN(at)) return null;
  if (at <= now) return at;
  return day === undefined ? at - 86_400_000 : null;
}
