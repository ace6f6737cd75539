/** https://docs.aws.amazon.com/textract/latest/dg/limits-document.html: handwriting apart, Textract reads these. */
const supported: Readonly<Record<string, string>> = {
  English:
    'the of and to for is this your with please date number total amount invoice order delivery account page description goods value payment vat due name place received signed',
  French:
    'le la les des du et pour avec facture date numéro montant total livraison commande compte page client tva paiement votre désignation quantité',
  German:
    'der die das und für mit von rechnung datum nummer betrag summe lieferung bestellung konto seite kunde mwst zahlung ihre menge bezeichnung gesamt',
  Italian:
    'il la di e per con fattura data numero importo totale consegna ordine conto pagina cliente iva pagamento quantità descrizione',
  Portuguese:
    'o a os de e para com fatura data número valor total entrega pedido conta página cliente iva pagamento quantidade descrição',
  Spanish:
    'el la los de y para con factura fecha número importe total entrega pedido cuenta página cliente iva pago cantidad descripción',
};

/** Words that such papers have in other languages of their region, and that those above do not have. */
const unsupported: Readonly<Record<string, string>> = {
  Czech:
    'a se na je faktura datum číslo částka celkem dodání objednávka účet strana zákazník dph platba množství popis',
  Danish:
    'og til er den af fakturanummer fakturadato faktura antal beløb moms betaling dage følgeseddel vare varer vægt nummer skade side blanket kopi gem afvist godkendt modtaget',
  Dutch:
    'de het en van voor met factuur datum nummer bedrag totaal levering bestelling rekening pagina klant btw betaling aantal omschrijving',
  Finnish:
    'ja on lasku laskun päiväys numero määrä summa maksu eräpäivä paino kpl toimitus tavara tavaran tuote sivu päivää lomake säilytä jäljennös saapunut hylätty kuvaus',
  Hungarian:
    'a az és számla dátum szám összeg összesen szállítás rendelés oldal vevő áfa fizetés mennyiség megnevezés',
  Norwegian:
    'og til er den av faktura fakturanummer fakturadato antall beløp mva betaling dager pakkseddel vare varer vekt side',
  Polish:
    'i w na do jest faktura data numer kwota razem dostawa zamówienie konto strona klient podatek płatność ilość opis',
  Swedish:
    'och till är den av faktura fakturanummer fakturadatum antal belopp moms betalning dagar följesedel vara varor vikt sida',
  Turkish:
    've ile için fatura tarih numara tutar toplam teslimat sipariş hesap sayfa müşteri kdv ödeme miktar açıklama',
};

export const supportedLanguages = Object.keys(supported).length;

const words = splitLists({ ...supported, ...unsupported });

/** So many different words of a language have to stand on the pages before it is named. */
const enough = 4;

/**
 * Returns the language of a text if it is one that cannot be read. Textract itself says nothing about a language: it
 * answers with letters that look right and words that are wrong.
 */
export function findUnsupportedLanguage(lines: readonly string[]): string | undefined {
  const seen = new Set(lines.flatMap((line) => line.toLowerCase().match(/\p{L}+/gu) ?? []));
  const counts = [...words].map(([language, known]) => ({
    language,
    count: [...known].filter((word) => seen.has(word)).length,
  }));
  const [most] = counts.toSorted((one, other) => other.count - one.count);
  if (!most || most.count < enough || Object.hasOwn(supported, most.language)) return undefined;
  const readable = Math.max(
    ...counts.filter(({ language }) => Object.hasOwn(supported, language)).map(({ count }) => count),
  );
  // Names and addresses are in any language, so that a narrow lead means nothing.
  return most.count >= 2 * readable ? most.language : undefined;
}

function splitLists(lists: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(lists).map(([language, list]) => [language, new Set(list.split(' '))]));
}
