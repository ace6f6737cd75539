import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { PartFailure } from '#renderer/features/triage/parts/part-failure.tsx';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ReceiptsOfView, useShowReceipt, ViewReceipts } from '#renderer/ui/view-receipts.tsx';
import type { AnsweredLookup, Ask } from '#shared/contract/lookup.ts';
import { findIdsInText, writeAsPaste, type IdInText } from '#shared/domain/pasted-text.ts';
import {
  mostAsks,
  readPastedId,
  type IdKind,
  type PastedId,
  type RecognisedId,
} from '#shared/domain/recognise-id.ts';
import { maySeeAll } from '#shared/permissions.ts';
import { FindList, type Asked } from '../palette/palette.tsx';
import { useSession } from '../session/use-session.ts';
import { useConsole } from '../shell/console-context.ts';
import styles from './find.module.css';
import { Found } from './found.tsx';
import { NoIndex } from './no-index.tsx';
import {
  askedText,
  chooseId,
  checkId,
  checkIdOrTenant,
  failedTitle,
  hints,
  idsInText,
  idsToChooseFrom,
  noMatchTitle,
  priceNote,
  problemTexts,
  unaskedTexts,
} from './messages.ts';
import { messages } from '../messages.ts';

/** Receives sluice:// links and shared ids, looks them up and leads to the page where they live. It changes nothing. */
export function FindPage() {
  const search = useSearch({ from: '/console/find' });
  const { pathname, state } = useLocation();
  // While another page is opening, the location already belongs to that page although this one is still shown.
  const [arrived, setArrived] = useState(state);
  if (isFind(pathname) && state !== arrived) setArrived(state);
  const id = search.id ?? arrived.pasted ?? '';
  const { pasted, choice } = planLookup(id, search.as);
  const titleOf = useReceiptTitles();
  // Each link that leads here looks the id up again, even the same link, since something missing before may exist now.
  const arrival = arrived.__TSR_key;
  return (
    <ViewReceipts key={`${arrival ?? ''} ${search.as ?? ''} ${id}`}>
      <View
        head={<ViewHead title="Find" sub={pasted.text} />}
        foot={<ReceiptsOfView titleOf={titleOf} />}
        body="scrolls"
      >
        {id === '' ? (
          <NothingToFind />
        ) : choice.length > 1 ? (
          <ChooseId text={id} count={choice.length} />
        ) : (
          <LookUp pasted={pasted} as={search.as} searches={arrived.searches === true} />
        )}
      </View>
    </ViewReceipts>
  );
}

interface LookupPlan {
  readonly pasted: PastedId;
  /** The ids of a text that has several; empty if there is nothing to choose. */
  readonly choice: readonly IdInText[];
}

/** Says what a text that arrives here is looked up as. A text around a single id is that id. */
export function planLookup(id: string, as?: IdKind): LookupPlan {
  const inside = as === undefined ? idsToChooseFrom(id) : [];
  const [only] = inside;
  const isAnId = readPastedId(id, as).problem === null && !/\s/.test(id.trim());
  const whole = inside.length === 1 && only !== undefined && !isAnId ? writeAsPaste(only.id) : id;
  const read = readPastedId(whole, as);
  const [first, ...others] = read.asks;
  // An id that was typed in other letters is asked for as it is usually written, after the letters that were copied.
  const usual = findIdsInText(whole).flatMap(({ id: other, source }) =>
    source === 'other spelling' ? other : [],
  );
  const pasted =
    first === undefined ? read : { ...read, asks: [first, ...usual, ...others].slice(0, mostAsks) };
  return { pasted, choice: inside.length > 1 && !isAnId ? inside : [] };
}

function isFind(pathname: string): boolean {
  return pathname.toLowerCase().startsWith('/find');
}

interface FindBoxProps {
  readonly query: string;
  readonly asked?: Asked;
  /** False below something that is more likely pressed next. */
  readonly takesFocus?: boolean;
}

/** The list of the palette, on the page: whatever was not found by its id may be found by name, or as another kind. */
function FindBox({ query, asked, takesFocus = true }: FindBoxProps) {
  const { commands, context, run } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears what its field does not use
    <div
      className={styles.list}
      onKeyDown={({ key }) => {
        // The keys of the page work again.
        if (key === 'Escape') input.current?.blur();
      }}
    >
      <FindList
        inputRef={input}
        initialQuery={query}
        commands={commands.filter((command) => command.isAvailable(context))}
        asked={asked}
        onRun={run}
      />
    </div>
  );
}

/** Is read out, because the focus goes to the field below it. */
function Outcome({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may hold no heading
    <div role="status" className={styles.outcome}>
      <h2 className={styles.noMatch}>{title}</h2>
      {children}
    </div>
  );
}

function NothingToFind() {
  return (
    <div className={styles.nothing}>
      <h2 className={styles.noMatch}>{messages.find.which}</h2>
      <p className={styles.hint}>{messages.find.pasteWhich}</p>
      <FindBox query="" />
    </div>
  );
}

interface ChooseIdProps {
  readonly text: string;
  readonly count: number;
}

/** A text with several ids: the list has a row for each, the most exact first. */
function ChooseId({ text, count }: ChooseIdProps) {
  return (
    <div className={styles.nothing}>
      <Outcome title={idsInText(count)}>
        <p className={styles.hint}>{chooseId}</p>
      </Outcome>
      <FindBox query={text} />
    </div>
  );
}

interface LookUpProps {
  readonly pasted: PastedId;
  readonly as: IdKind | undefined;
  /** The price of the search for a document was said where it was chosen. */
  readonly searches: boolean;
}

/** Asks one kind after the other until one is found. The answer is not cached, since it may differ next time. */
function LookUp({ pasted, as, searches }: LookUpProps) {
  const { problem, text } = pasted;
  if (problem === null) return <AskedLookUp pasted={pasted} as={as} searches={searches} />;
  return (
    <div className={styles.nothing}>
      <Outcome title={noMatchTitle(text)}>
        <p className={styles.hint}>
          {problemTexts[problem]} {messages.find.nothingRead}
        </p>
      </Outcome>
      <FindBox query={text} asked={{ text, as }} />
    </div>
  );
}

function AskedLookUp({ pasted: { asks, offers, text }, as, searches }: LookUpProps) {
  const { who } = useSession();
  const seesAllTenants = maySeeAll(who);
  const query = useQuery({
    ...operationOptions('lookup.find', { asks: asks.map(toAsk) }),
    staleTime: 0,
    gcTime: 0,
  });
  const answer = query.data?.value;
  useShowReceipt(
    'lookup',
    answer?.asked.flatMap(({ receipt }) => receipt ?? []),
  );
  const [first] = asks;
  if (answer === undefined) {
    if (query.error === null) return <SkeletonRows rows={3} label={`Looking up ${text}`} />;
    return (
      <PartFailure
        failure={toFailure(query.error)}
        title={failedTitle(asks)}
        notDone={messages.find.notChecked}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const { lookup } = answer;
  const others = (
    <>
      <FindBox query={text} asked={{ text, as }} takesFocus={lookup.found === 'nothing'} />
      {offers.length === 0 ? null : <p className={styles.hint}>{priceNote()}</p>}
    </>
  );
  if (lookup.found === 'no-index') {
    return (
      <>
        <NoIndex refused={lookup} id={text} searches={searches} />
        <div className={styles.offers}>
          <AskedKinds answer={answer} />
          {others}
        </div>
      </>
    );
  }
  if (lookup.found !== 'nothing') {
    return <Found lookup={lookup} receipt={answer.asked.at(-1)?.receipt ?? undefined} />;
  }
  return (
    <div className={styles.nothing}>
      <Outcome title={noMatchTitle(text)}>
        <AskedKinds answer={answer} />
        <p className={styles.hint}>
          {(asks.length === 1 && first !== undefined ? hints[first.kind] : undefined) ??
            (seesAllTenants ? checkId : checkIdOrTenant)}
        </p>
      </Outcome>
      {others}
    </div>
  );
}

/** Lists the kinds that were asked, and those that were not, with the reason. */
function AskedKinds({ answer: { asked, unasked } }: { readonly answer: AnsweredLookup }) {
  return (
    <>
      {asked.length === 0 ? null : <p className={styles.hint}>{askedText(asked)}</p>}
      {unaskedTexts(unasked).map((said) => (
        <p key={said} className={styles.hint}>
          {said}
        </p>
      ))}
    </>
  );
}

function toAsk({ kind, id, within, tenantId }: RecognisedId): Ask {
  return { kind, id, ...(within && { within }), ...(tenantId !== undefined && { tenantId }) };
}
