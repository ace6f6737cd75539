import { idsOfBody, type MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';
import type { ReceivedMessage } from '../aws/queues.ts';

/** As long as the message is held: its body is asked before it is sent, and when it is. */
const known = new WeakMap<ReceivedMessage, MessageSubject>();

/** What a message is about, as it may be kept on a disk. An edited body stands in place of its own. */
export function aboutMessage(message: ReceivedMessage, editedBody?: string): MessageSubject {
  if (editedBody !== undefined) return idsOfBody(editedBody);
  const before = known.get(message);
  if (before !== undefined) return before;
  const about = idsOfBody(message.body);
  known.set(message, about);
  return about;
}
