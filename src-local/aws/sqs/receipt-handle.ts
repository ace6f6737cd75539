/** Names one receive of one message: a later receive of the same message has another handle. */
export interface ReceiptHandle {
  readonly queueId: string;
  readonly messageId: string;
  readonly receive: number;
}

export function receiptHandleText({ queueId, messageId, receive }: ReceiptHandle): string {
  return Buffer.from(`${queueId} ${messageId} ${receive}`).toString('base64');
}

export function parseReceiptHandle(text: string): ReceiptHandle | undefined {
  const match = /^([\da-f-]{36}) ([\da-f-]{36}) (\d{1,9})$/.exec(
    Buffer.from(text, 'base64').toString('latin1'),
  );
  const [, queueId, messageId, receive] = match ?? [];
  if (queueId === undefined || messageId === undefined || receive === undefined) return undefined;
  const handle = { queueId, messageId, receive: Number(receive) };
  // Base64 reads over what does not belong in it; a handle is only what was given out.
  return receiptHandleText(handle) === text ? handle : undefined;
}
