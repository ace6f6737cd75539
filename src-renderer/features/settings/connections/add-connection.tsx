import { CopyButton } from '#renderer/ui/copy-button/copy-button.tsx';
import styles from './connections-desk.module.css';

/** How to connect to an account; said at length only to those who have not done it yet. */
export function AddConnection({ alone }: { readonly alone: boolean }) {
  return (
    <div className={styles.add}>
      {alone ? (
        <p>
          Only the sandbox is here. To work on your own account, write this file with an entry like the one
          below, using a profile of your AWS configuration, and have it read again.
        </p>
      ) : (
        <p>To add a connection, add an entry like this one to the file and have it read again.</p>
      )}
      <p>
        Tables, queues and the state machine are found by the naming convention with the stage, unless the
        entry names them. The file has no place for a secret: keys stay with your AWS configuration.
      </p>
      <div className={styles.example}>
        <pre>{example}</pre>
        <span className={styles.exampleCopy}>
          <CopyButton text={example} label="Copy the example" />
        </span>
      </div>
    </div>
  );
}

export const example = `{
  "connections": [
    {
      "id": "staging",
      "name": "Staging",
      "environment": "staging",
      "stage": "staging",
      "aws": {
        "region": "eu-west-1",
        "accountId": "111122223333",
        "profile": "staging"
      },
      "pipelineApi": {
        "baseUrl": "https://pipelines.staging.example.com/v1",
        "auth": { "kind": "sigv4" }
      }
    }
  ]
}
`;
