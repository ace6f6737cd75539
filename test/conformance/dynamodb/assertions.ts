import type { Assertion } from '#scripts/conformance/assertion.ts';
import { batches } from './batches.ts';
import { capacity } from './capacity.ts';
import { conditions } from './conditions.ts';
import { indexes } from './indexes.ts';
import { items } from './items.ts';
import { numbersAndSets } from './numbers-and-sets.ts';
import { queries } from './queries.ts';
import { requests } from './requests.ts';
import { streams } from './streams.ts';
import { tables } from './tables.ts';
import { timeToLive } from './time-to-live.ts';
import { transactions } from './transactions.ts';
import { updates } from './updates.ts';

export const dynamodb: readonly Assertion[] = [
  ...requests,
  ...tables,
  ...items,
  ...numbersAndSets,
  ...conditions,
  ...updates,
  ...queries,
  ...indexes,
  ...batches,
  ...transactions,
  ...capacity,
  ...timeToLive,
  ...streams,
];
