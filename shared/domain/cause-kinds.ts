import { lowScoreCode } from './statuses.ts';

/** The kind of problem decides which actions help, and what a customer is told. */
export type CauseKind =
  | 'locked-file'
  | 'file-too-large'
  | 'language'
  | 'file-type'
  | 'broken-file'
  | 'execution'
  | 'busy'
  | 'layout'
  | 'low-score'
  | 'model'
  | 'unknown';

export interface CauseToClassify {
  readonly code: string | null;
  readonly message: string | null;
}

/** Recognises the kind of a cause by its error code, and a locked file also by its message. */
export function classifyCause({ code, message }: CauseToClassify): CauseKind {
  const known = kinds.find(
    ({ codes, messages }) => codes.test(code ?? '') || messages?.test(message ?? '') === true,
  );
  return known?.kind ?? 'unknown';
}

interface KnownKind {
  readonly kind: CauseKind;
  readonly codes: RegExp;
  /** Some readers report the problem only in the message. */
  readonly messages?: RegExp;
}

/** The first that fits is taken. */
const kinds: readonly KnownKind[] = [
  {
    kind: 'locked-file',
    codes: /^(?:Password|Encrypted)/,
    messages: /\b(?:password[- ]protected|is encrypted)\b/i,
  },
  { kind: 'file-too-large', codes: /^DocumentTooLarge/ },
  { kind: 'language', codes: /^UnsupportedLanguage/ },
  { kind: 'file-type', codes: /^UnsupportedDocument/ },
  { kind: 'broken-file', codes: /^BadDocument/ },
  { kind: 'execution', codes: /^Execution/ },
  {
    kind: 'busy',
    codes:
      /Throttling|TooManyRequests|ThroughputExceeded|LimitExceeded|QuotaExceeded|Timeout|TimedOut|Unavailable|InternalServer|NotReady/i,
  },
  { kind: 'layout', codes: /^SchemaMismatch/ },
  { kind: 'low-score', codes: new RegExp(`^${lowScoreCode}`) },
  { kind: 'model', codes: /^(?:Guardrail|ModelRefused|AnswerTruncated)/ },
];

/** Another run of the same file fails in the same way, so that only another file helps. */
export function isProblemOfFile(kind: CauseKind): kind is FileProblem {
  return (fileProblems as readonly CauseKind[]).includes(kind);
}

const fileProblems = ['locked-file', 'file-too-large', 'language', 'file-type', 'broken-file'] as const;
export type FileProblem = (typeof fileProblems)[number];
