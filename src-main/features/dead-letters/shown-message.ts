import type { MessageDetail } from '#shared/contract/dead-letters/messages.ts';
import { bodyWithoutSigned, maskedBody } from '#shared/domain/dead-letters/masked-body.ts';
import { shownCause, shownName } from '#shared/domain/dead-letters/shown-cause.ts';
import { isSigned, maskWords, whyMasked } from '#shared/domain/dead-letters/why-masked.ts';
import type { MessageAttribute, ReceivedMessage } from '../../aws/queues.ts';

/** Nobody reads more of it, and a page should not have to draw it. */
const longestShown = 100_000;
const mostMasked = 2_000;

/** A body as it may leave main: its structure and its ids, and in place of what opens a door its length. */
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
    // Whoever sends it puts a label of their own behind it.
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

/** One that is JSON is given whole or not at all: nothing in it has a path of its own. */
function whyMaskedAttribute(name: string, { type, value }: MessageAttribute): string | null {
  if (isSignedAttribute({ type, value })) return signedUrl;
  const why = whyMasked(name, value) ?? (isBinary(type) ? 'binary' : null);
  if (why !== null) return why;
  const { isJson, text, masked } = maskedBody(value);
  const [first] = masked;
  if (first !== undefined) return first.why;
  // Of its keys.
  return isJson && text.includes(maskSign) ? 'secret' : null;
}

/** What SQS itself says of it; who sent it may be told by an e-mail address. */
export function shownSystem({ system }: ReceivedMessage): MessageDetail['system'] {
  return Object.entries(system).map(([name, value]) => ({ name, value: shownCause(value) }));
}

/** As it may be written to a file that says all: without addresses that let in whoever has them. */
export function wholeMessage({ body, attributes, system }: ReceivedMessage) {
  return {
    body: bodyWithoutSigned(body),
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([name, { type, value }]) => {
        const isBytes = isBinary(type) && isSignedAttribute({ type, value });
        const whole = isBytes ? maskWords(signedUrl, value.length) : bodyWithoutSigned(value);
        return [name, { type: bodyWithoutSigned(type), value: whole }];
      }),
    ),
    system: Object.fromEntries(
      Object.entries(system).map(([name, value]) => [name, bodyWithoutSigned(value)]),
    ),
  };
}

export function isSignedAttribute({ type, value }: MessageAttribute): boolean {
  const text = isBinary(type) ? Buffer.from(value, 'base64').toString() : value;
  return isSigned(text) || bodyWithoutSigned(text) !== text;
}

function isBinary(type: string): boolean {
  return type.startsWith('Binary');
}

const signedUrl = 'pre-signed URL';
const maskSign = '‹masked: ';
