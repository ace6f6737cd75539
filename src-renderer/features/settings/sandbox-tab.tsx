import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { ErrorState } from '#renderer/ui/states.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import type { SandboxState } from '#shared/contract/sign-in.ts';
import styles from './sandbox-tab.module.css';
import { SettingRow } from './setting-row.tsx';
import { messages } from './messages.ts';

interface SandboxTabProps {
  readonly onReset: () => void;
}

/** Shows the world behind the sandbox and its actions. It is shown only while the sandbox is open. */
export function SandboxTab({ onReset }: SandboxTabProps) {
  // Reading it costs nothing, and its traffic goes on in the background.
  const query = useQuery({ ...sandboxOptions, refetchOnMount: 'always' });
  if (query.data === undefined) {
    if (query.error === null) return <SkeletonRows label={messages.sandbox.opening} rows={3} />;
    const { message, reference } = query.error.failure;
    return (
      <ErrorState
        title={messages.sandbox.noAnswer}
        happened={message}
        notDone={messages.sandbox.nothingChanged}
        next={messages.sandbox.searchLog}
        reference={reference}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <SandboxSettings state={query.data.value} readAt={query.dataUpdatedAt} onReset={onReset} />;
}

interface SandboxSettingsProps extends SandboxTabProps {
  readonly state: SandboxState;
  readonly readAt: number;
}

function SandboxSettings({ state, readAt, onReset }: SandboxSettingsProps) {
  const client = useQueryClient();
  const setTraffic = useCommand('sandbox.setTraffic', {
    onSuccess: (next) => client.setQueryData(sandboxOptions.queryKey, answered(next)),
    inOrder: true,
  });
  const { seed, since, traffic, told } = state;
  const began = Date.parse(since);
  return (
    <div className={styles.tab}>
      <section>
        <PaneHead title={messages.sandbox.world} hint={messages.sandbox.worldNote} />
        <div className={styles.facts}>
          <KeyValueList
            items={[
              { label: 'Seed', value: seed, mono: true, copy: seed },
              { label: messages.sandbox.past, value: describePast(told) },
              {
                label: messages.sandbox.generatedUntil,
                value: <RelativeTime at={began} now={Math.max(began, readAt)} />,
              },
              { label: 'Since then', value: describeTraffic(traffic) },
            ]}
          />
        </div>
      </section>
      <div className={styles.rows}>
        <SettingRow
          title={messages.sandbox.traffic}
          note={`Customers send a few documents now and then, at most ${traffic.mostADay} batches a day. Running work continues when paused.`}
        >
          <Switch
            label={messages.sandbox.traffic}
            labelHidden
            checked={!traffic.paused}
            onChange={(on) => void setTraffic.run({ paused: !on })}
          />
        </SettingRow>
        <SettingRow title={messages.sandbox.startOver} note={messages.sandbox.startOverNote}>
          <Button variant="danger" icon="undo" onClick={onReset}>
            {messages.sandbox.reset}
          </Button>
        </SettingRow>
      </div>
    </div>
  );
}

function describePast({ tenants, batches, documents }: SandboxState['told']): string {
  return `${count(tenants, 'tenant')}, ${count(batches, 'batch')}, ${count(documents, 'document')}`;
}

function describeTraffic({ batches, batchesToday }: SandboxState['traffic']): string {
  if (batches === 0) return messages.sandbox.noLiveBatch;
  return `${count(batches, 'live batch')}, ${batchesToday} today`;
}

function count(n: number, what: string): string {
  const plural = what.endsWith('batch') ? `${what}es` : `${what}s`;
  return `${n.toLocaleString('en-GB')} ${n === 1 ? what : plural}`;
}

const sandboxOptions = operationOptions('sandbox.read', {});

/** The sandbox is not shown beside an account, so that no one mistakes one for the other. */
export function SandboxClosed({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <div className={styles.closed}>
      <Note action={<Button onClick={onOpen}>{messages.sandbox.open}</Button>}>
        {messages.sandbox.openNote}
      </Note>
    </div>
  );
}
