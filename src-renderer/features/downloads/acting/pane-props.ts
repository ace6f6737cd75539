import type { DownloadsAddress, GoDownloads } from '../downloads-address.ts';
import type { Person } from './use-person.ts';

/** Leads to a question of the Explorer about this system. */
export type Explore = (pattern: 'fileById' | 'batchById', values: Readonly<Record<string, string>>) => void;

/** What each part of the page is given. */
export interface PaneProps {
  readonly address: DownloadsAddress;
  readonly go: GoDownloads;
  readonly person: Person;
  /** Where the pipeline is, to the ten seconds. */
  readonly now: number;
  readonly today: string;
  readonly onExplore: Explore;
}
