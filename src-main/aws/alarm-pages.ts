import { DescribeAlarmsCommand, type CloudWatchClient, type MetricAlarm } from '@aws-sdk/client-cloudwatch';

export interface AlarmPages {
  readonly alarms: readonly MetricAlarm[];
  readonly isAll: boolean;
  readonly pages: number;
}

/** All metric alarms of the account and region, as far as ten pages go. */
export async function alarmPages(client: CloudWatchClient, abortSignal: AbortSignal): Promise<AlarmPages> {
  const alarms: MetricAlarm[] = [];
  let NextToken: string | undefined;
  let pages = 0;
  do {
    const page = await client.send(alarmsCommand(NextToken), { abortSignal });
    pages += 1;
    alarms.push(...(page.MetricAlarms ?? []));
    ({ NextToken } = page);
  } while (NextToken !== undefined && pages < mostPages);
  return { alarms, isAll: NextToken === undefined, pages };
}

export function alarmsCommand(NextToken?: string): DescribeAlarmsCommand {
  return new DescribeAlarmsCommand({ AlarmTypes: ['MetricAlarm'], MaxRecords: 100, NextToken });
}

/** A thousand alarms; who has more names the ones of the pipelines otherwise. */
const mostPages = 10;
