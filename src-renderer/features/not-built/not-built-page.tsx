import { View, ViewHead } from '#renderer/ui/pane/view.tsx';
import { ReceiptFooter } from '#renderer/ui/receipt-footer/receipt-footer.tsx';
import { NotBuiltState } from '#renderer/ui/states/not-built-state.tsx';

interface NotBuiltPageProps {
  readonly title: string;
  readonly answers: string;
}

/** A screen that is still to come: what it will answer, and that it cannot yet. */
export function NotBuiltPage({ title, answers }: NotBuiltPageProps) {
  return (
    <View head={<ViewHead title={title} />} foot={<ReceiptFooter receipts={[]} now={0} />}>
      <NotBuiltState screen={title} purpose={answers} />
    </View>
  );
}
