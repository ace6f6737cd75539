import * as fc from 'fast-check';
import type { ReceivedMessage } from '#main/aws/queues.ts';
import { aMessage } from './a-fake-queue.ts';

export interface PlantedSecret {
  readonly message: ReceivedMessage;
  /** Is the failure that is recorded under the message's id. */
  readonly failure: { readonly code: string; readonly message: string; readonly stage: string } | null;
  /** Must not appear in any output. */
  readonly hidden: string;
  readonly isSigned: boolean;
}

interface Secret {
  readonly text: string;
  readonly hidden: string;
  readonly isSigned: boolean;
}

const mark = fc.stringMatching(/^Zq[a-z0-9]{16,24}$/);

const secrets: readonly ((hidden: string) => Secret)[] = [
  (hidden) =>
    signed(hidden, `https://files.s3.amazonaws.com/a.pdf?X-Amz-Expires=900&X-Amz-Signature=${hidden}`),
  (hidden) => signed(hidden, `https://d1.cloudfront.net/a.pdf?Expires=1&Signature=${hidden}&Key-Pair-Id=K1`),
  (hidden) => signed(hidden, `https://storage.googleapis.com/b/a.pdf?X-Goog-Signature=${hidden}`),
  (hidden) => signed(hidden, `https://b.blob.core.windows.net/c/f?sv=2020-08-04&sig=${hidden}`),
  (hidden) => open(hidden, `Bearer ${hidden}`),
  (hidden) => open(hidden, `Authorization: bearer ${hidden.slice(0, 12)}`, hidden.slice(0, 12)),
  (hidden) => {
    const basic = Buffer.from(`svc:${hidden}`).toString('base64');
    return open(hidden, `Authorization: Basic ${basic}`, basic.replaceAll('=', ''));
  },
  (hidden) => {
    const basic = Buffer.from(`svc:${hidden}`).toString('base64');
    return open(hidden, `Basic ${basic}`, basic.replaceAll('=', ''));
  },
  (hidden) => open(hidden, `${hidden}@example.co.uk`),
  (hidden) => open(hidden, `Ada Byron <${hidden}@mail.example.com>`),
  (hidden) => open(hidden, `https://svc:${hidden}@hooks.example.com/in?run=1`),
];

/** Other programs may have written the text in any of these forms. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => text.replaceAll('&', String.raw`\u0026`).replaceAll('=', String.raw`\u003d`),
  (text) => text.replaceAll('&', '&amp;').replaceAll('@', '&#64;'),
  (text) => text.replaceAll('/', String.raw`\/`).replaceAll('@', String.raw`\u0040`),
];

const before = fc.constantFrom('', ' ', 'see ', 'GET ', '"', '(', 'at\n', 'https://x.example/?to=', '— ');
const after = fc.constantFrom('', ' ', ' answered 503', '"', ')', '\nthen', ', twice', ' … ');

const secret = fc
  .tuple(mark, fc.constantFrom(...secrets), fc.constantFrom(...spellings), before, after)
  .map(([hidden, kind, spell, left, right]): Secret => {
    const { text, ...rest } = kind(hidden);
    return { ...rest, text: `${left}${spell(text)}${right}` };
  });

const names = fc.constantFrom(
  'note',
  'url',
  'batchId',
  'documentId',
  'tenantId',
  'fileName',
  'original_name',
  'key',
  'messageId',
  'status',
  'headers',
  'to',
  'value',
  'tokens',
  'inputTokens',
  'a.b[0]',
  '__proto__',
  'Message',
  '1',
);

/** These bodies hold the text as a value, as a key, in a list, and in JSON inside a text. */
const bodies: readonly ((text: string, name: string) => unknown)[] = [
  (text, name) => one(name, text),
  (text, name) => one(name, [1, { deep: { [text]: true } }]),
  (text, name) => ({ batchId: 'batch-1', [text]: one(name, 5), [`${text} `]: 2 }),
  (text, name) => [{ list: [null, text, one(name, text)] }],
  (text) => ({ Records: [{ s3: { object: { key: `documents/kestrel/batch-1/doc-1/${text}` } } }] }),
  (text) => ({ Records: [{ s3: { object: { key: text } } }] }),
  (text) => ({ detail: { object: { key: text } }, documentId: text }),
];

const body = fc
  .tuple(secret, fc.constantFrom(...bodies), names, fc.nat({ max: 3 }), fc.nat({ max: 3 }))
  .map(([{ text, ...rest }, of, name, wraps, how]) => {
    let json = JSON.stringify(of(text, name));
    for (let times = 0; times < wraps; times += 1) json = JSON.stringify({ Message: json, n: times });
    // The JSON has escaped slashes, holds two keys of the same name, or is broken.
    if (how === 1) json = json.replaceAll('/', String.raw`\/`);
    if (how === 2) json = `{"twice":${json},"twice":1}`;
    if (how === 3) json = `{"batchId":"b",${json}`;
    return { ...rest, text: json };
  });

const failing = { code: 'WebhookRefused', message: 'It answered 503', stage: 'webhook' };

/** Generates messages with one secret somewhere in them or in their recorded failure. */
export const aPlantedSecret: fc.Arbitrary<PlantedSecret> = fc.oneof(
  { arbitrary: body.map((it) => planted(it, { body: it.text })), weight: 4 },
  secret.map((it) => planted(it, { body: it.text })),
  body.map((it) => planted(it, { attributes: { context: { type: 'String', value: it.text } } })),
  secret.map((it) => planted(it, { attributes: { trace: { type: 'String', value: it.text } } })),
  secret.map((it) => planted(it, { attributes: { trace: { type: `String.${it.text}`, value: 'x' } } })),
  secret.map((it) => planted(it, { attributes: { 'sluice.redriveOf': { type: 'String', value: it.text } } })),
  secret.map((it) =>
    planted(it, {
      attributes: { blob: { type: 'Binary', value: Buffer.from(it.text).toString('base64') } },
    }),
  ),
  fc
    .tuple(secret, fc.constantFrom('MessageGroupId', 'SenderId', 'MessageDeduplicationId'))
    .map(([it, name]) => planted(it, { system: { SentTimestamp: '1767600000000', [name]: it.text } })),
  fc.tuple(secret, fc.constantFrom('code', 'message', 'stage')).map(([it, part]) => ({
    ...planted(it, {}),
    failure: { ...failing, [part]: it.text },
  })),
);

function planted(
  { hidden, isSigned }: Omit<Secret, 'text'>,
  change: Partial<ReceivedMessage>,
): PlantedSecret {
  return { message: aMessage('m1', change), failure: null, hidden, isSigned };
}

function signed(hidden: string, text: string): Secret {
  return { text, hidden, isSigned: true };
}

function open(mine: string, text: string, hidden = mine): Secret {
  return { text, hidden, isSigned: false };
}

/** Avoids an object literal, where the name `__proto__` would set the prototype. */
function one(name: string, value: unknown): object {
  return Object.fromEntries([[name, value]]);
}
