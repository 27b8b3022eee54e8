/** Where an element is: left, top, width and height in CSS pixels of the viewport. */
export type Box = [number, number, number, number];

/** The boxes of a view by what they are, such as `main > div.side > section`. */
export type Layout = Record<string, Box>;

/** What a view is made of; what is inside changes with its texts. */
const PARTS =
  'header, nav, main, main > div, section, article, dialog, form, fieldset, details, h1, h2, h3, ul, audio, .card, .notice, button.primary';

/** Pixels by which a box may be elsewhere: browsers round and draw letters differently. */
const SLACK = 6;
/** The same, as a share of how far down or how high it is: what is above adds up. */
const RELATIVE_SLACK = 0.03;

/** The visible parts of the page. */
export function readLayout(): Layout {
  const layout: Layout = {};
  const seen = new Map<string, number>();
  for (const element of document.querySelectorAll(PARTS)) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (!element.checkVisibility() || width < 2 || height < 2) continue;
    const name = pathOf(element);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    layout[count === 1 ? name : `${name} (${count})`] = [x, y, width, height].map(Math.round) as Box;
  }
  return layout;
}

/** An element by its tag and classes, below the nearest part of the page that holds it. */
function pathOf(element: Element): string {
  const parent = element.parentElement?.closest('main, dialog, header, section, article');
  return [parent, element].flatMap((one) => (one ? [nameOf(one)] : [])).join(' > ');
}

const nameOf = ({ localName, classList }: Element) =>
  [localName, ...[...classList].filter((name) => !name.startsWith('svelte-'))].join('.');

/** A layout as JSON, one box a line. */
export function writeLayout(layout: Layout): string {
  const lines = Object.entries(layout).map(([name, box]) => `  ${JSON.stringify(name)}: [${box.join(', ')}]`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** What is missing, new or elsewhere, in sentences. */
export function layoutFaults(expected: Layout, actual: Layout): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names].flatMap((name) => {
    const [was, is] = [expected[name], actual[name]];
    if (!is) return [`${name} is missing.`];
    if (!was) return [`${name} is new.`];
    const moved = was.some((value, index) => {
      const reach = index % 2 === 1 ? was[1] + was[3] : 0;
      return Math.abs(value - (is[index] ?? 0)) > SLACK + RELATIVE_SLACK * reach;
    });
    return moved ? [`${name} is at ${is.join(' ')} and was at ${was.join(' ')}.`] : [];
  });
}

/** What is cut off at the side, or makes the page scroll to it. */
export function overflowFaults(): string[] {
  const width = document.documentElement.clientWidth;
  const beyond = document.documentElement.scrollWidth - width;
  const faults = beyond > 0 ? [`The page is ${beyond} pixels wider than the window.`] : [];
  for (const element of document.querySelectorAll('button, input, select, h1, h2, h3, p, dialog')) {
    const { left, right } = element.getBoundingClientRect();
    if (
      element.checkVisibility() &&
      !element.closest('.visually-hidden, .skip') &&
      (left < 0 || right > width)
    )
      faults.push(
        `${nameOf(element)} "${element.textContent.trim().slice(0, 40)}" reaches out of the window.`,
      );
  }
  return faults;
}
