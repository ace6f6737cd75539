import { queueNameOf } from '../queue-places.ts';
import type { Difference } from './planned-check.ts';
import type { QueueSettings } from './queue-settings.ts';

/** A queue's failures must come to the queue of dead letters that the console shows. */
export function compareSource(settings: QueueSettings, deadLetterArn: string): readonly Difference[] {
  const { redrive } = settings;
  const expected = `dead letters go to ${queueNameOf(deadLetterArn)}`;
  const difference = (found: string, means: string): readonly Difference[] => [
    { where: 'redrive policy', expected, found, means, matters: true },
  ];
  if (redrive === 'none') {
    return difference(
      'none',
      'A message that fails is tried until it expires, and never comes to Dead letters.',
    );
  }
  if (redrive === 'unreadable') {
    return difference('not readable', 'Where its dead letters go is not known.');
  }
  if (redrive.targetArn === deadLetterArn) return [];
  return difference(
    `to ${queueNameOf(redrive.targetArn)}`,
    'Its dead letters go to another queue than the one that this connection names, and are not shown.',
  );
}

/** What dead letters need of their own queue. `source` is null where it could not be asked. */
export function compareDeadLetters(
  settings: QueueSettings,
  source: QueueSettings | null,
  sourceArn: string,
): readonly Difference[] {
  return [
    ...compareRetention(settings.retentionSeconds, source?.retentionSeconds ?? null),
    ...compareAllowed(settings.allows, sourceArn),
    ...ownRedrive(settings.redrive),
  ];
}

function compareRetention(own: number | null, source: number | null): readonly Difference[] {
  if (own === null) return [];
  if (source !== null && own < source) {
    return [
      {
        where: 'retention',
        expected: `at least that of its source, ${inDays(source)}`,
        found: inDays(own),
        means:
          'A dead letter expires by when it was first sent: some are gone before anybody can look at them.',
        matters: true,
      },
    ];
  }
  if (own >= usualRetention) return [];
  const means = 'There is less time to look at dead letters than SQS could give.';
  return [
    { where: 'retention', expected: inDays(usualRetention), found: inDays(own), means, matters: false },
  ];
}

/** As both queues of dead letters are deployed, and as long as SQS keeps anything. */
const usualRetention = 14 * 86_400;

function compareAllowed(allows: QueueSettings['allows'], sourceArn: string): readonly Difference[] {
  if (allows === 'all' || allows.permission === 'allowAll') return [];
  if (allows.permission === 'byQueue' && allows.sources.includes(sourceArn)) return [];
  return [
    {
      where: 'redrive allow policy',
      expected: `takes dead letters of ${queueNameOf(sourceArn)}`,
      found: allows.permission === 'byQueue' ? 'only those of other queues' : allows.permission,
      means: 'SQS lets its source send it nothing, so dead letters do not come to it.',
      matters: true,
    },
  ];
}

function ownRedrive(redrive: QueueSettings['redrive']): readonly Difference[] {
  if (redrive === 'none') return [];
  return [
    {
      where: 'redrive policy',
      expected: 'none',
      found: redrive === 'unreadable' ? 'not readable' : `to ${queueNameOf(redrive.targetArn)}`,
      means: 'To sample a dead letter counts as a receive: after some of them it moves on to another queue.',
      matters: true,
    },
  ];
}

export function inDays(seconds: number): string {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
  if (seconds % 3_600 === 0) return seconds === 3_600 ? '1 hour' : `${seconds / 3_600} hours`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
