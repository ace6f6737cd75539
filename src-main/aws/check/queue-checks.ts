import { capitalize, listed } from '#shared/domain/formatting.ts';
import { withoutPromise } from '#shared/domain/connection-promises.ts';
import { isPlainName, queueArn } from '#shared/catalogue/iam/arns.ts';
import { queueLooks } from '../queues.ts';
import type { Ask, Asked } from './asking.ts';
import type { CheckScope } from './check-clients.ts';
import {
  compareDeadLetters,
  compareSource,
  inDays,
  queueSettings,
  type QueueSettings,
} from './compare-queues.ts';
import {
  compared,
  leftOut,
  notWorking,
  toOutcome,
  listUntriedChecks,
  type PlannedCheck,
  type Telling,
} from './planned-check.ts';

interface Queue {
  readonly name: string;
  readonly arn: string;
  readonly url: (ask: Ask) => Promise<Asked<string>>;
  /** Reads the settings once for all callers. */
  readonly settings: (ask: Ask) => Promise<Asked<QueueSettings>>;
  readonly isDeadLetters: boolean;
}

/** Checks how the queues are set up. Nothing is received, sent or deleted to test a permission. */
export function queueChecks(scope: CheckScope): readonly PlannedCheck[] {
  const { extraction, downloads } = scope.names;
  if (scope.role === 'reviewer') return [left('reviewers have no screen that shows queues.')];
  if (scope.tenant !== null)
    return [left('a queue holds the messages of all tenants, and you see only one.')];
  return [
    ...pairChecks(extraction.documentQueue, extraction.documentDeadLetterQueue, 'documents', scope),
    ...pairChecks(extraction.webhookQueue, extraction.webhookDeadLetterQueue, 'webhooks', scope),
    ...pairChecks(downloads.fileQueue, downloads.fileDeadLetterQueue, 'downloads', scope),
  ];
}

function left(why: string): PlannedCheck {
  return leftOut({ id: 'queues', area: 'queues', title: 'Dead-letter queues' }, `Not checked: ${why}`);
}

function pairChecks(
  sourceName: string,
  lettersName: string,
  of: string,
  scope: CheckScope,
): readonly PlannedCheck[] {
  if (![sourceName, lettersName].every(isPlainName)) {
    const not =
      'The connection has no names for these queues and no stage to derive them from, so their dead letters are not shown.';
    return [leftOut({ id: `queues:${of}`, area: 'queues', title: `Queues of ${of}` }, not)];
  }
  const source = openQueue(sourceName, false, scope);
  const letters = openQueue(lettersName, true, scope);
  return [
    ...settingChecks(source, async (settings, ask) => {
      const its = await letters.settings(ask);
      // Other implementations of SQS number accounts and regions in their own way, so the ARN that the queue
      // reports counts.
      const arn = (its.ok ? its.value.arn : null) ?? letters.arn;
      return { differences: compareSource(settings, arn), works: told(settings) };
    }),
    ...settingChecks(letters, async (settings, ask) => {
      const its = await source.settings(ask);
      return {
        differences: compareDeadLetters(
          settings,
          its.ok ? its.value : null,
          (its.ok ? its.value.arn : null) ?? source.arn,
        ),
        works: told(settings),
      };
    }),
    ...listChecks(letters, scope),
    ...listUntriedChecks('letters', letters, scope.role),
    ...listUntriedChecks('sources', source, scope.role),
  ];
}

function openQueue(name: string, isDeadLetters: boolean, { clients: { sqs }, place }: CheckScope): Queue {
  let url: Promise<Asked<string>> | undefined;
  let settings: Promise<Asked<QueueSettings>> | undefined;
  const urlBy: Queue['url'] = (ask) =>
    (url ??= ask('SQS', async (abortSignal) => {
      const { QueueUrl = '' } = await sqs.send(queueLooks.url(name, place.accountId), { abortSignal });
      return QueueUrl;
    }));
  return {
    name,
    arn: queueArn(place, name),
    isDeadLetters,
    url: urlBy,
    settings: (ask) => (settings ??= settingsBy(ask)),
  };

  async function settingsBy(ask: Ask): Promise<Asked<QueueSettings>> {
    const found = await urlBy(ask);
    if (!found.ok) return found;
    return ask('SQS', async (abortSignal) => {
      const { Attributes } = await sqs.send(queueLooks.attributes(found.value), { abortSignal });
      return queueSettings(Attributes);
    });
  }
}

type Compare = (
  settings: QueueSettings,
  ask: Ask,
) => Promise<{ readonly differences: ReturnType<typeof compareSource>; readonly works: string }>;

function settingChecks(queue: Queue, compare: Compare): readonly PlannedCheck[] {
  const { name, arn, isDeadLetters } = queue;
  const without = isDeadLetters
    ? 'Its dead letters are not shown.'
    : 'Unknown whether its dead letters reach the queue shown, and nothing can be sent back to it.';
  const url = buildTelling('sqs:GetQueueUrl', name, 'SQS finds it.', without);
  const attributes: Telling = {
    ...buildTelling('sqs:GetQueueAttributes', name, '', without),
    lack: isDeadLetters
      ? withoutPromise('queue-attributes')
      : 'Unknown whether its dead letters reach the queue shown; the rest works.',
  };
  return [
    {
      ...plain(queue, 'GetQueueUrl'),
      title: `Address of ${name}`,
      action: url.action,
      resource: arn,
      run: async (ask) => toOutcome(await queue.url(ask), url),
    },
    {
      ...plain(queue, 'GetQueueAttributes'),
      title: `Queue ${name}`,
      action: attributes.action,
      resource: arn,
      async run(ask) {
        const found = await queue.url(ask);
        if (!found.ok) return noAddress;
        const asked = await queue.settings(ask);
        if (!asked.ok) return notWorking(asked, attributes);
        const { differences, works } = await compare(asked.value, ask);
        const outcome = compared(works, differences);
        const omitted = isDeadLetters ? listLeftOut(asked.value) : [];
        if (omitted.length === 0 || outcome.state !== 'works') return outcome;
        const lacking = `Lacks ${listed(omitted)}. ${withoutPromise('queue-attributes')}`;
        return { ...outcome, state: 'lacking', told: lacking };
      },
    },
  ];
}

function listChecks(queue: Queue, { clients: { sqs } }: CheckScope): readonly PlannedCheck[] {
  const { name, arn } = queue;
  const sources: Telling = {
    ...buildTelling(
      'sqs:ListDeadLetterSourceQueues',
      name,
      'SQS lists the queues that send dead letters here.',
      'The source queues of its dead letters are not shown; the rest is.',
    ),
    lack: withoutPromise('queue-sources'),
  };
  const moves: Telling = {
    ...buildTelling(
      'sqs:ListMessageMoveTasks',
      name,
      'SQS lists its earlier redrives.',
      'Moving the whole queue is off and running moves are not shown; the rest works.',
    ),
    lack: withoutPromise('queue-moves'),
  };
  return [
    {
      ...plain(queue, 'ListDeadLetterSourceQueues'),
      title: `Sources of ${name}`,
      action: sources.action,
      resource: arn,
      async run(ask) {
        const found = await queue.url(ask);
        if (!found.ok) return noAddress;
        const command = queueLooks.sources(found.value);
        return toOutcome(await ask('SQS', (abortSignal) => sqs.send(command, { abortSignal })), sources);
      },
    },
    {
      ...plain(queue, 'ListMessageMoveTasks'),
      title: `Redrives of ${name}`,
      action: moves.action,
      resource: arn,
      async run(ask) {
        const command = queueLooks.moves(arn);
        return toOutcome(await ask('SQS', (abortSignal) => sqs.send(command, { abortSignal })), moves);
      },
    },
  ];
}

const noAddress = {
  state: 'not-checked',
  told: 'SQS did not return the address of the queue, so this was not asked.',
} as const;

function plain({ name }: Queue, operation: string): Pick<PlannedCheck, 'id' | 'area'> {
  return { id: `queues:${name}:${operation}`, area: 'queues' };
}

function buildTelling(action: string, name: string, works: string, without: string): Telling {
  const missing = `There is no queue ${name} in this region and account, or this sign-in may not see it.`;
  return { action, place: `the queue ${name}`, works, without, missing };
}

function listLeftOut({ retentionSeconds, waiting }: QueueSettings): readonly string[] {
  return [
    ...(waiting === null ? ['ApproximateNumberOfMessages'] : []),
    ...(retentionSeconds === null ? ['MessageRetentionPeriod'] : []),
  ];
}

function told({ redrive, visibilitySeconds, retentionSeconds, encryption }: QueueSettings): string {
  const tries =
    typeof redrive === 'object' && redrive.mostReceives !== null
      ? [`a message is tried ${redrive.mostReceives} times`]
      : [];
  const words = [
    ...tries,
    ...(visibilitySeconds === null ? [] : [`hidden for ${inDays(visibilitySeconds)} after a receive`]),
    ...(retentionSeconds === null ? [] : [`kept for ${inDays(retentionSeconds)}`]),
    encryption,
  ];
  const text = words.join(', ');
  return `${capitalize(text)}.`;
}
