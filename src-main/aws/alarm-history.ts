import { createHash } from 'node:crypto';
import { DescribeAlarmHistoryCommand, type AlarmHistoryItem } from '@aws-sdk/client-cloudwatch';
import { alarmStates, type AlarmChange, type AlarmState } from '#shared/contract/monitor.ts';
import { ok } from '#shared/contract/result.ts';
import type { QueueAlarms } from './alarms.ts';
import type { CloudWatchReads } from './cloudwatch-reads.ts';
import { parsedBody } from './kept-body.ts';
import { openPlaces } from './places.ts';

/** What became of an alarm, the newest first. CloudWatch's token stays here, behind a cursor that says nothing. */
export function alarmHistory(
  { client, read }: CloudWatchReads,
  cursorKey: Uint8Array,
): QueueAlarms['history'] {
  const places = openPlaces<string>(cursorKey, ({ size }) => size > mostPlaces);
  return async (AlarmName, cursor) => {
    const binding = createHash('sha256').update(AlarmName).digest('hex');
    const place = cursor === undefined ? undefined : places.find(cursor, binding);
    if (place?.ok === false) return place;
    const page = await read('DescribeAlarmHistory', async (abortSignal) => {
      const command = alarmHistoryCommand(AlarmName, place?.value);
      const { AlarmHistoryItems = [], NextToken } = await client.send(command, { abortSignal });
      return { value: { items: AlarmHistoryItems, NextToken }, pages: 1 };
    });
    if (!page.ok) return page;
    const { items, NextToken } = page.value;
    const next = NextToken === undefined ? null : places.keep(NextToken, binding);
    return ok({ changes: items.flatMap(changeOf), cursor: next }, page.receipt);
  };
}

export function alarmHistoryCommand(AlarmName: string, NextToken?: string): DescribeAlarmHistoryCommand {
  return new DescribeAlarmHistoryCommand({
    AlarmName,
    AlarmTypes: ['MetricAlarm'],
    ScanBy: 'TimestampDescending',
    MaxRecords: changesAPage,
    NextToken,
  });
}

const changesAPage = 25;
const mostPlaces = 200;

const kinds: ReadonlyMap<string, AlarmChange['kind']> = new Map([
  ['StateUpdate', 'state'],
  ['ConfigurationUpdate', 'configuration'],
  ['Action', 'action'],
]);

function changeOf(item: AlarmHistoryItem): AlarmChange[] {
  const kind = kinds.get(item.HistoryItemType ?? '');
  if (kind === undefined || item.Timestamp === undefined) return [];
  const states = kind === 'state' ? statesOf(item.HistoryData) : none;
  const says = states.reason ?? item.HistorySummary ?? '';
  return [{ at: item.Timestamp.toISOString(), kind, from: states.from, to: states.to, says }];
}

interface States {
  readonly from: AlarmState | null;
  readonly to: AlarmState | null;
  readonly reason: string | null;
}

const none: States = { from: null, to: null, reason: null };

/** CloudWatch writes it as JSON, and promises nothing of it. */
function statesOf(data: string | undefined): States {
  try {
    const { oldState, newState } = membersOf(parsedBody(data ?? ''));
    const [from, to] = [membersOf(oldState), membersOf(newState)];
    const { stateReason } = to;
    return {
      from: stateIn(from['stateValue']),
      to: stateIn(to['stateValue']),
      reason: typeof stateReason === 'string' ? stateReason : null,
    };
  } catch {
    return none;
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function stateIn(value: unknown): AlarmState | null {
  return alarmStates.find((state) => state === value) ?? null;
}
