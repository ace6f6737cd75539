import type { MessageDetail } from '#shared/contract/dead-letters/messages.ts';
import { maskedBody } from '#shared/domain/dead-letters/masked-body.ts';
import { whyMasked } from '#shared/domain/dead-letters/why-masked.ts';
import type { MessageAttribute, ReceivedMessage } from '../../aws/queues.ts';
import { shownText } from '../rows/shown-text.ts';

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
    name,
    type,
    value: shownAttribute(name, { type, value }),
  }));
}

export function shownAttribute(
  name: string,
  { type, value }: MessageAttribute,
): MessageDetail['attributes'][number]['value'] {
  const why = whyMasked(name, value) ?? (type.startsWith('Binary') ? 'binary' : null);
  if (why !== null) return { kind: 'masked', why, characters: value.length };
  return { kind: 'text', text: shownText(value) };
}

/** What SQS itself says of it; who sent it may be told by an e-mail address. */
export function shownSystem({ system }: ReceivedMessage): MessageDetail['system'] {
  return Object.entries(system).map(([name, value]) => ({ name, value: shownText(value) }));
}
