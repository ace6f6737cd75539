import { useState } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { DialogBody } from '#renderer/ui/dialog/dialog.tsx';
import { Drawer } from '#renderer/ui/drawer/drawer.tsx';
import { BookPrices, type BookPricesProps } from './book-prices.tsx';
import { usePriceBook } from './use-price-book.ts';

/** Opens the prices of the book in use, beside the figures that are made with them. */
export function BookPricesButton({ figureOf, figureName }: Omit<BookPricesProps, 'book'>) {
  const [open, setOpen] = useState(false);
  const { book } = usePriceBook();
  return (
    <>
      <Button size="sm" variant="ghost" icon="receipt" onClick={() => setOpen(true)}>
        Prices
      </Button>
      {open ? (
        <Drawer open onClose={() => setOpen(false)} title="Prices" wide>
          <DialogBody>
            <BookPrices book={book} figureOf={figureOf} figureName={figureName} />
          </DialogBody>
        </Drawer>
      ) : null}
    </>
  );
}
