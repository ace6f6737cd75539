import { classifyCause, isProblemOfFile, type CauseKind, type CauseToClassify } from './cause-kinds.ts';
import { counted, grouped } from './formatting.ts';

/** A cause in the words of a customer, who knows neither stages nor codes. */
interface Explained {
  /** The sentence follows "7 files:". */
  readonly wrong: string;
  /** The sentence says what the customer can do, or what we do. */
  readonly can: string;
}

interface PlainCause {
  readonly wrong: (isOne: boolean) => string;
  readonly can: (isOne: boolean) => string;
  /** The sentence is for a colleague and has the documents as its object. */
  readonly next: (documents: string) => string;
}

/** Explains a cause to a customer, in one sentence for the problem and one for the remedy. */
export function explainToCustomer(cause: CauseToClassify, documents: number): Explained {
  const { wrong, can } = plainCauses[classifyCause(cause)];
  const isOne = documents === 1;
  return { wrong: wrong(isOne), can: can(isOne) };
}

/** Says for each cause once what to do next; null for the documents means that they were not counted. */
export function nextSteps(
  causes: readonly (CauseToClassify & { readonly documents: number | null })[],
): readonly string[] {
  const byKind = new Map<CauseKind, number | null>();
  for (const cause of causes) {
    const kind = classifyCause(cause);
    const before = byKind.get(kind) ?? 0;
    byKind.set(kind, cause.documents === null ? null : before + cause.documents);
  }
  return [...byKind].map(([kind, documents]) =>
    plainCauses[kind].next(
      documents === null ? 'the documents with this cause' : counted(documents, 'document'),
    ),
  );
}

interface RequestedFiles {
  readonly batchId: string;
  readonly files: readonly string[];
  /** So many more files have the same problem and are not named. */
  readonly more?: number;
  readonly cause: CauseToClassify;
}

/** Writes what the customer needs to know to send files again. It holds no values that were read. */
export function writeFileRequest({ batchId, files, more = 0, cause }: RequestedFiles): string {
  const kind = classifyCause(cause);
  const count = files.length + more;
  const { wrong, can } = explainToCustomer(cause, count);
  const isOne = count === 1;
  const check = `Please check ${isOne ? 'it, and upload it' : 'them, and upload them'} again.`;
  return [
    `We could not process ${isOne ? 'a file' : `${grouped(count)} files`} of batch ${batchId}.`,
    '',
    ...files.map((file) => `- ${file}`),
    ...(more > 0 ? [`- and ${grouped(more)} more`] : []),
    '',
    wrong,
    isProblemOfFile(kind) || kind === 'low-score' ? can : check,
  ].join('\n');
}

interface RequestNote {
  readonly documentIds: readonly string[];
  readonly more?: number;
  readonly fingerprint: string;
}

/** Writes the note for colleagues that new files were asked for. It names documents by their ids only. */
export function writeRequestNote({ documentIds, more = 0, fingerprint }: RequestNote): string {
  const named = documentIds.slice(0, mostNamedInNote);
  const count = documentIds.length + more;
  const rest = count - named.length;
  const files = count === 1 ? 'a new file' : `${grouped(count)} new files`;
  return `Asked the customer for ${files} in place of ${named.join(', ')}${rest === 0 ? '' : ` and ${grouped(rest)} more`} (cause ${fingerprint}).`;
}

/** More ids would not fit into a note. */
const mostNamedInNote = 20;

const sendAgain = (isOne: boolean): string =>
  isOne
    ? 'Please export or scan it again, and upload it again.'
    : 'Please export or scan them again, and upload them again.';
const askForFiles = (documents: string): string =>
  `Ask the customer for new files for ${documents}: another run of the same file fails again.`;
const nothingToDo = (isOne: boolean): string =>
  isOne
    ? 'There is nothing you need to do. We can read it again without a new upload.'
    : 'There is nothing you need to do. We can read them again without a new upload.';

const plainCauses: Readonly<Record<CauseKind, PlainCause>> = {
  'locked-file': {
    wrong: (isOne) => (isOne ? 'It is protected by a password.' : 'They are protected by a password.'),
    can: (isOne) =>
      isOne
        ? 'Please remove the password, and upload it again.'
        : 'Please remove the password, and upload them again.',
    next: askForFiles,
  },
  'file-too-large': {
    wrong: (isOne) => (isOne ? 'It is too large.' : 'They are too large.'),
    can: (isOne) =>
      isOne
        ? 'Please split it into smaller files or scan it with a lower resolution, and upload it again.'
        : 'Please split them into smaller files or scan them with a lower resolution, and upload them again.',
    next: askForFiles,
  },
  language: {
    wrong: (isOne) =>
      isOne ? 'It is in a language that we cannot read.' : 'They are in a language that we cannot read.',
    can: (isOne) =>
      `If you have ${isOne ? 'it' : 'them'} in another language, please upload that instead. Otherwise please enter the data by hand.`,
    next: (documents) => `Ask the customer for ${documents} in another language: another run fails again.`,
  },
  'file-type': {
    wrong: (isOne) =>
      isOne ? 'It is of a type that we cannot read.' : 'They are of a type that we cannot read.',
    can: (isOne) => `Please upload ${isOne ? 'it as a PDF' : 'them as PDF files'}.`,
    next: askForFiles,
  },
  'broken-file': {
    wrong: (isOne) => (isOne ? 'It is damaged or not complete.' : 'They are damaged or not complete.'),
    can: sendAgain,
    next: askForFiles,
  },
  execution: {
    wrong: (isOne) => `Our system stopped before it had read ${isOne ? 'it' : 'them'}.`,
    can: nothingToDo,
    next: (documents) => `Look at the execution of the run, then reprocess ${documents}.`,
  },
  busy: {
    wrong: () => 'Our system was too busy at the time.',
    can: nothingToDo,
    next: (documents) => `Reprocess ${documents}: the cause passes with time, so a new run may succeed.`,
  },
  layout: {
    wrong: (isOne) =>
      isOne ? 'Its layout is not one that we expect.' : 'Their layout is not one that we expect.',
    can: (isOne) =>
      `We are looking at how to read ${isOne ? 'it' : 'them'}. There is nothing you need to do now.`,
    next: (documents) =>
      `Compare ${documents} with the fields of the workflow. Reprocess after the workflow fits them.`,
  },
  'low-score': {
    wrong: (isOne) => (isOne ? 'It was too hard to read.' : 'They were too hard to read.'),
    can: sendAgain,
    next: (documents) => `Look at the scans of ${documents}, or ask the customer for better ones.`,
  },
  model: {
    wrong: () => 'Our system could not read it completely.',
    can: (isOne) => `We are looking into ${isOne ? 'it' : 'them'}. There is nothing you need to do now.`,
    next: (documents) => `Reprocess ${documents} once. If they fail again, hand them to engineering.`,
  },
  unknown: {
    wrong: (isOne) => (isOne ? 'It could not be read.' : 'They could not be read.'),
    can: () => 'We are looking into why, and will write to you again.',
    next: (documents) => `Find out why ${documents} failed. Each has its cause and its passport in Triage.`,
  },
};
