import { onTestFinished } from 'vitest';
import { pocketAws, type PocketAws, type PocketAwsOptions } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { drivenClock, type MovableClock } from '#local/world/clock.ts';
import type { Clients } from '#scripts/conformance/assertion.ts';
import { clientsOver } from './aws-clients.ts';

/** A driven clock starts here unless a test says otherwise. */
export const startOfTime = Date.UTC(2026, 0, 5, 9, 0, 0);

/** Opens all of pocket AWS in this thread, on a clock that stands still, with the SDK's own clients. */
export function aPocketAws(
  options: PocketAwsOptions = {},
): Clients & { aws: PocketAws; clock: MovableClock } {
  const clock = options.clock ?? drivenClock(startOfTime);
  const aws = pocketAws({ ...options, clock });
  onTestFinished(() => aws.close());
  return { aws, clock, ...clientsOver(requestHandler(aws.dispatch)) };
}
