import { readActivity, writeActivity } from '#renderer/features/activity/activity-address.ts';
import { readCosts, writeCosts } from '#renderer/features/costs/costs-address.ts';
import { readDeadLetters, writeDeadLetters } from '#renderer/features/dead-letters/dead-letters-address.ts';
import { readDownloads, writeDownloads } from '#renderer/features/downloads/downloads-address.ts';
import {
  readAddress,
  writeAddress,
  type ExplorerSearch,
} from '#renderer/features/explorer/explorer-address.ts';
import { readMonitor, writeMonitor } from '#renderer/features/monitor/monitor-address.ts';
import { readReview, writeReview } from '#renderer/features/review/review-address.ts';
import { settingsTabs, type SettingsTab } from '#renderer/features/settings/settings-tabs.ts';
import { readToday, writeToday } from '#renderer/features/today/today-address.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { readWorkflows, writeWorkflows } from '#renderer/features/workflows/workflows-address.ts';
import { idKinds } from '#shared/contract/lookup.ts';
import type { IdKind } from '#shared/domain/recognise-id.ts';

/** Addresses are parsed leniently, because a person can type one and a typo must not show an error. */
interface SettingsSearch {
  readonly tab: SettingsTab;
  /** This connection is shown, and it need not be the open one. */
  readonly connection?: string;
}

export function settingsSearch(search: Record<string, unknown>): SettingsSearch {
  const tab = settingsTabs.find(({ value }) => value === search['tab'])?.value ?? 'connections';
  const connection = search['connection'];
  const isShown = tab === 'connections' && typeof connection === 'string';
  return isShown && /^[a-z0-9-]{1,64}$/.test(connection) ? { tab, connection } : { tab };
}

interface FindSearch {
  readonly id?: string;
  /** The person has chosen to look the id up as this kind. */
  readonly as?: IdKind;
}

export function findSearch(search: Record<string, unknown>): FindSearch {
  const id = search['id'];
  const as = idKinds.find((kind) => kind === search['as']);
  const kind = as === undefined ? {} : { as };
  return typeof id === 'string' && id.trim() !== '' ? { id: id.trim().slice(0, 2_000), ...kind } : kind;
}

/** Keeps only the parameters that the Explorer knows. */
export function explorerSearch(search: Record<string, unknown>): ExplorerSearch {
  return writeAddress(readAddress(search));
}

export function triageSearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return writeTriage(readTriage(search));
}

export function reviewSearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return writeReview(readReview(search));
}

export function deadLettersSearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return writeDeadLetters(readDeadLetters(search));
}

export function workflowsSearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return writeWorkflows(readWorkflows(search));
}

export function costsSearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return writeCosts(readCosts(search));
}

export function activitySearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return writeActivity(readActivity(search));
}

export function downloadsSearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return writeDownloads(readDownloads(search));
}

export function monitorSearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return writeMonitor(readMonitor(search));
}

export function todaySearch(search: Record<string, unknown>): Readonly<Record<string, string>> {
  return writeToday(readToday(search));
}

/** Values stay plain text in both directions, because an id made of digits must not come back as a rounded number. */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') params.set(name, value);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
