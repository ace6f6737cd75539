import { Button } from '#renderer/ui/button/button.tsx';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { Caption, Example, noAction, Row } from './example.tsx';
import { ToastPictures } from './popup-pictures.tsx';

export function ToastExamples() {
  const toast = useToast();
  return (
    <Example>
      <ToastPictures />
      <Row>
        <Button
          onClick={() =>
            toast.show({
              message: approved,
              countdown: true,
              action: { label: 'Undo', shortcut: 'U', onAction: noAction },
            })
          }
        >
          With undo
        </Button>
        <Button
          onClick={() =>
            toast.show({
              tone: 'succeeded',
              message: '28 of 28 reprocessed',
              action: { label: 'Receipts', onAction: noAction },
            })
          }
        >
          Succeeded
        </Button>
        <Button
          onClick={() =>
            toast.show({
              tone: 'failed',
              message: 'Braked, 2 of 10 failed',
              detail: 'Two in a row came back with the same fingerprint; nothing else was sent.',
              action: { label: 'Show', onAction: noAction },
            })
          }
        >
          Failed
        </Button>
        <Button onClick={() => toast.show({ message: 'Reading again in a minute', timeoutMs: 0 })}>
          Stays
        </Button>
      </Row>
      <Caption>Hover or focus stops the clock; F6 goes to them.</Caption>
    </Example>
  );
}

const approved = (
  <>
    Approved <code>0409</code>
  </>
);
