import type { ReviewDocument } from '#shared/contract/review-document.ts';
import type { EarlierDocument } from '#shared/contract/review-rules.ts';
import { valueWith } from '#shared/domain/review/draft-rules.ts';
import {
  isSameInvoice,
  readInvoiceValues,
  toInvoiceKey,
  type InvoiceKey,
} from '#shared/domain/review/invoice-key.ts';
import { documentId } from './flow-state.ts';
import type { OpenDocument } from './open-desk.ts';
import type { ReviewPort } from './review-port.ts';

/** Long enough not to ask for each letter of a number, and short enough to be known before the next field. */
export const typedPauseMs = 300;

interface Needs {
  readonly port: Pick<ReviewPort, 'after' | 'findEarlier'>;
  readonly now: () => OpenDocument | undefined;
  /** Called with the open document once its earlier documents are known for what is typed. */
  readonly onFound: (document: ReviewDocument) => void;
}

/** Looks for accepted documents with the supplier and number that a person types, so that the rule follows them. */
export interface EarlierLookup {
  /** Called after each change of the open document or its edits. */
  readonly follow: () => void;
}

export function createEarlierLookup({ port, now, onFound }: Needs): EarlierLookup {
  /** The answers of the open document. The answer for a number that is typed again is known. */
  let answers = new Map<string, EarlierDocument[] | null>();
  let answersOf: string | undefined;
  let waiting: { readonly id: string; readonly callOff: () => void } | undefined;

  function follow(): void {
    const open = now();
    const wanted = open && findWanted(open);
    if (open === undefined || wanted === undefined) return stop();
    const of = documentId(open.key);
    if (answersOf !== of) {
      answers = readFirstAnswer(open);
      answersOf = of;
    }
    const id = JSON.stringify(wanted);
    const answer = answers.get(id);
    if (answer !== undefined) {
      stop();
      return apply(wanted, answer);
    }
    if (waiting?.id === id) return undefined;
    stop();
    waiting = { id, callOff: port.after(typedPauseMs, () => void ask(wanted, id)) };
    return undefined;
  }

  function stop(): void {
    waiting?.callOff();
    waiting = undefined;
  }

  async function ask(wanted: InvoiceKey, id: string): Promise<void> {
    const open = now();
    if (open === undefined || port.findEarlier === undefined) return;
    const { supplier, number, ...others } = readTyped(open);
    const of = documentId(open.key);
    const result = await port.findEarlier({
      ...open.key,
      ...others,
      supplier: supplier ?? '',
      number: number ?? '',
    });
    // The next change asks again. Until then the pipeline API still refuses a duplicate.
    if (waiting?.id === id) waiting = undefined;
    if (!result.ok || answersOf !== of) return;
    answers.set(id, result.value.earlier);
    const still = now();
    const typed = still && findWanted(still);
    if (still !== undefined && documentId(still.key) === of && isSameInvoice(typed ?? null, wanted)) {
      apply(wanted, result.value.earlier);
    }
  }

  function apply(earlierFor: InvoiceKey, earlier: EarlierDocument[] | null): void {
    const document = now()?.document;
    if (document !== undefined) {
      onFound({ ...document, knowledge: { ...document.knowledge, earlier, earlierFor } });
    }
  }

  return { follow };
}

/** The values as they were read have been looked up with the document. */
function readFirstAnswer({ document }: OpenDocument): Map<string, EarlierDocument[] | null> {
  const key = document === undefined ? null : toInvoiceKey(readInvoiceValues(document.fields));
  const isFirst = document !== undefined && document.knowledge.earlierFor === undefined;
  return new Map(key === null || !isFirst ? [] : [[JSON.stringify(key), document.knowledge.earlier]]);
}

/** Returns the supplier and number that are typed and were not looked up yet. */
function findWanted(open: OpenDocument): InvoiceKey | undefined {
  const { document, edits } = open;
  if (document === undefined || document.weights === null) return undefined;
  const { knowledge, fields } = document;
  if (Object.keys(edits).length === 0 && knowledge.earlierFor === undefined) return undefined;
  const typed = toInvoiceKey(readTyped(open));
  const known = knowledge.earlierFor ?? toInvoiceKey(readInvoiceValues(fields));
  return typed === null || isSameInvoice(typed, known) ? undefined : typed;
}

function readTyped({ document, edits }: Pick<OpenDocument, 'document' | 'edits'>) {
  const fields = document?.fields ?? [];
  return readInvoiceValues(
    fields.map(({ name, type }) => ({
      name,
      type,
      value: document === undefined ? null : valueWith(document, edits, name),
    })),
  );
}
