import { ok, refused, type Result } from '#shared/contract/result.ts';
import { valueAtPath } from '#shared/domain/dead-letters/masked-body.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { isPresigned } from '../explorer/address-note.ts';
import { notHeld, queueHere, type DeadLetterParts } from './dead-letter-parts.ts';

/** A path of the body, "" for all of it, or an attribute by its name. */
export function revealValue(parts: DeadLetterParts): Handlers['dead-letters.reveal'] {
  return async ({ queue, messageId, path }) => {
    const here = await queueHere(parts, queue);
    if (!here.ok) return here;
    const found = parts.held.get(here.value.connectionId, queue, messageId);
    if (found === undefined) return notHeld('Nothing was revealed.');
    const value = valueAt(found.message, path);
    if (value === undefined) return noValue(path);
    return isPresigned(value) ? isSecret(path) : ok({ value });
  };
}

/** Paths of a body begin with a dot or a bracket. */
const attributePrefix = 'attribute:';

function valueAt({ body, attributes }: ReceivedMessage, path: string): string | undefined {
  if (!path.startsWith(attributePrefix)) return valueAtPath(body, path);
  const name = path.slice(attributePrefix.length);
  return Object.hasOwn(attributes, name) ? attributes[name]?.value : undefined;
}

function noValue(path: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `The message has no value at "${path}". Nothing was revealed.`,
    what: 'value',
  });
}

function isSecret(path: string): Result<never> {
  const what = path === '' ? 'The body holds' : 'This value is';
  const problem = `${what} a presigned address, which never leaves the main process.`;
  return refused({
    code: 'invalid-input',
    message: `${problem} Nothing was revealed.`,
    issues: [{ path: 'path', problem }],
  });
}
