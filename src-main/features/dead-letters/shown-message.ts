import type { MessageDetail } from '#shared/contract/dead-letters.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { bodyWithoutSigned, maskedBody, valueAtPath } from '#shared/domain/dead-letters/masked-body.ts';
import { shownCause, shownName } from '#shared/domain/dead-letters/message-cause.ts';
import { isSigned, describeMask, whyMasked } from '#shared/domain/dead-letters/why-masked.ts';
import type { MessageAttribute, ReceivedMessage } from '../../aws/queues.ts';
import type { Handlers } from '../../gate/gate.ts';
import { queueHere, type DeadLetterParts } from './dead-letter-parts.ts';
import { findMessage, notFound } from './list-discarded.ts';

/** A longer text is cut, because few read further and a page should not have to draw it. */
const longestShown = 100_000;
const mostMasked = 2_000;

/** Returns a body that may leave the main process: its structure and ids, with only the length of any secret. */
export function shownBody(body: string): MessageDetail['body'] {
  const { isJson, text, masked } = maskedBody(body);
  const isCut = text.length > longestShown;
  return {
    isJson,
    text: isCut ? text.slice(0, longestShown) : text,
    masked: masked.slice(0, mostMasked).map((one) => ({ ...one })),
    isCut,
  };
}

export function shownAttributes({ attributes }: ReceivedMessage): MessageDetail['attributes'] {
  return Object.entries(attributes).map(([name, { type, value }]) => ({
    name: shownName(name),
    // The sender may append a label of their own to the type.
    type: shownName(type),
    value: shownAttribute(name, { type, value }),
  }));
}

export function shownAttribute(
  name: string,
  { type, value }: MessageAttribute,
): MessageDetail['attributes'][number]['value'] {
  const why = whyMaskedAttribute(name, { type, value });
  if (why !== null) return { kind: 'masked', why, characters: value.length };
  return { kind: 'text', text: value };
}

/** Shows a JSON attribute whole or not at all, because its parts have no paths of their own. */
function whyMaskedAttribute(name: string, { type, value }: MessageAttribute): string | null {
  if (isSignedAttribute({ type, value })) return signedUrl;
  const why = whyMasked(name, value) ?? (isBinary(type) ? 'binary' : null);
  if (why !== null) return why;
  const { isJson, text, masked } = maskedBody(value);
  const [first] = masked;
  if (first !== undefined) return first.why;
  // The keys are checked for a mask.
  return isJson && text.includes(maskSign) ? 'secret' : null;
}

/** Masks SQS's own attributes as well, because the sender's may contain an e-mail address. */
export function shownSystem({ system }: ReceivedMessage): MessageDetail['system'] {
  return Object.entries(system).map(([name, value]) => ({ name, value: shownCause(value) }));
}

/** Returns the message for a full export, but without signed addresses that give access to anyone who has them. */
export function wholeMessage({ body, attributes, system }: ReceivedMessage) {
  return {
    body: bodyWithoutSigned(body),
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([name, { type, value }]) => {
        const isBytes = isBinary(type) && isSignedAttribute({ type, value });
        const whole = isBytes ? describeMask(signedUrl, value.length) : bodyWithoutSigned(value);
        return [name, { type: bodyWithoutSigned(type), value: whole }];
      }),
    ),
    system: Object.fromEntries(
      Object.entries(system).map(([name, value]) => [name, bodyWithoutSigned(value)]),
    ),
  };
}

function isSignedAttribute({ type, value }: MessageAttribute): boolean {
  const text = isBinary(type) ? Buffer.from(value, 'base64').toString() : value;
  return isSigned(text) || bodyWithoutSigned(text) !== text;
}

function isBinary(type: string): boolean {
  return type.startsWith('Binary');
}

const signedUrl = 'pre-signed URL';
const maskSign = '‹masked: ';

/** The path is one of the body, "" for all of it, or names an attribute. */
export function revealValue(parts: DeadLetterParts): Handlers['dead-letters.reveal'] {
  return async (input) => {
    const { queue, path } = input;
    const here = await queueHere(parts, queue);
    if (!here.ok) return here;
    const found = await findMessage(parts, here.value, input);
    if (found === undefined) return notFound(input, 'Nothing was revealed.');
    const asked = valueAt(found.message, path);
    if (asked === undefined) return noValue(path);
    return asked.isSigned ? isSecret(path) : ok({ value: asked.value });
  };
}

/** Paths of a body begin with a dot or a bracket, so this prefix cannot be one. */
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
  const what = path === '' ? 'The body contains' : 'This value is';
  const problem = `${what} a presigned URL, which is never revealed.`;
  return refused({
    code: 'invalid-input',
    message: `${problem} Nothing was revealed.`,
    issues: [{ path: 'path', problem }],
  });
}
