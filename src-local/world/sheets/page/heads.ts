import type { Design } from './designs.ts';
import type { Desk } from './lay-out.ts';
import type { Area } from './pen.ts';
import { margin, paper } from './room-of.ts';

/** Whose paper it is, and what it is. */
export function drawHead(desk: Desk): void {
  heads[desk.design.head](desk);
}

const { left, right } = margin;
const middle = paper.width / 2;
const page = 1;

/** Across the top and over the paper's edges, so that none shows where the page lay askew. */
function bled(height: number): Area {
  return { page, x: -bleed, y: -bleed, width: paper.width + 2 * bleed, height: height + bleed };
}
const bleed = 20;

const heads: Readonly<Record<Design['head'], (desk: Desk) => void>> = {
  'mark left': (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    pen.ornament({ what: 'mark', page, x: left, y: 46, which: issuer.mark, ink: 'brand' });
    issuerName(desk, { x: left + 60, y: 62, size: 15, fit: 252 });
    pen.text({ page, text: issuer.address, x: left + 60, y: 77, size: 8.2, ink: 'faint', fit: 330 });
    title(desk, { x: right, y: 66, align: 'right', fit: 165 });
    pen.line({ page, x: left, y: 96, width: right - left, height: 0 }, 'line');
  },
  'mark right': (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    title(desk, { x: left, y: 64, fit: 200 });
    pen.ornament({ what: 'mark', page, x: right - 46, y: 42, which: issuer.mark, ink: 'brand' });
    issuerName(desk, { x: right - 58, y: 58, size: 13, fit: 215, align: 'right' });
    pen.text({
      page,
      text: issuer.address,
      x: right - 58,
      y: 72,
      size: 8.2,
      ink: 'faint',
      align: 'right',
      fit: 300,
    });
    pen.tone({ page, x: left, y: 92, width: right - left, height: 2.4 }, 'brand');
  },
  band: (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    pen.tone(bled(82), 'brand');
    pen.ornament({ what: 'mark', page, x: left, y: 30, which: issuer.mark, ink: 'white' });
    issuerName(desk, { x: left + 58, y: 45, size: 15, fit: 252, ink: 'white' });
    pen.text({ page, text: issuer.address, x: left + 58, y: 60, size: 8.2, ink: 'white', fit: 330 });
    title(desk, { x: right, y: 50, align: 'right', fit: 165, ink: 'white' });
  },
  centred: (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    pen.ornament({ what: 'mark', page, x: middle - 24, y: 32, which: issuer.mark, ink: 'brand' });
    issuerName(desk, { x: middle, y: 78, size: 16, fit: 400, align: 'centre' });
    pen.text({
      page,
      text: issuer.address,
      x: middle,
      y: 92,
      size: 8.2,
      ink: 'faint',
      align: 'centre',
      fit: 440,
    });
    pen.line({ page, x: left, y: 104, width: right - left, height: 0 }, 'brand', 0.9);
    title(desk, { x: middle, y: 127, align: 'centre', fit: 300, size: 16 });
  },
  form: (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    title(desk, { x: left, y: 58, fit: 300, size: 19, spacing: 0.6 });
    pen.text({ page, text: issuer.address, x: left, y: 74, size: 9, ink: 'faint', fit: 280 });
    pen.text({ page, text: issuer.text, x: right, y: 40, size: 10, font: 'bold', align: 'right', fit: 190 });
    pen.ornament({ what: 'bars', page, x: right - 132, y: 47, code: contents.number });
    pen.text({
      page,
      text: `*${contents.number}*`,
      x: right,
      y: 82,
      size: 7,
      font: 'mono',
      align: 'right',
      ink: 'faint',
    });
    pen.tone({ page, x: left, y: 89, width: right - left, height: 1.6 }, 'black');
  },
  'form band': (desk) => {
    const { pen, contents } = desk;
    const { issuer } = contents;
    pen.tone(bled(68), 'brand');
    pen.ornament({ what: 'mark', page, x: left, y: 24, which: issuer.mark, ink: 'white' });
    title(desk, { x: left + 58, y: 40, fit: 250, size: 17, spacing: 0.6, ink: 'white' });
    pen.text({ page, text: issuer.address, x: left + 58, y: 54, size: 8.6, ink: 'white', fit: 250 });
    pen.text({
      page,
      text: issuer.text,
      x: right,
      y: 36,
      size: 10,
      font: 'bold',
      align: 'right',
      fit: 170,
      ink: 'white',
    });
    pen.text({
      page,
      text: contents.number,
      x: right,
      y: 50,
      size: 8,
      font: 'mono',
      align: 'right',
      ink: 'white',
    });
  },
};

/** The note at the foot of each page, its number, and what the further pages have for a head. */
export function drawMargins({ contents, pen }: Desk, pages: number): void {
  for (let at = 1; at <= pages; at += 1) {
    pen.line({ page: at, x: left, y: 784, width: right - left, height: 0 }, 'line');
    pen.text({ page: at, text: contents.note, x: left, y: 799, size: 7.6, ink: 'faint', fit: 420 });
    const number = `${contents.words.page} ${at} / ${pages}`;
    pen.text({ page: at, text: number, x: right, y: 799, size: 7.6, ink: 'faint', align: 'right' });
    if (at === 1) continue;
    const again = `${contents.title} ${contents.number}, ${contents.words.continued}`;
    pen.text({ page: at, text: contents.issuer.text, x: left, y: 54, size: 10, font: 'bold', fit: 240 });
    pen.text({ page: at, text: again, x: right, y: 54, size: 8.6, ink: 'faint', align: 'right', fit: 240 });
    pen.line({ page: at, x: left, y: 66, width: right - left, height: 0 }, 'line');
  }
}

type Where = Partial<Parameters<Desk['pen']['text']>[0]> & { readonly x: number; readonly y: number };

function issuerName({ pen, contents: { issuer } }: Desk, where: Where): void {
  pen.text({ page, text: issuer.text, font: 'bold', ...(issuer.name && { spot: issuer.name }), ...where });
}

function title({ pen, contents }: Desk, where: Where): void {
  pen.text({ page, text: contents.title, font: 'bold', size: 20, spacing: 1.8, ...where });
}
