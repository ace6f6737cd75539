import { bytesOfMessage, mostBytes } from '#shared/domain/dead-letters/message-batches.ts';
import { withProvenance, type WithProvenance } from '#shared/domain/dead-letters/provenance.ts';
import type { ReceivedMessage } from '../aws/queues.ts';

/** By the message: it is asked how large it will be, and then sent. */
const known = new WeakMap<ReceivedMessage, WithProvenance>();

/** That it was sent from here goes with it where there is room: among ten attributes, and within SQS's largest message. */
export function markedMessage(message: ReceivedMessage): WithProvenance {
  const before = known.get(message);
  if (before !== undefined) return before;
  const { messageId, body, attributes } = message;
  const marked = withProvenance(attributes, messageId);
  const isTooLarge = bytesOfMessage({ body, attributes: marked.attributes }) > mostBytes;
  const answer = isTooLarge ? { attributes, isLeftOut: true } : marked;
  known.set(message, answer);
  return answer;
}
