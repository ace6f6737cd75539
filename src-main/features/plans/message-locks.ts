import { shapeChanges } from '#shared/domain/dead-letters/body-shape.ts';
import { poisonReturns, returnsOf } from '#shared/domain/dead-letters/provenance.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import { maySentBefore, type SentBefore } from '../../dead-letters/sent-before.ts';
import type { ReturnsElsewhere } from './returns-elsewhere.ts';

interface Known {
  readonly before: ReturnType<SentBefore['of']>;
  readonly editedBody: string | undefined;
  /** By others than this console. */
  readonly elsewhere: ReturnsElsewhere | undefined;
}

/** Why it goes only with a reason; nothing where it may go. */
export function messageLocks(
  { body, attributes }: ReceivedMessage,
  { before, editedBody, elsewhere }: Known,
): readonly string[] {
  return [
    ...(before === 'uncertain' ? [maySentBefore] : []),
    ...returnsLock(returnsOf(attributes), elsewhere ?? { moves: 0, passport: 0 }),
    ...(editedBody !== undefined && shapeChanges(body, editedBody).length > 0
      ? ['The edited body has another shape than the original.']
      : []),
  ];
}

function returnsLock(own: number, { moves, passport }: ReturnsElsewhere): readonly string[] {
  if (own >= poisonReturns) return [`It has come back ${timesWords(own)}.`];
  if (own + moves >= poisonReturns) {
    const here = own === 0 ? '' : ` and it was redriven from here ${timesWords(own)}`;
    return [
      `It has come back: SQS has moved this queue back ${timesWords(moves)} since this message tells of something${here}.`,
    ];
  }
  if (passport < poisonReturns) return [];
  return [`A message of its document was redriven ${timesWords(passport)} already.`];
}

export function timesWords(times: number): string {
  return times === 1 ? 'once' : `${grouped(times)} times`;
}
