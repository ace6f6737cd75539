import type { Call } from '../../protocol/operation.ts';
import type { S3Engine } from '../s3-engine.ts';
import { eventMessage, type ObjectEvent } from './event-message.ts';
import { wants } from './event-rules.ts';

/** Tells the queues that a bucket's configuration names. Call it in the turn of the change itself. */
export function announce(engine: S3Engine, event: ObjectEvent, call: Call): Promise<void> {
  const { notifications } = engine.bucket(event.bucket);
  const wanted = notifications.filter((notification) => wants(notification, event));
  if (wanted.length === 0) return Promise.resolve();
  const sequencer = engine.outbox.nextSequencer();
  for (const { id, queueArn } of wanted) {
    engine.outbox.post(queueArn, eventMessage(engine.world, event, { id, sequencer }, call.requestId));
  }
  return engine.outbox.deliver();
}
