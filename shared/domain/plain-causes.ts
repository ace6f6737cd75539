import type { Failing } from './fingerprint.ts';
import { counted } from './formatting.ts';

/** A cause in the words of a customer, who knows neither stages nor codes. */
interface Explained {
  /** The sentence follows "7 files:". */
  readonly wrong: string;
  /** The sentence says what the customer can do, or what we do. */
  readonly can: string;
}

interface PlainCause {
  readonly codes: RegExp;
  /** Some causes have no code of their own. */
  readonly message?: RegExp;
  readonly wrong: (isOne: boolean) => string;
  readonly can: (isOne: boolean) => string;
  /** The sentence is for a colleague and has the documents as its object. */
  readonly next: (documents: string) => string;
}

/** Explains a cause to a customer, in one sentence for the problem and one for the remedy. */
export function explainToCustomer(failing: Failing, documents: number): Explained {
  const { wrong, can } = findPlainCause(failing);
  const isOne = documents === 1;
  return { wrong: wrong(isOne), can: can(isOne) };
}

/** Says for each cause once what to do next; null for the documents means that they were not counted. */
export function nextSteps(
  causes: readonly (Failing & { readonly documents: number | null })[],
): readonly string[] {
  const byCause = new Map<PlainCause, number | null>();
  for (const cause of causes) {
    const plain = findPlainCause(cause);
    const before = byCause.get(plain) ?? 0;
    byCause.set(plain, cause.documents === null ? null : before + cause.documents);
  }
  return [...byCause].map(([plain, documents]) =>
    plain.next(documents === null ? 'the documents with this cause' : counted(documents, 'document')),
  );
}

function findPlainCause({ code, message }: Failing): PlainCause {
  return (
    plainCauses.find(
      (one) => one.codes.test(code ?? '') || (one.message !== undefined && one.message.test(message ?? '')),
    ) ?? unknownCause
  );
}

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

/** The first that fits is taken. */
const plainCauses: readonly PlainCause[] = [
  {
    codes: /^(?:Password|Encrypted)/,
    message: /\b(?:password[- ]protected|is encrypted)\b/i,
    wrong: (isOne) => (isOne ? 'It is protected by a password.' : 'They are protected by a password.'),
    can: (isOne) =>
      isOne
        ? 'Please remove the password, and upload it again.'
        : 'Please remove the password, and upload them again.',
    next: askForFiles,
  },
  {
    codes: /^DocumentTooLarge/,
    wrong: (isOne) => (isOne ? 'It is too large.' : 'They are too large.'),
    can: () => 'Please split it into smaller files or scan it with a lower resolution, and upload it again.',
    next: askForFiles,
  },
  {
    codes: /^UnsupportedLanguage/,
    wrong: (isOne) =>
      isOne ? 'It is in a language that we cannot read.' : 'They are in a language that we cannot read.',
    can: (isOne) =>
      `If you have ${isOne ? 'it' : 'them'} in another language, please upload that instead. Otherwise please enter the data by hand.`,
    next: (documents) => `Ask the customer for ${documents} in another language: another run fails again.`,
  },
  {
    codes: /^UnsupportedDocument/,
    wrong: (isOne) =>
      isOne ? 'It is of a type that we cannot read.' : 'They are of a type that we cannot read.',
    can: (isOne) => `Please upload ${isOne ? 'it as a PDF' : 'them as PDF files'}.`,
    next: askForFiles,
  },
  {
    codes: /^BadDocument/,
    wrong: (isOne) => (isOne ? 'It is damaged or not complete.' : 'They are damaged or not complete.'),
    can: sendAgain,
    next: askForFiles,
  },
  {
    codes: /^Execution/,
    wrong: (isOne) => `Our system stopped before it had read ${isOne ? 'it' : 'them'}.`,
    can: nothingToDo,
    next: (documents) => `Look at the execution of the run, then reprocess ${documents}.`,
  },
  {
    codes: /Throttling|TooManyRequests|LimitExceeded|Timeout|TimedOut|ServiceUnavailable|InternalServer/i,
    wrong: () => 'Our system was too busy at the time.',
    can: nothingToDo,
    next: (documents) => `Reprocess ${documents}: the cause passes with time, so a new run may succeed.`,
  },
  {
    codes: /^SchemaMismatch/,
    wrong: (isOne) =>
      isOne ? 'Its layout is not one that we expect.' : 'Their layout is not one that we expect.',
    can: (isOne) =>
      `We are looking at how to read ${isOne ? 'it' : 'them'}. There is nothing you need to do now.`,
    next: (documents) =>
      `Compare ${documents} with the fields of the workflow. Reprocess after the workflow fits them.`,
  },
  {
    codes: /^Confidence/,
    wrong: (isOne) => (isOne ? 'It was too hard to read.' : 'They were too hard to read.'),
    can: sendAgain,
    next: (documents) => `Look at the scans of ${documents}, or ask the customer for better ones.`,
  },
  {
    codes: /^(?:Guardrail|ModelRefused|AnswerTruncated)/,
    wrong: () => 'Our system could not read it completely.',
    can: (isOne) => `We are looking into ${isOne ? 'it' : 'them'}. There is nothing you need to do now.`,
    next: (documents) => `Reprocess ${documents} once. If they fail again, hand them to engineering.`,
  },
];

const unknownCause: PlainCause = {
  codes: /^$/,
  wrong: (isOne) => (isOne ? 'It could not be read.' : 'They could not be read.'),
  can: () => 'We are looking into why, and will write to you again.',
  next: (documents) => `Find out why ${documents} failed. Each has its cause and its passport in Triage.`,
};
