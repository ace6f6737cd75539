import type { CheckReport } from '#shared/contract/connections/check.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { CheckAreaPart } from './check-area.tsx';
import styles from './check-part.module.css';
import { CheckPolicy } from './check-policy.tsx';
import { areasOf, summaryWords, tookWords } from './check-words.ts';

export function CheckReportView({ report }: { readonly report: CheckReport }) {
  const now = useNow(5_000);
  const at = Date.parse(report.at);
  return (
    <>
      <p className={styles.summary}>
        <b>{summaryWords(report)}</b>
        <span className={styles.quiet}>
          checked <RelativeTime at={at} now={Math.max(now, at)} />, in {tookWords(report.ms)}
        </span>
      </p>
      {report.notes.length === 0 ? null : (
        <ul className={styles.notes}>
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {areasOf(report).map((area) => (
        <CheckAreaPart key={area.area} area={area} />
      ))}
      {report.policy === null ? null : (
        <CheckPolicy connectionId={report.connectionId} policy={report.policy} />
      )}
    </>
  );
}
