import { bytesOfMessage, mostBytes } from '#shared/domain/dead-letters/message-batches.ts';
import { withProvenance, type WithProvenance } from '#shared/domain/dead-letters/provenance.ts';
import type { ReceivedMessage } from '../aws/queues.ts';

/** That it was sent from here goes with it where there is room: among ten attributes, and within SQS's largest message. */
export function markedMessage({ messageId, body, attributes }: ReceivedMessage): WithProvenance {
  const marked = withProvenance(attributes, messageId);
  const isTooLarge = bytesOfMessage({ body, attributes: marked.attributes }) > mostBytes;
  return isTooLarge ? { attributes, isLeftOut: true } : marked;
}
