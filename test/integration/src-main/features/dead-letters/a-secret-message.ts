import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aDeadLetterDesk, documentLetters } from './a-dead-letter-desk.ts';

const presigned = 'https://files.example/a.pdf?X-Amz-Date=20260105T090000Z&X-Amz-Signature=abc123';

const plantSecret = async ({ sqs }: SandboxUnderTest): Promise<void> => {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: documentLetters,
      MessageBody: JSON.stringify({
        batchId: 'batch-of-secrets',
        source: { url: presigned },
        requestedBy: 'ada@example.com',
        attempt: 3,
        note: '=HYPERLINK("https://evil.example")',
      }),
      MessageAttributes: {
        traceId: { DataType: 'String', StringValue: '1-6730c1f8-4be2' },
        token: { DataType: 'String', StringValue: 'hush-hush' },
        blob: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 3]) },
      },
    }),
  );
};

/** A message that opens doors, held by the console. */
export async function aSecret(role?: 'support' | 'admin') {
  const desk = await aDeadLetterDesk({ plant: plantSecret, ...(role && { role }) });
  const { rows } = await desk.sample(documentLetters);
  const messageId = rows.find(({ subject }) => subject.batchId === 'batch-of-secrets')?.messageId ?? '';
  return { desk, messageId, queue: documentLetters };
}
