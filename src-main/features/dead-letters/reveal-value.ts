import { ok, refused, type Result } from '#shared/contract/result.ts';
import { bodyWithoutSigned, valueAtPath } from '#shared/domain/dead-letters/masked-body.ts';
import { isSigned } from '#shared/domain/dead-letters/why-masked.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { Handlers } from '../../contract/handlers.ts';
import { notHeld, queueHere, type DeadLetterParts } from './dead-letter-parts.ts';
import { isSignedAttribute } from './shown-message.ts';

/** A path of the body, "" for all of it, or an attribute by its name. */
export function revealValue(parts: DeadLetterParts): Handlers['dead-letters.reveal'] {
  return async ({ queue, messageId, path }) => {
    const here = await queueHere(parts, queue);
    if (!here.ok) return here;
    const found = parts.held.get(here.value.connectionId, queue, messageId);
    if (found === undefined) return notHeld('Nothing was revealed.');
    const asked = valueAt(found.message, path);
    if (asked === undefined) return noValue(path);
    return asked.isSigned ? isSecret(path) : ok({ value: asked.value });
  };
}

/** Paths of a body begin with a dot or a bracket. */
const attributePrefix = 'attribute:';

interface Asked {
  readonly value: string;
  readonly isSigned: boolean;
}

function valueAt({ body, attributes }: ReceivedMessage, path: string): Asked | undefined {
  if (path.startsWith(attributePrefix)) {
    const name = path.slice(attributePrefix.length);
    const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    return attribute && { value: attribute.value, isSigned: isSignedAttribute(attribute) };
  }
  const value = valueAtPath(body, path);
  // A text in it may be JSON with escapes of its own.
  const isHidden = value !== undefined && (isSigned(value) || bodyWithoutSigned(value) !== value);
  return value === undefined ? undefined : { value, isSigned: isHidden };
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
