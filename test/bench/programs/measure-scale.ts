import { measureQuestions, type OpenedAt, type Question } from './measure-questions.ts';
import { scaledConsole } from './scaled-console.ts';
import { nameTenant, padded, projectId, nameQueues } from './scaled-ids.ts';

/** Each is asked as its page asks it when it is opened. */
const questions: Readonly<Record<string, Question>> = {
  'batches.failed': {
    ask: async (ask, number) => {
      const tenantId = nameTenant('batches', number);
      const answered = await ask('batches.byStatus', { tenantId, status: 'FAILED', pageSize: 25 });
      return { answered, rows: answered.value.rows.length };
    },
  },
  'batches.project': {
    ask: async (ask, number) => {
      const tenantId = nameTenant('batches', number);
      const answered = await ask('batches.ofProject', { tenantId, projectId, pageSize: 50 });
      return { answered, rows: answered.value.rows.length };
    },
  },
  'batches.today': {
    ask: async (ask, number) => {
      const answered = await ask('today.batches', { tenantId: nameTenant('batches', number) });
      return { answered, rows: answered.value.failed.newest.length };
    },
  },
  'batches.review': {
    ask: async (ask, number) => {
      const answered = await ask('review.queue', {
        tenantId: nameTenant('batches', number),
        dueHours: 24,
        pageSize: 50,
      });
      return { answered, rows: answered.value.rows.length };
    },
  },
  'batches.lookup': {
    ask: async (ask, number) => {
      const batchId = `${nameTenant('batches', number)}-${padded(number - 1)}`;
      const answered = await ask('lookup.find', { asks: [{ kind: 'batch', id: batchId }] });
      return { answered, rows: 1 };
    },
  },
  'documents.batch': {
    ask: async (ask, number) => {
      const tenantId = nameTenant('documents', number);
      const answered = await ask('batches.byId', { tenantId, batchId: `${tenantId}-1` });
      return { answered, rows: 1 };
    },
  },
  'documents.failed': {
    ask: async (ask, number) => {
      const tenantId = nameTenant('documents', number);
      const of = { tenantId, batchId: `${tenantId}-1` };
      const answered = await ask('documents.byStatus', { ...of, status: 'FAILED', pageSize: 50 });
      return { answered, rows: answered.value.rows.length };
    },
  },
  'documents.all': {
    ask: async (ask, number) => {
      const tenantId = nameTenant('documents', number);
      const answered = await ask('documents.ofBatch', { tenantId, batchId: `${tenantId}-1`, pageSize: 50 });
      return { answered, rows: answered.value.rows.length };
    },
  },
  'documents.deliveries': {
    ask: async (ask, number) => {
      const tenantId = nameTenant('documents', number);
      const answered = await ask('batches.deliveries', { tenantId, batchId: `${tenantId}-1` });
      return { answered, rows: answered.value.rows.length };
    },
  },
  'documents.plan': {
    ask: async (ask, number) => {
      const tenantId = nameTenant('documents', number);
      const documentIds = Array.from({ length: 50 }, (_, at) => `document-${padded(at)}`);
      const target = {
        kind: 'reprocess' as const,
        tenantId,
        projectId,
        batchId: `${tenantId}-1`,
        documentIds,
      };
      const answered = await ask('plans.make', { target });
      return { answered, rows: answered.value.items.length };
    },
  },
  'letters.queues': {
    ask: async (ask) => {
      const answered = await ask('dead-letters.queues', {});
      return { answered, rows: answered.value.queues.length };
    },
  },
  'letters.sample': {
    ask: async (ask, number) => {
      const queue = nameQueues(number).documentDeadLetterQueue;
      const answered = await ask('dead-letters.sample', { queue, most: 10, holdSeconds: 300 });
      return { answered, rows: Math.min(10, answered.value.rows.length) };
    },
    putBack: (ask, number) =>
      ask('dead-letters.release', { queue: nameQueues(number).documentDeadLetterQueue }),
  },
};

const [address = '', ...numbers] = process.argv.slice(2);
const opened: OpenedAt[] = [];
for (const number of numbers.map(Number)) {
  opened.push({ number, address, console: await scaledConsole(address, number) });
}
process.stdout.write(JSON.stringify(await measureQuestions(opened, questions)));
process.exit();
