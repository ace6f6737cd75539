import { randomBytes } from 'node:crypto';
import { ok } from '#shared/contract/result.ts';
import { describedExecution } from './described-execution.ts';
import { executionNames } from './execution-names.ts';
import type { Executions } from './executions.ts';
import { historySchema, slimEvent } from './history-events.ts';
import { listedDocuments } from './listed-documents.ts';
import { openPatience, usualLongestRead, type PatienceParts } from './patience.ts';
import { openPlaces } from './places.ts';
import type { AwsPlace } from './aws-place.ts';
import { sfnChanges } from './sfn-changes.ts';
import { sfnClient } from './sfn-client.ts';
import { askSfn } from './sfn-reads.ts';
import type { TimeSources } from './tally.ts';

export interface ExecutionsParts extends TimeSources, PatienceParts {
  /** Random and as old as the process: cursors of an earlier one are refused. */
  readonly cursorKey: Uint8Array;
}

/** Over the SDK's client of one connection. */
export function openExecutions(place: AwsPlace, parts: ExecutionsParts = usualParts()): Executions {
  const names = executionNames(place);
  const client = sfnClient(place);
  const reading = { client, names, patience: openPatience(parts), now: parts.now, elapsed: parts.elapsed };
  const places = openPlaces<string>(parts.cursorKey, ({ size }) => size > mostPlaces);
  return {
    ...sfnChanges({ client, names, longestChange: parts.longestRead ?? usualLongestRead }),
    runOf: (arn) => Promise.resolve(ok(names.runOf(arn))),
    describe: (name) => describedExecution(name, askSfn(name, 'DescribeExecution', reading)),
    documentIds: (name) => listedDocuments(askSfn(name, 'GetExecutionHistory', reading)),
    async history(name, { cursor, pageSize = largestPage }) {
      const binding = JSON.stringify([name.batchId, name.run]);
      const from = cursor === undefined ? undefined : places.find(cursor, binding);
      if (from !== undefined && !from.ok) return from;
      const question = askSfn(name, 'GetExecutionHistory', reading);
      const answer = await question.history(historySchema, {
        includeExecutionData: false,
        maxResults: Math.min(pageSize, largestPage),
        ...(from !== undefined && { nextToken: from.value }),
      });
      if (!answer.ok) return answer;
      const { events, nextToken } = answer.value;
      const next = nextToken === null || nextToken === undefined ? null : places.keep(nextToken, binding);
      return ok({ events: events.map(slimEvent), cursor: next }, question.receipt(events.length));
    },
  };
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_GetExecutionHistory.html */
const largestPage = 1_000;
const mostPlaces = 500;

function usualParts(): ExecutionsParts {
  return {
    cursorKey: randomBytes(32),
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
