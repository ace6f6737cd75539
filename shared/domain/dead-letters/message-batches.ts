import { byteLength } from '../../catalogue/templates/key-size.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html */
export const mostEntries = 10;
export const mostBytes = 1_048_576;

/** As SendMessageBatch takes them: ten of them and 1 MiB at most, in their order. */
export function messageBatches<T>(messages: readonly T[], bytesOf: (message: T) => number): readonly T[][] {
  const batches: T[][] = [];
  let room = 0;
  for (const message of messages) {
    const bytes = bytesOf(message);
    const last = batches.at(-1);
    if (last === undefined || last.length === mostEntries || bytes > room) {
      batches.push([message]);
      room = mostBytes - bytes;
    } else {
      last.push(message);
      room -= bytes;
    }
  }
  return batches;
}

interface Sized {
  readonly body: string;
  readonly attributes: Readonly<Record<string, { readonly type: string; readonly value: string }>>;
}

/** As SQS counts: the body and each attribute's name, type and value. */
export function bytesOfMessage({ body, attributes }: Sized): number {
  const parts = Object.entries(attributes).map(
    ([name, { type, value }]) =>
      byteLength(name) +
      byteLength(type) +
      (type.startsWith('Binary') ? Math.ceil((value.length * 3) / 4) : byteLength(value)),
  );
  return parts.reduce((sum, part) => sum + part, byteLength(body));
}
