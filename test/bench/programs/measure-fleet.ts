import { measureQuestions, type OpenedAt, type Question } from './measure-questions.ts';
import { scaledConsole, type Ask } from './scaled-console.ts';

/** Each is asked as its page asks it when it is opened without a tenant. */
const questions: Readonly<Record<string, Question>> = {
  'today.batches': {
    ask: async (ask) => {
      const answered = await ask('today.batches', { tenantId: null });
      return { answered, rows: answered.value.failed.newest.length };
    },
  },
  'today.groups': {
    ask: async (ask) => {
      const answered = await ask('today.groups', { tenantId: null });
      return { answered, rows: answered.value.groups.length };
    },
  },
  'today.review': {
    ask: async (ask) => {
      const answered = await ask('today.review', { tenantId: null });
      return { answered, rows: answered.value.documentsRead };
    },
  },
  'triage.failed': askList('failed'),
  'triage.review': askList('review'),
  'triage.running': askList('running'),
  'triage.counts': {
    ask: async (ask) => {
      const answered = await ask('fleet.counts', {});
      return { answered, rows: Object.keys(answered.value.lists ?? {}).length };
    },
  },
  'incidents.day': {
    ask: async (ask) => {
      const answered = await ask('incidents.list', { days: 1 });
      return { answered, rows: answered.value.causes.length };
    },
  },
  'incidents.week': {
    ask: async (ask) => {
      const answered = await ask('incidents.list', { days: 7 });
      return { answered, rows: answered.value.causes.length };
    },
  },
  'review.queue': {
    ask: async (ask) => {
      const answered = await ask('review.queue', { dueHours: 24, pageSize: 50 });
      return { answered, rows: answered.value.rows.length };
    },
  },
};

function askList(list: 'failed' | 'review' | 'running'): Question {
  return {
    async ask(ask: Ask) {
      const answered = await ask('fleet.batches', { list, pageSize: 25 });
      return { answered, rows: answered.value.rows.length };
    },
  };
}

const opened: OpenedAt[] = [];
for (const place of process.argv.slice(2)) {
  const [number, address = ''] = place.split('=');
  opened.push({ number: Number(number), address, console: await scaledConsole(address, undefined) });
}
process.stdout.write(JSON.stringify(await measureQuestions(opened, questions)));
process.exit();
