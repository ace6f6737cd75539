import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useReceiptTitles } from '#renderer/contract/use-receipt-titles.ts';
import { PartFailure } from '#renderer/features/triage/parts/part-failure.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { RowList } from '#renderer/ui/row-list.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
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
import { findPlace } from '../place-address.ts';
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
  costText,
  failedTitle,
  hints,
  idsInText,
  idsToChooseFrom,
  nameOfId,
  noMatchTitle,
  offerText,
  priceNote,
  problemTexts,
  sourceText,
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
          <ChooseId ids={choice} />
        ) : (
          <LookUp pasted={pasted} searches={arrived.searches === true} />
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

function NothingToFind() {
  const { openPalette } = useConsole();
  return (
    <EmptyState
      title={messages.find.which}
      actions={
        <Button size="sm" icon="search" onClick={() => openPalette('')}>
          {messages.find.paste}
        </Button>
      }
    >
      <p>{messages.find.pasteWhich}</p>
    </EmptyState>
  );
}

/** Lists the ids of a text that has several, the most exact first. */
function ChooseId({ ids }: { readonly ids: readonly IdInText[] }) {
  const navigate = useNavigate();
  return (
    <div className={styles.nothing}>
      <h2 className={styles.noMatch}>{idsInText(ids.length)}</h2>
      <p className={styles.hint}>{chooseId}</p>
      <div className={styles.rows} style={{ height: ids.length * rowHeight }}>
        <RowList
          label={messages.find.lookUpAs}
          rows={ids}
          rowId={({ id }) => `${id.kind} ${id.id}`}
          rowHeight={rowHeight}
          primary
          onOpen={({ id }) => void navigate(findPlace(writeAsPaste(id), id.kind))}
        >
          {({ id, source }) => (
            <div className={styles.row}>
              <span>{nameOfId(id)}</span>
              <span className={styles.cost}>{sourceText(source)}</span>
            </div>
          )}
        </RowList>
      </div>
    </div>
  );
}

/** Asks one kind after the other until one is found. The answer is not cached, since it may differ next time. */
function LookUp({ pasted, searches }: { readonly pasted: PastedId; readonly searches: boolean }) {
  const { problem, text } = pasted;
  if (problem === null) return <AskedLookUp {...pasted} searches={searches} />;
  return (
    <EmptyState title={noMatchTitle(text)}>
      <p>{problemTexts[problem]}</p>
      <p>{messages.find.nothingRead}</p>
    </EmptyState>
  );
}

function AskedLookUp({ asks, offers, text, searches }: PastedId & { readonly searches: boolean }) {
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
  if (lookup.found === 'no-index') {
    return (
      <>
        <NoIndex refused={lookup} id={text} searches={searches} />
        <Offers answer={answer} offers={offers} text={text} />
      </>
    );
  }
  if (lookup.found !== 'nothing') {
    return <Found lookup={lookup} receipt={answer.asked.at(-1)?.receipt ?? undefined} />;
  }
  return (
    <div className={styles.nothing}>
      <h2 className={styles.noMatch}>{noMatchTitle(text)}</h2>
      <Offers answer={answer} offers={offers} text={text} />
      <p className={styles.hint}>
        {(asks.length === 1 && first !== undefined ? hints[first.kind] : undefined) ??
          (seesAllTenants ? checkId : checkIdOrTenant)}
      </p>
    </div>
  );
}

interface OffersProps {
  readonly answer: AnsweredLookup;
  readonly offers: readonly RecognisedId[];
  readonly text: string;
}

/** Lists the kinds that were asked, those that were not, and those that can still be asked, with prices. */
function Offers({ answer: { asked, unasked }, offers, text }: OffersProps) {
  const navigate = useNavigate();
  return (
    <div className={styles.offers}>
      {asked.length === 0 ? null : <p className={styles.hint}>{askedText(asked)}</p>}
      {unaskedTexts(unasked).map((said) => (
        <p key={said} className={styles.hint}>
          {said}
        </p>
      ))}
      {offers.length === 0 ? null : (
        <>
          <div className={styles.rows} style={{ height: offers.length * rowHeight }}>
            <RowList
              label={messages.find.lookUpAs}
              rows={offers}
              rowId={({ kind }) => kind}
              rowHeight={rowHeight}
              primary
              onOpen={({ kind }) => void navigate(findPlace(text, kind))}
            >
              {({ kind }) => (
                <div className={styles.row}>
                  <span>{offerText(kind)}</span>
                  <span className={styles.cost}>{costText(kind)}</span>
                </div>
              )}
            </RowList>
          </div>
          <p className={styles.hint}>{priceNote()}</p>
        </>
      )}
    </div>
  );
}

const rowHeight = 40;

function toAsk({ kind, id, within, tenantId }: RecognisedId): Ask {
  return { kind, id, ...(within && { within }), ...(tenantId !== undefined && { tenantId }) };
}
