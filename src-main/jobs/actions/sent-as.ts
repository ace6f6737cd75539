import type { PipelineAnswer } from '../../pipeline/pipeline-api.ts';
import type { Sent } from '../job-action.ts';

type Answer = PipelineAnswer<'reprocessDocuments'>;
type Outcome = Extract<Answer, { kind: 'answered' }>['value']['documents'][number]['outcome'];

/** What the pipeline's answer means for the documents that were sent. One that it does not name shows at the next look. */
export function sentAs(answer: Answer): Sent {
  switch (answer.kind) {
    case 'answered': {
      const { run, documents } = answer.value;
      const refused = documents.flatMap(({ documentId, outcome }) =>
        outcome === 'started' ? [] : [[documentId, whyRefused[outcome]] as const],
      );
      return { kind: 'accepted', run, refused: new Map(refused) };
    }
    case 'problem':
      // The sign-in ended on the way: nothing is the matter with the documents, and the next token may do.
      if (answer.problem.status === 401) return { kind: 'not-sent', why: answer.problem.detail };
      return { kind: 'refused', why: `${answer.problem.title}: ${answer.problem.detail}` };
    case 'not-sent':
      // The same call would be as unfit at any later time.
      return { kind: answer.unfit === undefined ? 'not-sent' : 'refused', why: answer.why };
    default:
      return { kind: answer.kind, why: answer.why };
  }
}

const whyRefused: Readonly<Record<Exclude<Outcome, 'started'>, string>> = {
  'not found': 'The pipeline knows no such document in this batch.',
  'already in work': 'A run is on it already.',
  'waits for review': 'It waits for review, which is no failure.',
};
