import type { ConnectionDetails } from '#shared/contract/connections/details.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { KeyValueList } from '#renderer/ui/key-value-list/key-value-list.tsx';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import styles from './connection-pane.module.css';

/** Only where something else than AWS's own addresses is asked. */
export function EndpointsPart({ endpoints }: Pick<ConnectionDetails, 'endpoints'>) {
  if (endpoints.length === 0) return null;
  return (
    <section className={classNames(styles.part, styles.below)} aria-label="Addresses of its own">
      <PaneHead title="Addresses of its own" level={3} hint="in place of those that AWS has in the region" />
      <div className={styles.padded}>
        <KeyValueList
          items={endpoints.map(({ service, address }) => ({
            label: serviceNames[service] ?? service,
            value: <span title={address}>{address}</span>,
            mono: true,
            copy: address,
          }))}
        />
      </div>
    </section>
  );
}

const serviceNames: Readonly<Record<string, string>> = {
  dynamodb: 'DynamoDB',
  sqs: 'SQS',
  sfn: 'Step Functions',
  cloudwatch: 'CloudWatch',
  s3: 'S3',
  sts: 'STS',
};
