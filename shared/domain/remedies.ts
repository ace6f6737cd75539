import { classifyCause, isProblemOfFile, type CauseKind, type FileProblem } from './cause-kinds.ts';
import { grouped } from './formatting.ts';
import { lowScoreCode, type DocumentStatus } from './statuses.ts';

/** An action that may help against a cause of failures, in plain words. */
export interface Remedy {
  readonly action: RemedyAction;
  /** Labels the button or the item of the menu. */
  readonly label: string;
  /** Says what it will do, and what it costs or needs. */
  readonly does: string;
  /** Says why it cannot be done here; undefined if it can. */
  readonly whyNot?: string;
  /** For a limit: a threshold has a page of its own. */
  readonly isThreshold?: true;
}

export type RemedyAction =
  | 'reprocess'
  | 'wait-and-retry'
  | 'ask-for-file'
  | 'send-to-review'
  | 'accept-documents'
  | 'raise-limit'
  | 'reprocess-anyway';

export interface CauseToRemedy {
  readonly code: string | null;
  /** The message of the newest failure. */
  readonly sample: string | null;
  readonly stage: string | null;
  /** Null while they are not counted. */
  readonly documents: number | null;
  /** False if there are at least so many. */
  readonly complete: boolean;
  /** How long ago the newest failed; null if that is unknown. */
  readonly minutesAgo: number | null;
  /** How many of them failed only because of their score, with results that are stored. */
  readonly decidable: number;
}

/** The reasons why calls are not offered; null where they are, undefined while that is not known. */
export interface Offers {
  readonly sendToReview: string | null | undefined;
  readonly accept: string | null | undefined;
  /** Says why the person may not run jobs. */
  readonly reprocess: string | undefined;
}

/** Lists the actions that help against a cause, the best one first. */
export function listRemedies(cause: CauseToRemedy, offers: Offers): readonly Remedy[] {
  const kind = classifyCause({ code: cause.code, message: cause.sample });
  const again = explainKind(kind);
  const limit = findLimit(cause);
  const isBusy = kind === 'busy';
  const many =
    cause.documents === null ? '' : ` ${cause.complete ? '' : 'at least '}${grouped(cause.documents)}`;
  const anyway: Remedy = {
    action: 'reprocess-anyway',
    label: 'Reprocess anyway…',
    does: `Starts a new run and pays for it, although the same failure is expected (${again ?? ''}). Asks for a reason.`,
    ...without(offers.reprocess),
  };
  const reprocess: Remedy = {
    action: 'reprocess',
    label: `Reprocess${many}…`,
    does: 'Starts a new run: 1 document, then 10, then the rest. Costs as much as the first run.',
    ...without(offers.reprocess),
  };
  const wait: Remedy = {
    action: 'wait-and-retry',
    label: 'Wait and retry…',
    does: `Plans the same run for a later time, when ${isBusy ? 'the service is less busy' : 'you choose'}. Costs as much as the first run; can be cancelled until it begins.`,
    ...without(offers.reprocess),
  };
  const decide: readonly Remedy[] =
    cause.decidable === 0
      ? []
      : [
          {
            action: 'send-to-review',
            label: `Send ${grouped(cause.decidable)} to review…`,
            does: 'A reviewer decides on the values as they were read. Costs nothing.',
            ...without(offers.sendToReview),
          },
          {
            action: 'accept-documents',
            label: `Accept ${grouped(cause.decidable)} as read…`,
            does: 'Makes the values final as they are, without a look at the page. Costs nothing, needs a reviewer or admin and a reason.',
            ...without(offers.accept),
          },
        ];
  const raise: readonly Remedy[] =
    limit === null
      ? []
      : [
          {
            action: 'raise-limit',
            label: limit.isThreshold === true ? 'Change the threshold…' : 'Raise a limit…',
            does: limit.where,
            ...(limit.isThreshold === true && { isThreshold: true as const }),
          },
        ];
  const ask: Remedy = {
    action: 'ask-for-file',
    label: 'Ask for a new file…',
    does: `Shows a text for the customer that names ${cause.documents === 1 ? 'the file' : 'the files'} and what is wrong, without values. Changes nothing.`,
  };
  if (again !== null) return [ask, ...raise, anyway];
  if (decide.length > 0) return [...decide, ...raise, reprocess, wait];
  if (isBusy && cause.minutesAgo !== null && cause.minutesAgo < stillBusy) return [wait, reprocess, ...raise];
  if (isBusy) return [reprocess, wait, ...raise];
  return [reprocess, wait, ...raise, ask];
}

function without(whyNot: string | null | undefined): Pick<Remedy, 'whyNot'> {
  return whyNot === null || whyNot === undefined ? {} : { whyNot };
}

/** A service that was too busy so few minutes ago may still be. */
const stillBusy = 15;

/** Says why another run of the same file would fail in the same way; null if it may succeed. */
export function explainSameAgain({
  code,
  sample,
}: {
  readonly code: string | null;
  readonly sample: string | null;
}): string | null {
  return explainKind(classifyCause({ code, message: sample }));
}

function explainKind(kind: CauseKind): string | null {
  return isProblemOfFile(kind) ? sameAgain[kind] : null;
}

const sameAgain: Readonly<Record<FileProblem, string>> = {
  'broken-file': 'broken file, will fail again',
  'locked-file': 'locked file, will fail again',
  'file-type': 'unsupported file type, will fail again',
  language: 'unsupported language, will fail again',
  'file-too-large': 'file too large, will fail again',
};

interface Limit {
  readonly where: string;
  readonly isThreshold?: true;
}

/** Names the limit, where it is set, and who can. */
function findLimit({ code, stage }: Pick<CauseToRemedy, 'code' | 'stage'>): Limit | null {
  if (code === lowScoreCode) {
    return {
      isThreshold: true,
      where:
        'The confidence threshold of the workflow, on Workflows. An admin saves it. It applies to batches that are submitted later, not to these documents.',
    };
  }
  const known = Object.entries(limits).find(([start]) => code?.startsWith(start));
  if (known === undefined) return null;
  const [, where] = known;
  return { where: typeof where === 'string' ? where : stage === 'textract' ? where.textract : where.model };
}

/** The keys are the beginnings of error codes. */
const limits: Readonly<Record<string, string | { readonly textract: string; readonly model: string }>> = {
  Throttling: {
    textract:
      'Transactions per second of Textract, under Service Quotas in the AWS account. Whoever administers the account asks AWS for more.',
    model:
      'Tokens per minute of the model in Bedrock, under Service Quotas in the AWS account. Whoever administers the account asks AWS for more.',
  },
  ServiceQuotaExceeded:
    'The quota that the message names, under Service Quotas in the AWS account. Whoever administers the account asks AWS for more.',
  AnswerTruncated:
    'The longest answer of the model: longestAnswer in src-pipelines/extraction/aws-readers/ask-model.ts. Whoever deploys the pipelines changes it.',
  ModelTimeout:
    'The time limit of the stage’s function: timeoutSeconds in src-pipelines/functions.ts, up to 900 seconds. Whoever deploys the pipelines changes it.',
  TextractTimeout:
    'The time limit of the textract function: timeoutSeconds in src-pipelines/functions.ts, up to 900 seconds. Whoever deploys the pipelines changes it.',
  DocumentTooLarge:
    'Textract’s own limits: 500 MB and 3,000 pages for a PDF, 10 MB for an image. They cannot be raised; a smaller file can be sent.',
};

/** True if a document failed only because its score is too low, so that there are values to decide on. */
export function isOnlyScoreTooLow({
  status,
  score,
  error,
}: {
  readonly status: DocumentStatus | null;
  readonly score: number | null;
  readonly error: { readonly code: string | null } | null;
}): boolean {
  return status === 'FAILED' && score !== null && error?.code === lowScoreCode;
}
