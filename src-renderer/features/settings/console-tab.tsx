import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#renderer/ui/dialog.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import plain from '#renderer/ui/plain-table.module.css';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import type { Examination, HomeFile, Reached } from '#shared/contract/home.ts';
import { describeBundle, describeCertificateEnd } from '#shared/domain/certificate-end.ts';
import { counted } from '#shared/domain/formatting.ts';
import styles from './console-tab.module.css';
import { messages } from './messages.ts';
import { SettingRow } from './setting-row.tsx';

const words = messages.console;
const examineOptions = operationOptions('home.examine', {});

/** Shows the files of this console and how they are, the machine, and what other machines answer. */
export function ConsoleTab() {
  const query = useQuery({ ...examineOptions, refetchOnMount: 'always' });
  const [isReportOpen, setReportOpen] = useState(false);
  if (query.data === undefined) {
    if (query.error === null) return <SkeletonRows label={words.reading} rows={6} />;
    const { message, reference } = query.error.failure;
    return (
      <ErrorState
        title={words.notRead}
        happened={message}
        notDone={words.unaffected}
        next={messages.sandbox.searchLog}
        reference={reference}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const examination = query.data.value;
  return (
    <div className={styles.tab}>
      <Problems examination={examination} />
      <Machine examination={examination} />
      <Reaching />
      <Files examination={examination} />
      <div className={styles.rows}>
        <SettingRow title={words.report} note={words.reportNote}>
          <Button onClick={() => setReportOpen(true)}>{words.showReport}</Button>
        </SettingRow>
      </div>
      {isReportOpen ? <ReportDialog onClose={() => setReportOpen(false)} /> : null}
    </div>
  );
}

function Problems({ examination: { files } }: { readonly examination: Examination }) {
  const problems = files.filter(({ problem }) => problem !== null);
  if (problems.length === 0) {
    return (
      <div className={styles.rows}>
        <Note>{words.allWhole(counted(files.length, 'file'))}</Note>
      </div>
    );
  }
  return (
    <section>
      <PaneHead title={words.problems} hint={words.problemsNote} />
      <ul className={styles.problems}>
        {problems.map(({ path, problem }) => (
          <li key={path}>
            <div className={styles.path}>{path}</div>
            <div>{problem?.says}</div>
            <div className={styles.quiet}>
              {problem?.means} {problem?.next}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Machine({ examination }: { readonly examination: Examination }) {
  const { at, home, disk, versions, network } = examination;
  const { proxies, certificates, unusable } = network;
  return (
    <section>
      <PaneHead title={words.facts} />
      <div className={styles.facts}>
        <KeyValueList
          items={[
            { label: 'Home folder', value: home, mono: true, copy: home },
            ...(disk === null ? [] : [{ label: 'Disk', value: describeDisk(disk) }]),
            ...versions.map(({ name, value }) => ({ label: name, value })),
            {
              label: 'Proxy',
              value: proxies.length === 0 ? words.noProxy : proxies.map(({ name }) => name).join(', '),
            },
            ...proxies.flatMap(({ name, problem }) =>
              problem === null ? [] : [{ label: name, value: problem }],
            ),
            ...(certificates.length === 0
              ? [{ label: 'Certificates', value: words.usualCertificates }]
              : certificates.map((one) => ({
                  label: one.name,
                  value: describeBundle(one, Date.parse(at)),
                }))),
            ...unusable.map((name) => ({ label: name, value: 'names a file that cannot be used' })),
          ]}
        />
      </div>
    </section>
  );
}

function describeDisk({ freeBytes, totalBytes, isLow }: NonNullable<Examination['disk']>): string {
  const free = words.free(formatSize(freeBytes), formatSize(totalBytes));
  return isLow ? `${free}. ${words.low}` : free;
}

function Reaching() {
  const [reached, setReached] = useState<readonly Reached[]>();
  const ask = useCommand('home.reach', { onSuccess: (answer) => setReached(answer.reached) });
  return (
    <section>
      <PaneHead title={words.connections} hint={words.connectionsNote} />
      <div className={styles.rows}>
        <SettingRow title={words.reachTitle} note={words.reachNote}>
          <Button loading={ask.isRunning} onClick={() => void ask.run({})}>
            {words.reach}
          </Button>
        </SettingRow>
      </div>
      {reached === undefined ? null : (
        <div className={plain.scrolls} aria-live="polite">
          <table className={plain.table}>
            <thead>
              <tr>
                <th scope="col">Connection</th>
                <th scope="col">Call</th>
                <th scope="col">Answer</th>
                <th scope="col">Certificate ends</th>
              </tr>
            </thead>
            <tbody>
              {reached.map(({ name, call, told, certificateUntil }) => (
                <tr key={`${name} ${call}`}>
                  <th scope="row">{name}</th>
                  <td className={plain.mono}>{call}</td>
                  <td>{told}</td>
                  <td>{describeEnd(certificateUntil)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function describeEnd(certificateUntil: string | null): string {
  return certificateUntil === null ? 'no https' : describeCertificateEnd(certificateUntil, Date.now()).says;
}

function Files({ examination: { files, kinds } }: { readonly examination: Examination }) {
  const rows = kinds.flatMap(({ kind, title }) => {
    const ofKind = files.filter((file) => file.kind === kind);
    return ofKind.length === 0 ? [] : [{ title, ofKind }];
  });
  return (
    <section>
      <PaneHead title={words.files} hint={counted(files.length, 'file')} />
      <div className={plain.scrolls}>
        <table className={plain.table}>
          <thead>
            <tr>
              <th scope="col">Holds</th>
              <th scope="col" className={plain.end}>
                Files
              </th>
              <th scope="col" className={plain.end}>
                Size
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ title, ofKind }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td className={plain.end}>{ofKind.length}</td>
                <td className={plain.end}>{formatSize(ofKind.reduce((sum, { bytes }) => sum + bytes, 0))}</td>
                <td>{describeState(ofKind)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function describeState(files: readonly HomeFile[]): string {
  const damaged = files.filter(({ problem }) => problem !== null).length;
  if (damaged > 0) return words.damaged(String(damaged));
  return files.some(({ state }) => state === 'whole') ? words.noProblem : words.notReadBack;
}

function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery({ ...operationOptions('home.report', {}), refetchOnMount: 'always', gcTime: 0 });
  const report = query.data?.value;
  return (
    <Dialog open title={words.reportTitle} onClose={onClose} size="xl">
      <DialogBody>
        <p className={styles.quiet}>{words.reportNote}</p>
        {report === undefined ? (
          <SkeletonRows label={words.reading} rows={8} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the text scrolls, so the keyboard must reach it
          <section className={styles.report} tabIndex={0} aria-label={report.fileName}>
            <pre>{report.text}</pre>
          </section>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{words.close}</Button>
        <Button
          variant="primary"
          disabled={report === undefined}
          onClick={() => {
            if (report !== undefined) downloadText(report);
          }}
        >
          {words.save}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function formatSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  const unit = Math.min(units.length, Math.floor(Math.log(bytes) / Math.log(1_024)));
  const value = bytes / 1_024 ** unit;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit - 1] ?? ''}`;
}
