/** The reasons why a message cannot be used; dead letters are grouped by them. */
export const messageProblems = [
  'MalformedMessage',
  'KeyOutsideConvention',
  'UnknownBatch',
  'UnknownDocument',
  'FileGone',
  'WebhookRefused',
  'WebhookUnanswered',
] as const;
export type MessageProblemCode = (typeof messageProblems)[number];

export interface MessageSubject {
  readonly tenantId?: string;
  readonly batchId?: string;
  readonly documentId?: string;
}

export class MessageProblem extends Error {
  readonly code: MessageProblemCode;
  readonly subject: MessageSubject;

  constructor(code: MessageProblemCode, message: string, subject: MessageSubject = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.subject = subject;
  }
}
