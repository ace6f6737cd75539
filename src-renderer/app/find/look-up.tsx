import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AnsweredLookup, Ask } from '#shared/contract/lookup.ts';
import type { PastedId, RecognisedId } from '#shared/domain/recognise-id.ts';
import { failureOf } from '#renderer/contract/failure-error.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { PartFailure } from '#renderer/features/triage/parts/part-failure.tsx';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { RowList } from '#renderer/ui/row-list/row-list.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { useSession } from '../session/use-session.ts';
import { findPlace } from './find-place.ts';
import styles from './find.module.css';
import { Found } from './found.tsx';
import {
  askedText,
  checkId,
  checkIdOrTenant,
  costText,
  failedTitle,
  hints,
  noMatchTitle,
  offerText,
  priceNote,
  problemTexts,
  unaskedTexts,
} from './messages.ts';
import { NoIndex } from './no-index.tsx';

/** One kind after the other, until one is found; the answer is not kept, since it may be another the next time. */
export function LookUp({ pasted }: { readonly pasted: PastedId }) {
  const { problem, text } = pasted;
  if (problem === null) return <AskedLookUp {...pasted} />;
  return (
    <EmptyState title={noMatchTitle(text)}>
      <p>{problemTexts[problem]}</p>
      <p>Nothing was read.</p>
    </EmptyState>
  );
}

function AskedLookUp({ asks, offers, text }: PastedId) {
  const { who } = useSession();
  const seesAllTenants = who === null || who.tenants === '*';
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
        failure={failureOf(query.error)}
        title={failedTitle(asks)}
        notDone="It is not known whether this id exists."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  const { lookup } = answer;
  if (lookup.found === 'no-index') {
    return (
      <>
        <NoIndex refused={lookup} id={text} />
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

/** Lists what was asked, what was not, and what else can be asked, with prices. */
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
              label="Look it up as"
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
