import { bytesOfMessage } from '#shared/domain/dead-letters/queue-messages.ts';
import {
  messageFingerprint,
  shownCause,
  shownName,
  type MessagePrint,
} from '#shared/domain/dead-letters/message-cause.ts';
import {
  mergedSubject,
  subjectOfBody,
  type MessageSubject,
} from '#shared/domain/dead-letters/message-subject.ts';
import type { Result } from '#shared/contract/result.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { CatalogueReader, PageRead } from '../../aws/dynamodb/reading.ts';
import { messageFailureRow } from '../../rows/passport-rows.ts';
import { readRow } from '../../rows/read-row.ts';

/** Explains why the pipeline could not use a message, as it recorded under the message's id. */
interface WrittenCause {
  readonly code: string | null;
  readonly message: string | null;
  readonly stage: string | null;
  readonly attempts: number | null;
  readonly at: string | null;
}

export interface MessageFacts {
  readonly cause: WrittenCause | null;
  readonly subject: MessageSubject;
  readonly print: MessagePrint;
  readonly bytes: number;
}

export interface MessageFactsStore {
  /** Uses the body alone where nothing else has been read or could be. */
  readonly of: (message: ReceivedMessage) => MessageFacts;
  /** Reads the causes of messages for which that has not been done since they were received. */
  readonly explain: (
    reader: CatalogueReader,
    messages: readonly ReceivedMessage[],
    paid: <T>(result: Result<T>) => Result<T>,
  ) => Promise<void>;
}

/** Keeps facts for as long as the message is held, because one that is received again may have failed again. */
export function messageFacts(): MessageFactsStore {
  const known = new WeakMap<ReceivedMessage, MessageFacts>();
  let turn = Promise.resolve();

  async function explainNow(
    ...[reader, messages, paid]: Parameters<MessageFactsStore['explain']>
  ): Promise<void> {
    const left = messages.filter((message) => !known.has(message));
    for (let from = 0; from < left.length; from += atOnce) {
      const some = left.slice(from, from + atOnce);
      const ids = [...new Set(some.map(({ messageId }) => messageId))];
      const read = paid(
        await reader.run(
          'extraction.failuresOfMessages',
          ids.map((messageId) => ({ messageId })),
        ),
      );
      // They are shown by their bodies then, and their causes are read again with the next look.
      if (!read.ok) return;
      const causes = causesIn(read.value);
      for (const message of some) known.set(message, toFacts(message, causes.get(message.messageId)));
    }
  }

  return {
    of: (message) => known.get(message) ?? toFacts(message, undefined),
    explain(...asked) {
      // Runs one after the other, so that two callers at once do not both pay.
      const mine = turn.then(() => explainNow(...asked));
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
}

const atOnce = 500;

interface Written {
  readonly cause: WrittenCause;
  readonly subject: Partial<MessageSubject>;
}

function causesIn({ items }: PageRead): ReadonlyMap<string, Written> {
  return new Map(
    items.map((item) => {
      const { messageId, updatedAt: at, ...cause } = messageFailureRow(item);
      const { read } = readRow(item, 'MessageFailure');
      const subject = {
        tenantId: read.text('tenantId', 'optional'),
        batchId: read.text('batchId', 'optional'),
        documentId: read.text('documentId', 'optional'),
      };
      return [messageId, { cause: { ...cause, at }, subject }] as const;
    }),
  );
}

function toFacts(message: ReceivedMessage, written: Written | undefined): MessageFacts {
  const { body, attributes } = message;
  const cause = written?.cause ?? null;
  const print = messageFingerprint(cause, body, Object.keys(attributes));
  const subject = mergedSubject(written?.subject, subjectOfBody(body));
  return {
    cause: cause && {
      ...cause,
      code: shown(cause.code, shownName),
      message: shown(cause.message, shownCause),
      stage: shown(cause.stage, shownName),
    },
    print,
    // A body may contain anything.
    subject: {
      tenantId: shown(subject.tenantId, shownName),
      batchId: shown(subject.batchId, shownName),
      documentId: shown(subject.documentId, shownName),
      fileName: shown(subject.fileName, shownName),
    },
    bytes: bytesOfMessage(message),
  };
}

function shown(text: string | null, as: (text: string) => string): string | null {
  return text === null ? null : as(text);
}
